//! Ufuncs: operations on whole arrays, element by element.
//!
//! A ufunc is a row in a table: a name, how many inputs and outputs it has, an identity, and loops. One engine calls them
//! all:
//! 1. `resolve`: from the dtypes of the operands to a loop, and to the dtypes that it takes and gives; `kinds` does so for
//!    dates, text and objects.
//! 2. `call`: broadcast, check the outputs or make them, in a plan that is then only carried out.
//! 3. `run`: walk the operands; what the loop cannot take as it is passes through buffers, a chunk at a time.
//! 4. `reduce`, `accumulate`: the same loops, folded along axes.
//! 5. `checked`, `conditions`: calls that ask for overflow and floating-point conditions to be errors.
//!
//! `lanes` and `matrices` run loops that are no folds: functions of lanes, products of matrices.
//!
//! `table` lists the ufuncs, `functions` gives each a free function under NumPy's name. `custom` makes ufuncs of closures,
//! which the same engine calls.

mod accumulate;
mod axes;
mod call;
mod checked;
mod conditions;
mod custom;
mod error;
mod families;
mod fold;
mod functions;
mod in_place;
mod kinds;
mod lanes;
mod matrices;
mod methods;
mod operand;
mod options;
mod power;
mod records;
mod reduce;
mod resolve;
mod run;
mod table;

pub use axes::Reduce;
pub use conditions::{FpCondition, FpErrors, Pole};
pub use custom::{ClosureError, Vectorize, vectorize};
pub use error::UfuncError;
pub use functions::*;
pub(crate) use lanes::map_lanes;
pub(crate) use matrices::{Core, multiply_matrices};
pub use operand::{Limit, Operand};
pub(crate) use reduce::sum_of_squares;
pub use table::*;

use std::borrow::Cow;
use std::sync::Arc;

use crate::array::{Array, IntoIndex, Order};
use crate::cast::Overflow;
use crate::dtype::{Casting, IntoDtype, ScalarId};
use crate::element::Scalar;
use crate::error::Result;
use crate::kernels::grid::{Closure, NumberLoop, NumberLoops};
use options::Options;
use resolve::Family;

/// An operation on arrays, element by element, with broadcasting and casts.
///
/// ```
/// use ndtype::{array, ufunc};
/// let add = ufunc::get("add").unwrap();
/// assert_eq!((add.name(), add.nin(), add.nout()), ("add", 2, 1));
/// let sum = add.call(&[&array![1, 2], &array![[10], [20]]])?;
/// assert_eq!(sum.to_vec::<i32>()?, [11, 12, 21, 22]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub struct Ufunc {
    name: Name,
    nin: usize,
    nout: usize,
    identity: Identity,
    /// Reductions of integers are computed in 64 bits at least.
    sums: bool,
    /// The loops for numbers.
    numbers: Option<&'static NumberLoops>,
    /// Those for integers that do not wrap around.
    saturating: Option<&'static NumberLoops>,
    /// Where infinite results are no overflow.
    pole: Pole,
    /// Picoseconds that an element of a real number takes, where that is more than waiting for memory; else 0.
    cost: u32,
    /// Where to look for a loop before those.
    families: &'static [Family],
    /// Integers are computed as float64, however small they are.
    true_division: bool,
    /// What the loops of a ufunc made of a closure call.
    closure: Option<Arc<Closure>>,
    /// What reductions of such a ufunc start from.
    start: Option<Scalar>,
}

/// The name of a ufunc: that of a row is static, that of a closure anything.
struct Name(Cow<'static, str>);

impl std::ops::Deref for Name {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// What a reduction starts from, and what it makes of no elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Identity {
    /// There is none, and the order of axes matters.
    None,
    /// There is none, but axes may be reduced in any order.
    Reorderable,
    Zero,
    One,
    /// All bits set.
    MinusOne,
    MinusInfinity,
}

impl Ufunc {
    /// A row of the table.
    const fn new(name: &'static str, nin: usize, nout: usize, identity: Identity) -> Ufunc {
        let name = Name(Cow::Borrowed(name));
        Ufunc {
            name,
            nin,
            nout,
            identity,
            sums: false,
            numbers: None,
            saturating: None,
            pole: Pole::Never,
            cost: 0,
            families: &[],
            true_division: false,
            closure: None,
            start: None,
        }
    }

    const fn numbers(mut self, loops: &'static NumberLoops) -> Ufunc {
        self.numbers = Some(loops);
        self
    }

    const fn families(mut self, families: &'static [Family]) -> Ufunc {
        self.families = families;
        self
    }

    const fn true_division(mut self) -> Ufunc {
        self.true_division = true;
        self.families(&[families::true_divide])
    }

    const fn saturating(mut self, loops: &'static NumberLoops) -> Ufunc {
        self.saturating = Some(loops);
        self
    }

    /// Says where infinite results of finite operands are divisions by zero, for [`FpErrors`]; those of a closure count as
    /// overflow if nothing is said.
    ///
    /// ```
    /// use ndtype::{Ufunc, array, ufunc::{FpErrors, Pole}};
    /// let ratio = Ufunc::from_fn2("ratio", |a: f64, b: f64| a / b).pole(Pole::Zero);
    /// let error = ratio.with().errors(FpErrors::RAISE).call(&[&array![0.0, 1.0], &array![1.0, 0.0]]).unwrap_err();
    /// assert_eq!(error.to_string(), "divide by zero encountered in ratio at position (1,): (1.0, 0.0) gives inf");
    /// ```
    #[must_use]
    pub const fn pole(mut self, pole: Pole) -> Ufunc {
        self.pole = pole;
        self
    }

    const fn cost(mut self, picoseconds: u32) -> Ufunc {
        self.cost = picoseconds;
        self
    }

    const fn sums(mut self) -> Ufunc {
        self.sums = true;
        self
    }

    /// The name, which is NumPy's, or the one that a closure was given.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// How many inputs there are.
    pub fn nin(&self) -> usize {
        self.nin
    }

    /// How many outputs there are.
    pub fn nout(&self) -> usize {
        self.nout
    }

    /// The signatures of the loops for numbers, inputs and outputs by NumPy's names: `float64, float64 -> float64`. Numbers
    /// of other types are cast to the first that they fit; floats and integers of fewer bits that are computed in a larger
    /// type are listed with their own.
    ///
    /// ```
    /// use ndtype::ufunc;
    /// let types = ufunc::FREXP.types();
    /// assert!(types.contains(&"float64 -> float64, int32".to_owned()));
    /// assert!(types.contains(&"bfloat16 -> bfloat16, int32".to_owned()));
    /// ```
    pub fn types(&self) -> Vec<String> {
        let all = ScalarId::ALL.into_iter();
        let loops = all.filter_map(|id| Some((id, self.numbers?[id as usize].as_ref()?)));
        let spell = |(id, found): (ScalarId, &NumberLoop)| {
            let name = |&of: &ScalarId| resolve::rounded_to(found, of, id).row().name;
            let names = |types: &[ScalarId]| types.iter().map(name).collect::<Vec<_>>().join(", ");
            format!("{} -> {}", names(&found.types[..self.nin]), names(&found.types[self.nin..self.nin + self.nout]))
        };
        loops.map(spell).collect()
    }

    /// The result for these inputs, which are broadcast and cast as needed.
    ///
    /// Errors: another number of inputs, dtypes that there is no loop for, shapes that do not broadcast, several outputs
    /// (for which there is [`call_all`](Ufunc::call_all)).
    pub fn call(&self, inputs: &[&Array]) -> Result<Array> {
        match *inputs {
            [a] if self.nin == 1 && self.nout == 1 => return call::call_plain(self, [a.into()]),
            [a, b] if self.nin == 2 && self.nout == 1 => return call::call_plain(self, [a.into(), b.into()]),
            _ => {}
        }
        let mut operands: smallvec::SmallVec<[Operand<'_>; 3]> = inputs.iter().map(|&a| Operand::from(a)).collect();
        call::only(self, call::call(self, &mut operands, Options::default())?)
    }

    /// All results for these inputs.
    ///
    /// ```
    /// use ndtype::{array, ufunc};
    /// let parts = ufunc::get("add").unwrap().call_all(&[&array![1.5], &array![2.0]])?;
    /// assert_eq!(parts.len(), 1);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn call_all(&self, inputs: &[&Array]) -> Result<Vec<Array>> {
        let mut operands: smallvec::SmallVec<[Operand<'_>; 3]> = inputs.iter().map(|&a| Operand::from(a)).collect();
        Ok(call::call(self, &mut operands, Options::default())?.into_vec())
    }

    /// A call with options.
    ///
    /// ```
    /// use ndtype::{Array, array, ufunc};
    /// let (a, b) = (array![1, 2, 3], array![10, 20, 30]);
    /// let mut sum = Array::zeros([3], "f8")?;
    /// ufunc::ADD.with().out(&mut sum).r#where(&array![true, false, true]).call(&[&a, &b])?;
    /// assert_eq!(sum.to_vec::<f64>()?, [11.0, 0.0, 33.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn with(&self) -> With<'_> {
        With { ufunc: self, options: Options::default() }
    }
}

/// The methods of ufuncs with two inputs and one output.
impl Ufunc {
    /// Folds an array along axes: `ADD.reduce` is a sum.
    ///
    /// Errors: a ufunc without two inputs and one output, no elements and no identity, several axes for a ufunc for which
    /// their order matters, a mask without an initial value where there is no identity.
    ///
    /// ```
    /// use ndtype::{array, ufunc};
    /// let a = array![[1, 2], [3, 4]];
    /// assert_eq!(ufunc::ADD.reduce(&a, 0)?.to_vec::<i64>()?, [4, 6]);
    /// assert_eq!(ufunc::MULTIPLY.reduce(&a, ..)?.item::<i64>()?, 24);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn reduce<'a>(&self, array: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        reduce::reduce(self, array, spec.into())
    }

    /// Running results along an axis: `ADD.accumulate` is a cumulative sum.
    ///
    /// Errors: a ufunc without two inputs and one output, an array without axes, or several axes.
    ///
    /// ```
    /// use ndtype::{array, ufunc};
    /// let a = array![[1, 2], [3, 4]];
    /// assert_eq!(ufunc::ADD.accumulate(&a, 0)?.to_vec::<i64>()?, [1, 2, 4, 6]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn accumulate<'a>(&self, array: &Array, spec: impl Into<Reduce<'a>>) -> Result<Array> {
        accumulate::accumulate(self, array, spec.into())
    }

    /// Folds stretches of an axis: from each index up to the next one, or to the end; where the next is not larger, the
    /// element at the index.
    ///
    /// Errors: as for [`accumulate`](Self::accumulate), and an index outside of the axis.
    ///
    /// ```
    /// use ndtype::{array, ufunc};
    /// let a = array![1, 2, 3, 4, 5];
    /// assert_eq!(ufunc::ADD.reduceat(&a, &[0, 3, 1], 0)?.to_vec::<i64>()?, [6, 4, 14]);
    /// assert!(ufunc::ADD.reduceat(&a, &[5], 0).unwrap_err().is_index());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn reduceat<'a>(&self, array: &Array, indices: &[usize], spec: impl Into<Reduce<'a>>) -> Result<Array> {
        accumulate::reduceat(self, array, indices, spec.into())
    }

    /// The result for each element of `a` with each of `b`: an array with the axes of both.
    ///
    /// ```
    /// use ndtype::{array, ufunc};
    /// let table = ufunc::MULTIPLY.outer(&array![1, 2], &array![1, 10, 100])?;
    /// assert_eq!(table.shape(), [2, 3]);
    /// assert_eq!(table.to_vec::<i32>()?, [1, 10, 100, 2, 20, 200]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn outer(&self, a: &Array, b: &Array) -> Result<Array> {
        let mut shape: Vec<isize> = a.shape().iter().map(|&n| n as isize).collect();
        shape.extend(b.shape().iter().map(|_| 1));
        self.call(&[&a.reshape(shape)?, b])
    }

    /// Replaces elements of an array, one after the other: an element that the index names twice is replaced twice, unlike
    /// with `a.set(index, ...)`.
    ///
    /// For ufuncs of one input there is [`at_unary`](Self::at_unary).
    ///
    /// Errors: a ufunc without two inputs and one output, an index that does not fit, a result that may not be cast to the
    /// array's dtype. The elements before one that fails are replaced.
    ///
    /// ```
    /// use ndtype::{array, idx, ufunc};
    /// let mut counts = array![0, 0, 0];
    /// ufunc::ADD.at(&mut counts, idx![&array![0, 2, 2]], 1)?;
    /// assert_eq!(counts.to_vec::<i32>()?, [1, 0, 2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn at<'a>(&self, array: &mut Array, index: impl IntoIndex, values: impl Into<Operand<'a>>) -> Result<()> {
        in_place::at(self, array, index, values.into())
    }

    /// The same for a ufunc of one input, such as `NEGATIVE`: NumPy's `at` with two arguments.
    ///
    /// Errors: a ufunc without one input and one output; else as for [`at`](Self::at).
    ///
    /// ```
    /// use ndtype::{array, idx, ufunc};
    /// let mut a = array![1, 2, 3];
    /// ufunc::NEGATIVE.at_unary(&mut a, idx![&array![0, 0, 1]])?;
    /// assert_eq!(a.to_vec::<i32>()?, [1, -2, 3]);
    /// assert!(ufunc::ADD.at_unary(&mut a, idx![0]).is_err());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn at_unary(&self, array: &mut Array, index: impl IntoIndex) -> Result<()> {
        in_place::at_unary(self, array, index)
    }

    /// Replaces an array by the result for it and another operand, in its own memory if nothing else shares it: what
    /// `a += &b` does. Its dtype and shape stay.
    ///
    /// Errors: a result that may not be cast to the array's dtype, or has another shape; the array is then unchanged.
    ///
    /// ```
    /// use ndtype::{array, ufunc};
    /// let mut a = array![1, 2, 3];
    /// ufunc::ADD.assign(&mut a, 10)?;
    /// assert_eq!(a.to_vec::<i32>()?, [11, 12, 13]);
    /// assert!(ufunc::ADD.assign(&mut a, 0.5).unwrap_err().is_cast());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn assign<'a>(&self, array: &mut Array, other: impl Into<Operand<'a>>) -> Result<()> {
        in_place::call_in_place(self, array, &mut [other.into()])
    }
}

impl std::fmt::Debug for Ufunc {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "<ufunc '{}'>", self.name())
    }
}

/// A call of a ufunc with options: NumPy's keyword arguments.
pub struct With<'a> {
    ufunc: &'a Ufunc,
    options: Options<'a>,
}

impl<'a> With<'a> {
    /// Where the result goes: an array of any dtype that the rule of casting allows, as large as the result or larger.
    /// For a ufunc with several outputs, call this once for each.
    #[must_use]
    pub fn out(mut self, out: &'a mut Array) -> Self {
        self.options.out.push(out);
        self
    }

    /// Where to compute: other elements are left as they are, zero in a new array.
    #[must_use]
    pub fn r#where(mut self, mask: &'a Array) -> Self {
        self.options.r#where = Some(mask);
        self
    }

    /// The dtype to compute in, and of the result. An error if it is none.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Result<Self> {
        self.options.dtype = Some(dtype.into_dtype()?);
        Ok(self)
    }

    /// Which casts of inputs and outputs are allowed; [`Casting::SameKind`] if nothing is said.
    #[must_use]
    pub fn casting(mut self, casting: Casting) -> Self {
        self.options.casting = casting;
        self
    }

    /// The order of axes of new results.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.options.order = order;
        self
    }

    /// Which floating-point conditions are errors; none if nothing is said, and NumPy warns. Outputs that were given hold
    /// the results then, too.
    #[must_use]
    pub fn errors(mut self, errors: FpErrors) -> Self {
        self.options.errors = errors;
        self
    }

    /// How many threads may work on this call, whatever [`set_threads`](crate::set_threads) says; 1 for this one alone. Results do
    /// not depend on it.
    ///
    /// ```
    /// use ndtype::{array, ufunc};
    /// let root = ufunc::EXP.with().threads(1).call(&[&array![0.0]])?;
    /// assert_eq!(root.to_vec::<f64>()?, [1.0]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.options.threads = Some(threads);
        self
    }

    /// What happens to integers that their dtype cannot hold: in `add`, `subtract`, `multiply`, `negative`, `absolute` and
    /// `left_shift`, and in casts of operands and to an output. It is an error for other ufuncs on integers, and of no
    /// account where the result is none of integers. After an error, an output that was given is unchanged.
    ///
    /// ```
    /// use ndtype::{array, cast::Overflow, ufunc};
    /// let (a, b) = (array![100i8, 1, -100], array![100i8, 2, -100]);
    /// let sum = ufunc::ADD.with().overflow(Overflow::Saturate).call(&[&a, &b])?;
    /// assert_eq!(sum.to_vec::<i8>()?, [127, 3, -128]);
    /// let error = ufunc::ADD.with().overflow(Overflow::Error).call(&[&a, &b]).unwrap_err();
    /// assert_eq!(error.to_string(), "integer overflow in add at position (0,): (100, 100) does not fit dtype('int8')");
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    #[must_use]
    pub fn overflow(mut self, overflow: Overflow) -> Self {
        self.options.overflow = overflow;
        self
    }

    /// Calls it. With [`out`](Self::out), the result is a clone of the output, which shares its memory. An error for a ufunc
    /// with several outputs, for which there is [`call_all`](Self::call_all).
    pub fn call(self, inputs: &[&Array]) -> Result<Array> {
        if self.ufunc.nout != 1 {
            let (ufunc, expected) = (self.ufunc.name.to_owned(), self.ufunc.nout);
            return Err(UfuncError::Operands { ufunc, expected, given: 1, what: "outputs" }.into());
        }
        call::only(self.ufunc, self.outputs(inputs)?)
    }

    /// Calls it, with all outputs.
    ///
    /// ```
    /// use ndtype::{Array, array, ufunc};
    /// let (mut fraction, mut whole) = (Array::zeros([1], "f8")?, Array::zeros([1], "f8")?);
    /// ufunc::MODF.with().out(&mut fraction).out(&mut whole).call_all(&[&array![2.5]])?;
    /// assert_eq!((fraction.item::<f64>()?, whole.item::<f64>()?), (0.5, 2.0));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn call_all(self, inputs: &[&Array]) -> Result<Vec<Array>> {
        Ok(self.outputs(inputs)?.into_vec())
    }

    fn outputs(self, inputs: &[&Array]) -> Result<call::Outputs> {
        let mut operands: smallvec::SmallVec<[Operand<'_>; 3]> = inputs.iter().map(|&a| Operand::from(a)).collect();
        call::call(self.ufunc, &mut operands, self.options)
    }
}
