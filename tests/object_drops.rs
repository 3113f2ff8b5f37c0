//! Every object is dropped exactly once: after panics in what it does, and after operations that end early with an error.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use ndtype::{self as np, Array, Dtype, Object, ObjectArithmetic, ObjectOp, Result, Text, array};

/// What lives, and after how many calls a value of it panics.
#[derive(Default)]
struct World {
    /// How often each value was dropped, by its number.
    dropped: Mutex<HashMap<usize, usize>>,
    made: AtomicUsize,
    fuse: AtomicI64,
}

impl World {
    fn value(self: &Arc<World>, rank: i64) -> Object {
        Object::with_arithmetic(Value { number: self.made.fetch_add(1, Relaxed), rank, world: self.clone() })
    }

    /// Counts a call; panics at the one that was chosen.
    fn call(&self) {
        assert!(self.fuse.fetch_sub(1, Relaxed) != 1, "on purpose");
    }

    /// Each value that was made has been dropped, and none twice.
    fn check(&self, what: &str) {
        let dropped = self.dropped.lock().unwrap();
        let made = self.made.load(Relaxed);
        assert_eq!(dropped.len(), made, "{what}: values leaked");
        assert!(dropped.values().all(|&times| times == 1), "{what}: dropped twice");
    }
}

struct Value {
    number: usize,
    rank: i64,
    world: Arc<World>,
}

impl Drop for Value {
    fn drop(&mut self) {
        *self.world.dropped.lock().unwrap().entry(self.number).or_default() += 1;
    }
}

impl PartialEq for Value {
    fn eq(&self, other: &Value) -> bool {
        self.world.call();
        self.rank == other.rank
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Value) -> Option<Ordering> {
        self.world.call();
        self.rank.partial_cmp(&other.rank)
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.world.call();
        write!(f, "value {}", self.rank)
    }
}

impl ObjectArithmetic for Value {
    fn binary(&self, op: ObjectOp, other: &Object) -> Option<Object> {
        self.world.call();
        let other = other.downcast_ref::<Value>()?;
        (op == ObjectOp::Add).then(|| self.world.value(self.rank + other.rank))
    }

    fn negative(&self) -> Option<Object> {
        self.world.call();
        Some(self.world.value(-self.rank))
    }
}

fn values(world: &Arc<World>, n: i64) -> Array {
    Array::from_vec((0..n).map(|i| world.value(i * 7 % n)).collect::<Vec<_>>()).unwrap()
}

type Operation = (&'static str, fn(&Arc<World>) -> Result<Array>);

/// What is done with a dozen values; some of them fail.
const OPERATIONS: &[Operation] = &[
    ("sort", |w| np::sort(&values(w, 12), -1)),
    ("sort in place", |w| {
        let mut a = values(w, 12);
        a.sort(-1)?;
        Ok(a)
    }),
    ("argsort", |w| np::argsort(&values(w, 12), -1)),
    ("unique", |w| np::unique(&values(w, 12))),
    ("searchsorted", |w| np::searchsorted(&values(w, 12), &values(w, 3))),
    ("equal", |w| np::equal(&values(w, 12), &values(w, 12))),
    ("less", |w| np::less(&values(w, 12), &values(w, 12))),
    ("add", |w| np::add(&values(w, 12), &values(w, 12))),
    ("negative", |w| np::negative(&values(w, 12))),
    ("sum", |w| values(w, 12).sum(..)),
    ("maximum", |w| values(w, 12).max(..)),
    ("cumsum", |w| values(w, 12).cumsum(0)),
    ("reduceat", |w| np::ufunc::ADD.reduceat(&values(w, 12), &[0, 4, 8], 0)),
    ("outer", |w| np::ufunc::ADD.outer(&values(w, 3), &values(w, 4))),
    ("at", |w| {
        let mut a = values(w, 6);
        np::ufunc::ADD.at(&mut a, np::idx![&array![0, 0, 5]], &values(w, 3))?;
        Ok(a)
    }),
    ("in place", |w| {
        let mut a = values(w, 12);
        np::ufunc::ADD.assign(&mut a, &values(w, 12))?;
        Ok(a)
    }),
    ("out", |w| {
        let mut out = values(w, 12);
        np::ufunc::ADD.with().out(&mut out).call(&[&values(w, 12), &values(w, 12)])?;
        Ok(out)
    }),
    ("to text", |w| values(w, 12).astype("U")),
    ("to text of any length", |w| values(w, 12).astype("T")),
    ("print", |w| Array::from_scalar(Text::from(values(w, 12).to_string()))),
    ("concatenate", |w| np::concatenate(&[&values(w, 5), &values(w, 6)], 0)),
    ("where", |w| np::r#where(&array![true, false, true], &values(w, 3), &values(w, 3))),
    ("take and repeat", |w| np::repeat(&np::take(&values(w, 5), &array![4, 4, 0], 0)?, 2, 0)),
    ("set", |w| {
        let mut a = values(w, 12);
        a.set("::2", &values(w, 6))?;
        a.set("3:5", w.value(1))?;
        Ok(a)
    }),
    ("record", |w| {
        let mut a = Array::zeros([12], "[('n', '<i4'), ('o', 'O'), ('t', 'T')]")?;
        a.set("'o'", &values(w, 12))?;
        a.set("'t'", "longer than sixteen bytes")?;
        np::sort(&a, np::Sort::new().order(["o", "t"]))
    }),
    ("array_equal", |w| Array::from_scalar(np::array_equal(&values(w, 12), &values(w, 12))?)),
    ("from a function", |w| {
        np::fromfunction([3, 4], |at| {
            w.call();
            w.value(at[0] as i64)
        })
    }),
    ("of a closure", |w| {
        let world = w.clone();
        let f = np::Ufunc::from_fn1("f", move |a: Object| {
            world.call();
            let rank = a.downcast_ref::<Value>().map_or(0, |value| value.rank);
            world.value(rank + 1)
        });
        f.call(&[&values(w, 12)])
    }),
    // These end early: the seventh value is of another type.
    ("add to others", |w| np::add(&mixed(w), &values(w, 12))),
    ("negative of some", |w| np::subtract(&mixed(w), &values(w, 12))),
    ("sort others", |w| np::sort(&mixed(w), -1)),
    ("sum of others", |w| mixed(w).sum(..)),
    ("to numbers", |w| mixed(w).astype("f8")),
    ("to dates", |w| mixed(w).astype("M8[s]")),
    ("others to records", |w| {
        let mut a = Array::zeros([12], "[('n', '<i4'), ('o', 'O')]")?;
        a.set("'n'", &mixed(w))?;
        Ok(a)
    }),
];

fn mixed(world: &Arc<World>) -> Array {
    let mut a = values(world, 12);
    a.set("6", Object::new("of another type")).unwrap();
    a
}

#[test]
fn panics_drop_each_value_once() {
    let hook = std::panic::take_hook();
    std::panic::set_hook(Box::new(|_| {}));
    let (mut panics, mut errors) = (0, 0);
    for &(name, operation) in OPERATIONS {
        // The fuse is lit later and later, and then not at all.
        for fuse in 1..200 {
            let world = Arc::new(World::default());
            world.fuse.store(fuse, Relaxed);
            let caught = catch_unwind(AssertUnwindSafe(|| operation(&world).map(drop)));
            let burnt = world.fuse.load(Relaxed) <= 0;
            match &caught {
                Err(_) => panics += 1,
                Ok(Err(_)) => errors += 1,
                Ok(Ok(())) => {}
            }
            drop(caught);
            world.check(&format!("{name}, {fuse} calls"));
            if !burnt {
                break;
            }
        }
    }
    std::panic::set_hook(hook);
    assert!(panics > 300 && errors >= 6, "{panics} panics, {errors} errors");
}

#[test]
fn errors_name_types() {
    let world = Arc::new(World::default());
    let error = np::subtract(&values(&world, 2), &values(&world, 2)).unwrap_err().to_string();
    assert_eq!(error.matches("object_drops::Value").count(), 2, "{error}");
    let error = np::add(&array![Object::new(1u8)], &array![Object::new("a")]).unwrap_err();
    assert_eq!(error.to_string(), "the objects 1 (u8) and a (&str) have no sum, or it has no result");
    assert_eq!(error.cause::<np::element::ObjectError>().unwrap().types(), ["u8", "&str"]);
    let error = np::negative(&Array::full([1], Object::NONE, Dtype::Object).unwrap()).unwrap_err();
    assert_eq!(error.to_string(), "the object None has no negative, or it has no result");
    let odd = array![Object::unordered(vec![1]), Object::unordered(vec![2])];
    let error = np::sort(&odd, -1).map(|sorted| sorted.to_string());
    assert!(error.unwrap_err().to_string().contains("Vec<i32>"));
}
