//! What there is in an array, each once.

use super::error::SortError;
use super::rows::{Rows, coding_of, dense, words_of};
use super::sort::{orders, sort};
use crate::array::{Array, Index, take};
use crate::dtype::{Dtype, DtypeKind};
use crate::element::Object;
use crate::error::Result;
use crate::kernels::sort::{Words, order};
use crate::layout::normalize_axis;

/// What is asked about the unique elements of an array: NumPy's `return_index`, `return_inverse`, `return_counts`, `axis` and
/// `equal_nan`.
///
/// ```
/// use ndtype::{Unique, array};
/// let found = Unique::new().index(true).inverse(true).counts(true).of(&array![5, 2, 5, 1])?;
/// assert_eq!(found.values.to_vec::<i32>()?, [1, 2, 5]);
/// assert_eq!(found.index.unwrap().to_vec::<i64>()?, [3, 1, 0]);
/// assert_eq!(found.inverse.unwrap().to_vec::<i64>()?, [2, 1, 2, 0]);
/// assert_eq!(found.counts.unwrap().to_vec::<i64>()?, [1, 1, 2]);
/// let rows = Unique::new().axis(0).of(&array![[1, 2], [0, 9], [1, 2]])?;
/// assert_eq!(rows.values.to_vec::<i32>()?, [0, 9, 1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "independent options, as NumPy names them")]
pub struct Unique {
    index: bool,
    inverse: bool,
    counts: bool,
    axis: Option<isize>,
    equal_nan: bool,
}

impl Default for Unique {
    fn default() -> Self {
        Unique { index: false, inverse: false, counts: false, axis: None, equal_nan: true }
    }
}

/// The unique elements, and what else was asked for.
#[derive(Debug)]
#[non_exhaustive]
pub struct UniqueResult {
    /// The elements, sorted.
    pub values: Array,
    /// Where each is first.
    pub index: Option<Array>,
    /// Which of them each element of the array is.
    pub inverse: Option<Array>,
    /// How often each is there.
    pub counts: Option<Array>,
}

impl Unique {
    /// The elements of the flattened array, and nothing else.
    #[must_use]
    pub fn new() -> Unique {
        Unique::default()
    }

    /// Whether to tell where each is first.
    #[must_use]
    pub fn index(mut self, index: bool) -> Self {
        self.index = index;
        self
    }

    /// Whether to tell which each element of the array is.
    #[must_use]
    pub fn inverse(mut self, inverse: bool) -> Self {
        self.inverse = inverse;
        self
    }

    /// Whether to tell how often each is there.
    #[must_use]
    pub fn counts(mut self, counts: bool) -> Self {
        self.counts = counts;
        self
    }

    /// The axis whose slices are compared as wholes; `None` for the elements of the flattened array.
    #[must_use]
    pub fn axis(mut self, axis: impl Into<Option<isize>>) -> Self {
        self.axis = axis.into();
        self
    }

    /// Whether all NaN are one, and all NaT; slices along an axis with any in them never are.
    #[must_use]
    pub fn equal_nan(mut self, equal_nan: bool) -> Self {
        self.equal_nan = equal_nan;
        self
    }

    /// The unique elements of an array. Errors: no such axis; objects along an axis, or that cannot be compared.
    pub fn of(self, a: &Array) -> Result<UniqueResult> {
        if let Some(axis) = self.axis {
            return self.along(a, normalize_axis(axis, a.ndim())?);
        }
        let flat = a.flatten()?;
        if !self.index && !self.inverse {
            let sorted = sort(&flat, 0)?;
            let heads = heads(&sorted, self.equal_nan)?;
            let first = Array::from_vec(heads.clone())?;
            let values = if heads.len() == flat.size() { sorted } else { take(&sorted, &first, 0)? };
            let counts = if self.counts { Some(Array::from_vec(lengths(&heads, flat.size()))?) } else { None };
            return Ok(UniqueResult { values, index: None, inverse: None, counts });
        }
        let order = orders("unique", &flat, &[])?;
        let sorted = take(&flat, &Array::from_slice(&order)?, 0)?;
        let heads = heads(&sorted, self.equal_nan)?;
        let index: Vec<i64> = heads.iter().map(|&head| order[head as usize]).collect();
        self.result(take(&flat, &Array::from_slice(&index)?, 0)?, &order, &heads, index, a.shape())
    }

    fn along(self, a: &Array, axis: usize) -> Result<UniqueResult> {
        if *a.dtype() == Dtype::Object {
            return Err(SortError::Unsupported { operation: "unique along an axis", dtype: Dtype::Object }.into());
        }
        let n = a.shape()[axis];
        let width = a.shape().iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, &n)| n).product::<usize>();
        let table = a.moveaxis(&[axis as isize], &[0])?.reshape([n as isize, width as isize])?;
        let columns = table.t();
        let columns =
            (0..width).map(|column| columns.get([Index::from(column as isize)])).collect::<Result<Vec<Array>>>()?;
        let rows = Rows::new("unique", &columns.iter().collect::<Vec<_>>(), &[])?;
        let order = order(&rows, n);
        let heads = heads_by(n, |at| {
            let (one, next) = (order[at - 1] as usize, order[at] as usize);
            rows.compare(one, next).is_eq() && !rows.has_missing(next)
        });
        let index: Vec<i64> = heads.iter().map(|&head| order[head as usize]).collect();
        let values = take(a, &Array::from_slice(&index)?, axis as isize)?;
        self.result(values, &order, &heads, index, &[n])
    }

    fn result(
        self,
        values: Array,
        order: &[i64],
        heads: &[i64],
        index: Vec<i64>,
        shape: &[usize],
    ) -> Result<UniqueResult> {
        let lengths = lengths(heads, order.len());
        let inverse = if self.inverse {
            let mut inverse = vec![0; order.len()];
            let mut at = 0;
            for (which, &length) in lengths.iter().enumerate() {
                for &place in &order[at..at + length as usize] {
                    inverse[place as usize] = which as i64;
                }
                at += length as usize;
            }
            Some(Array::from_shape_vec(shape, inverse)?)
        } else {
            None
        };
        let index = if self.index { Some(Array::from_vec(index)?) } else { None };
        let counts = if self.counts { Some(Array::from_vec(lengths)?) } else { None };
        Ok(UniqueResult { values, index, inverse, counts })
    }
}

/// How long each run is.
fn lengths(heads: &[i64], n: usize) -> Vec<i64> {
    let ends = heads.iter().skip(1).copied().chain((!heads.is_empty()).then_some(n as i64));
    heads.iter().zip(ends).map(|(&head, end)| end - head).collect()
}

/// Where each run of equal elements starts.
fn heads_by(n: usize, mut as_before: impl FnMut(usize) -> bool) -> Vec<i64> {
    let mut heads = Vec::new();
    if n > 0 {
        heads.push(0);
        heads.extend((1..n).filter(|&at| !as_before(at)).map(|at| at as i64));
    }
    heads
}

/// Where each run of equal elements starts in a sorted array.
pub(super) fn heads(sorted: &Array, equal_nan: bool) -> Result<Vec<i64>> {
    let n = sorted.size();
    if let Some(coding) = coding_of(sorted.dtype()) {
        let words = words_of(&dense(sorted)?, &coding)?;
        let missing = if equal_nan { None } else { coding.missing(sorted.itemsize()) };
        // Without a branch: whether the next one is the same is anyone's guess.
        let mut heads = vec![0i64; n];
        let mut count = usize::from(n > 0);
        for at in 1..n {
            heads[count] = at as i64;
            count += usize::from(words[at] != words[at - 1] || Some(words[at]) == missing);
        }
        heads.truncate(count);
        return Ok(heads);
    }
    if *sorted.dtype() == Dtype::Object {
        let objects = dense(sorted)?;
        let objects = objects.as_slice::<Object>()?;
        return Ok(heads_by(n, |at| objects[at].same_as(&objects[at - 1])));
    }
    let rows = Rows::new("unique", &[sorted], &[])?;
    // All complex numbers with a NaN are one.
    let one_nan = equal_nan && sorted.dtype().kind() == DtypeKind::Complex;
    Ok(heads_by(n, |at| match (rows.has_missing(at), one_nan) {
        (false, _) => rows.compare(at - 1, at).is_eq(),
        (true, true) => rows.has_missing(at - 1),
        (true, false) => false,
    }))
}

/// The sorted elements of an array, each once: NumPy's `unique`. All NaN are one. See [`Unique`] for more.
///
/// Errors: objects that cannot be compared.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::unique(&array![[3, 1], [1, 2]])?.to_vec::<i32>()?, [1, 2, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unique(a: &Array) -> Result<Array> {
    Ok(Unique::new().of(a)?.values)
}

/// The unique elements, where they are first, which each element is, and how often they are there: NumPy's `unique_all`. No two
/// NaN are one.
///
/// ```
/// use ndtype::{self as np, array};
/// let found = np::unique_all(&array![1.0, f64::NAN, f64::NAN])?;
/// assert_eq!(found.counts.unwrap().to_vec::<i64>()?, [1, 1, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unique_all(a: &Array) -> Result<UniqueResult> {
    Unique::new().index(true).inverse(true).counts(true).equal_nan(false).of(a)
}

/// The unique elements and how often they are there: NumPy's `unique_counts`.
///
/// ```
/// use ndtype::{self as np, array};
/// let (values, counts) = np::unique_counts(&array!["a", "b", "a"])?;
/// assert_eq!((values.size(), counts.to_vec::<i64>()?), (2, vec![2, 1]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unique_counts(a: &Array) -> Result<(Array, Array)> {
    let found = Unique::new().counts(true).equal_nan(false).of(a)?;
    Ok((found.values, found.counts.unwrap_or(Array::zeros([0], Dtype::Int64)?)))
}

/// The unique elements and which of them each element is: NumPy's `unique_inverse`.
///
/// ```
/// use ndtype::{self as np, array};
/// let (values, inverse) = np::unique_inverse(&array![7, 5, 7])?;
/// assert_eq!(np::take(&values, &inverse, 0)?.to_vec::<i32>()?, [7, 5, 7]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unique_inverse(a: &Array) -> Result<(Array, Array)> {
    let found = Unique::new().inverse(true).equal_nan(false).of(a)?;
    Ok((found.values, found.inverse.unwrap_or(Array::zeros([0], Dtype::Int64)?)))
}

/// The unique elements, no two NaN being one: NumPy's `unique_values`. They are sorted, which NumPy does not promise.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::unique_values(&array![2, 1, 2])?.to_vec::<i32>()?, [1, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unique_values(a: &Array) -> Result<Array> {
    Ok(Unique::new().equal_nan(false).of(a)?.values)
}
