//! Arrays against a naive model: a shape and the values in C's order, on which every operation is plain index arithmetic.

use ndtype::{Array, Index};
use proptest::prelude::*;

#[derive(Clone, Debug, PartialEq)]
struct Model {
    shape: Vec<usize>,
    values: Vec<i32>,
}

impl Model {
    fn counted(shape: &[usize]) -> Model {
        Model { shape: shape.to_vec(), values: (0..shape.iter().product::<usize>() as i32).collect() }
    }

    /// A model of another shape whose value at each position is the one at `from(position)` here.
    fn map(&self, shape: Vec<usize>, from: impl Fn(&[usize]) -> Vec<usize>) -> Model {
        let value = |position: &[usize]| {
            let flat = from(position).iter().zip(&self.shape).fold(0, |flat, (at, n)| flat * n + at);
            self.values[flat]
        };
        let values = positions(&shape).iter().map(|position| value(position)).collect();
        Model { shape, values }
    }
}

/// Every position of a shape in C's order.
fn positions(shape: &[usize]) -> Vec<Vec<usize>> {
    shape.iter().fold(vec![vec![]], |all, &n| {
        all.into_iter().flat_map(|p| (0..n).map(move |i| [p.clone(), vec![i]].concat())).collect()
    })
}

#[derive(Clone, Debug)]
enum Op {
    Transpose(Vec<prop::sample::Index>),
    Flip(prop::sample::Index),
    Slice(prop::sample::Index, Option<isize>, Option<isize>, isize),
    NewAxis(prop::sample::Index),
    Flatten,
    Broadcast(usize),
    Copy,
    Cast,
    Swap,
}

fn op() -> impl Strategy<Value = Op> {
    let index = any::<prop::sample::Index>;
    let bound = || prop::option::of(-5isize..6);
    prop_oneof![
        prop::collection::vec(index(), 4).prop_map(Op::Transpose),
        index().prop_map(Op::Flip),
        (index(), bound(), bound(), prop_oneof![Just(1isize), Just(-1), Just(2), Just(-2), Just(3)])
            .prop_map(|(axis, start, stop, step)| Op::Slice(axis, start, stop, step)),
        index().prop_map(Op::NewAxis),
        Just(Op::Flatten),
        (1usize..3).prop_map(Op::Broadcast),
        Just(Op::Copy),
        Just(Op::Cast),
        Just(Op::Swap),
    ]
}

/// Python's rule for the positions that a slice picks.
fn sliced(n: usize, start: Option<isize>, stop: Option<isize>, step: isize) -> Vec<usize> {
    let n = n as isize;
    let (low, high) = if step > 0 { (0, n) } else { (-1, n - 1) };
    let clip = |bound: isize| (if bound < 0 { bound + n } else { bound }).clamp(low, high);
    let mut at = start.map_or(if step > 0 { 0 } else { n - 1 }, clip);
    let end = stop.map_or(if step > 0 { n } else { -1 }, clip);
    let mut found = Vec::new();
    while (step > 0 && at < end) || (step < 0 && at > end) {
        found.push(at as usize);
        at += step;
    }
    found
}

fn apply(op: &Op, array: &Array, model: &Model) -> (Array, Model) {
    let ndim = array.ndim();
    match op {
        Op::Transpose(picks) => {
            let mut left: Vec<usize> = (0..ndim).collect();
            let order: Vec<usize> = (0..ndim).map(|i| left.remove(picks[i % 4].index(left.len()))).collect();
            let axes: Vec<isize> = order.iter().map(|&axis| axis as isize).collect();
            let shape = order.iter().map(|&axis| model.shape[axis]).collect();
            let transposed = model.map(shape, |p| {
                let mut from = vec![0; p.len()];
                order.iter().zip(p).for_each(|(&axis, &at)| from[axis] = at);
                from
            });
            (array.transpose(&axes).unwrap(), transposed)
        }
        Op::Flip(axis) if ndim > 0 => {
            let axis = axis.index(ndim);
            let n = model.shape[axis];
            let flipped = model.map(model.shape.clone(), |p| {
                let mut from = p.to_vec();
                from[axis] = n - 1 - from[axis];
                from
            });
            (array.flip(Some(&[axis as isize])).unwrap(), flipped)
        }
        Op::Slice(axis, start, stop, step) if ndim > 0 => {
            let axis = axis.index(ndim);
            let picked = sliced(model.shape[axis], *start, *stop, *step);
            let mut shape = model.shape.clone();
            shape[axis] = picked.len();
            let part = model.map(shape, |p| {
                let mut from = p.to_vec();
                from[axis] = picked[from[axis]];
                from
            });
            let mut items = vec![Index::from(..); axis];
            items.push(Index::slice(*start, *stop, Some(*step)));
            (array.get(items).unwrap(), part)
        }
        Op::NewAxis(place) if ndim < 5 => {
            let place = place.index(ndim + 1);
            let mut shape = model.shape.clone();
            shape.insert(place, 1);
            let mut items = vec![Index::from(..); place];
            items.push(Index::NewAxis);
            (array.get(items).unwrap(), Model { shape, values: model.values.clone() })
        }
        Op::Flatten => {
            let shape = vec![model.values.len()];
            (array.reshape([-1]).unwrap(), Model { shape, values: model.values.clone() })
        }
        Op::Broadcast(n) if ndim < 5 && model.values.len() < 200 => {
            let shape: Vec<usize> = std::iter::once(*n).chain(model.shape.iter().copied()).collect();
            let repeated = model.map(shape.clone(), |p| p[1..].to_vec());
            (array.broadcast_to(&shape).unwrap(), repeated)
        }
        Op::Copy => (array.copy().unwrap(), model.clone()),
        Op::Cast => (array.astype("f8").unwrap().astype("i2").unwrap().astype("i4").unwrap(), model.clone()),
        Op::Swap => (array.astype(">i4").unwrap().astype("i4").unwrap(), model.clone()),
        _ => (array.clone(), model.clone()),
    }
}

fn check(array: &Array, model: &Model) -> Result<(), TestCaseError> {
    prop_assert_eq!(array.shape(), &model.shape[..]);
    prop_assert_eq!(&array.to_vec::<i32>().unwrap(), &model.values);
    let dense = array.to_contiguous().unwrap();
    prop_assert_eq!(dense.as_slice::<i32>().unwrap(), &model.values[..]);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1500, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn chains_of_views_agree_with_the_model(
        shape in prop::collection::vec(0usize..5, 0..4),
        ops in prop::collection::vec(op(), 0..7),
    ) {
        let mut model = Model::counted(&shape);
        let mut array = Array::from_shape_vec(&shape, model.values.clone()).unwrap();
        let (original, values) = (array.clone(), model.values.clone());
        for op in &ops {
            (array, model) = apply(op, &array, &model);
            check(&array, &model)?;
        }
        // Writing through the last view changes that alone.
        if !model.values.is_empty() {
            let mut written = array.clone();
            let last: Vec<isize> = model.shape.iter().map(|&n| n as isize - 1).collect();
            written.set_scalar(&last, -7).unwrap();
            let mut expected = model.clone();
            *expected.values.last_mut().unwrap() = -7;
            check(&written, &expected)?;
            written.fill(3).unwrap();
            prop_assert!(written.to_vec::<i32>().unwrap().iter().all(|&x| x == 3));
        }
        check(&array, &model)?;
        prop_assert_eq!(original.to_vec::<i32>().unwrap(), values);
    }

    #[test]
    fn ndarray_sees_the_same_elements(
        shape in prop::collection::vec(0usize..5, 0..4),
        ops in prop::collection::vec(op(), 0..5),
    ) {
        let mut model = Model::counted(&shape);
        let mut array = Array::from_shape_vec(&shape, model.values.clone()).unwrap();
        for op in &ops {
            (array, model) = apply(op, &array, &model);
        }
        #[cfg(feature = "ndarray")]
        {
            let view = array.as_ndarray::<i32>().unwrap();
            prop_assert_eq!(view.shape(), &model.shape[..]);
            prop_assert_eq!(view.iter().copied().collect::<Vec<_>>(), model.values.clone());
            let back = Array::from(view.to_owned());
            check(&back, &model)?;
            let mut target = array.clone();
            target.as_ndarray_mut::<i32>().unwrap().mapv_inplace(|x| x + 1);
            prop_assert_eq!(target.to_vec::<i32>().unwrap(), model.values.iter().map(|x| x + 1).collect::<Vec<_>>());
        }
        check(&array, &model)?;
    }
}
