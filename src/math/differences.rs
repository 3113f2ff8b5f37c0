//! Differences of neighbours.

use crate::array::{Array, Index, ValueError, concatenate};
use crate::dtype::{Casting, Dtype};
use crate::error::Result;
use crate::layout::normalize_axis;
use crate::ufunc;

/// Differences of neighbours along an axis, with more options than [`diff`] has.
///
/// ```
/// use ndtype::{Diff, array};
/// let a = array![1, 2, 4];
/// assert_eq!(Diff::new().prepend(&array![0]).of(&a)?.to_vec::<i32>()?, [1, 1, 2]);
/// assert_eq!(Diff::new().n(2).append(&array![7, 8]).of(&a)?.to_vec::<i32>()?, [1, 1, -2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Diff<'a> {
    n: usize,
    axis: isize,
    prepend: Option<&'a Array>,
    append: Option<&'a Array>,
}

impl Default for Diff<'_> {
    fn default() -> Self {
        Diff::new()
    }
}

impl<'a> Diff<'a> {
    /// Once, along the last axis.
    pub fn new() -> Diff<'a> {
        Diff { n: 1, axis: -1, prepend: None, append: None }
    }

    /// How often differences are taken, of each other.
    #[must_use]
    pub fn n(mut self, n: usize) -> Diff<'a> {
        self.n = n;
        self
    }

    /// Along this axis.
    #[must_use]
    pub fn axis(mut self, axis: isize) -> Diff<'a> {
        self.axis = axis;
        self
    }

    /// What comes before the elements: an array of as many axes, or a single value.
    #[must_use]
    pub fn prepend(mut self, values: &'a Array) -> Diff<'a> {
        self.prepend = Some(values);
        self
    }

    /// What comes after them.
    #[must_use]
    pub fn append(mut self, values: &'a Array) -> Diff<'a> {
        self.append = Some(values);
        self
    }

    /// The differences; errors as for [`diff`].
    pub fn of(self, a: &Array) -> Result<Array> {
        if self.n == 0 {
            return Ok(a.clone());
        }
        if a.ndim() == 0 {
            let reason = "diff requires input that is at least one dimensional";
            return Err(ValueError::Argument { reason, value: "an array without axes".to_owned() }.into());
        }
        let axis = normalize_axis(self.axis, a.ndim())?;
        let mut shape = a.shape().to_vec();
        shape[axis] = 1;
        let beside = |values: &Array| if values.ndim() == 0 { values.broadcast_to(&shape) } else { Ok(values.clone()) };
        let mut whole = a.clone();
        if self.prepend.is_some() || self.append.is_some() {
            let (before, after) = (self.prepend.map(beside).transpose()?, self.append.map(beside).transpose()?);
            let parts: Vec<&Array> = before.iter().chain([&whole]).chain(&after).collect();
            whole = concatenate(&parts, axis as isize)?;
        }
        let booleans = *whole.dtype() == Dtype::Bool;
        for _ in 0..self.n {
            let part = |start: Option<isize>, stop: Option<isize>| {
                let mut index = vec![Index::slice(None, None, None); axis];
                index.push(Index::slice(start, stop, None));
                whole.get(index)
            };
            let (later, earlier) = (part(Some(1), None)?, part(None, Some(-1))?);
            let minus = if booleans { &ufunc::NOT_EQUAL } else { &ufunc::SUBTRACT };
            whole = minus.call(&[&later, &earlier])?;
        }
        Ok(whole)
    }
}

/// Differences of neighbours along an axis, taken `n` times: NumPy's `diff`. Those of dates are spans, those of booleans are
/// booleans. See [`Diff`] for values before and after.
///
/// Errors: an array without axes; dtypes that cannot be subtracted; dates so far apart that the span does not fit.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 3, 6], [0, 5, 7]];
/// assert_eq!(np::diff(&a, 1, -1)?.to_vec::<i32>()?, [2, 3, 5, 2]);
/// assert_eq!(np::diff(&a, 2, 1)?.to_vec::<i32>()?, [1, -3]);
/// let days = array!["2020-02-28", "2020-03-01", "NaT"; dtype: "M8[D]"];
/// assert_eq!(np::diff(&days, 1, 0)?.get_scalar(&[0])?.to_string(), "2 days");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn diff(a: &Array, n: usize, axis: isize) -> Result<Array> {
    Diff::new().n(n).axis(axis).of(a)
}

/// Differences of all neighbours in C's order, with values before and after: NumPy's `ediff1d`. Those are cast to the dtype of
/// the differences, which that of the array has to allow by the rule of [`Casting::SameKind`].
///
/// Errors: values that cannot be cast so; dtypes that cannot be subtracted, booleans among them.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [4, 7]];
/// assert_eq!(np::ediff1d(&a, None, None)?.to_vec::<i32>()?, [1, 2, 3]);
/// let ends = np::ediff1d(&a, Some(&array![-99]), Some(&array![88, 99]))?;
/// assert_eq!(ends.to_vec::<i32>()?, [-99, 1, 2, 3, 88, 99]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ediff1d(a: &Array, to_begin: Option<&Array>, to_end: Option<&Array>) -> Result<Array> {
    let flat = a.ravel()?;
    let later = flat.get([Index::slice(Some(1), None, None)])?;
    let differences = ufunc::subtract(&later, &flat.get([Index::slice(None, Some(-1), None)])?)?;
    // The differences of dates are spans: what goes beside them is one as well, where NumPy wants a date and fails.
    let dtype = differences.dtype().clone();
    let beside = |values: &Array| {
        if !values.dtype().can_cast(&dtype, Casting::SameKind) {
            return Err(ValueError::Unsupported { operation: "ediff1d", dtype: values.dtype().clone() }.into());
        }
        values.ravel()?.astype(dtype.clone())
    };
    let (before, after) = (to_begin.map(beside).transpose()?, to_end.map(beside).transpose()?);
    let parts: Vec<&Array> = before.iter().chain([&differences]).chain(&after).collect();
    concatenate(&parts, 0)
}
