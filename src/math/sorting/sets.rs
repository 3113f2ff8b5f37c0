//! Arrays as sets.

use super::rows::{Rows, coding_of, dense, joined, words_of};
use super::search::{Side, places};
use super::sort::{orders, sort};
use super::unique::{Unique, heads, unique};
use crate::array::{Array, extract, take};
use crate::dtype::Dtype;
use crate::element::Object;
use crate::error::Result;
use crate::kernels::sort::Words;

/// What is in both arrays, sorted, each once: NumPy's `intersect1d`. Both are cast to the dtype that they promote to.
///
/// Errors: dtypes without a common one, objects that cannot be compared.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::intersect1d(&array![1, 3, 4, 3], &array![3, 1, 2, 1])?.to_vec::<i32>()?, [1, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn intersect1d(a: &Array, b: &Array) -> Result<Array> {
    Ok(intersect1d_indices(a, b)?.0)
}

/// As [`intersect1d`], and where each is first in both flattened arrays: NumPy's `intersect1d(..., return_indices=True)`.
///
/// ```
/// use ndtype::{self as np, array};
/// let (values, a, b) = np::intersect1d_indices(&array![1, 3, 4, 3], &array![3, 1, 2, 1])?;
/// assert_eq!(values.to_vec::<i32>()?, [1, 3]);
/// assert_eq!((a.to_vec::<i64>()?, b.to_vec::<i64>()?), (vec![0, 1], vec![1, 0]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn intersect1d_indices(a: &Array, b: &Array) -> Result<(Array, Array, Array)> {
    let once = |x: &Array| -> Result<(Array, Array)> {
        let found = Unique::new().index(true).of(x)?;
        Ok((found.values, found.index.unwrap_or(Array::zeros([0], Dtype::Int64)?)))
    };
    let ((a, a_index), (b, b_index)) = (once(a)?, once(b)?);
    let both = joined(&a, &b)?;
    let order = orders("intersect1d", &both, &[])?;
    let sorted = take(&both, &Array::from_slice(&order)?, 0)?;
    // Runs of two: the first is of the first array, as orders are stable.
    let heads = heads(&sorted, false)?;
    let n = order.len() as i64;
    let ends = heads.iter().skip(1).copied().chain([n]);
    let (mut first, mut in_a, mut in_b) = (Vec::new(), Vec::new(), Vec::new());
    for (&head, end) in heads.iter().zip(ends).filter(|(head, end)| end - **head > 1) {
        first.push(head);
        in_a.push(order[head as usize]);
        in_b.push(order[end as usize - 1] - a.size() as i64);
    }
    let values = take(&sorted, &Array::from_vec(first)?, 0)?;
    Ok((values, take(&a_index, &Array::from_vec(in_a)?, 0)?, take(&b_index, &Array::from_vec(in_b)?, 0)?))
}

/// What is in either array, sorted, each once: NumPy's `union1d`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::union1d(&array![3, 1], &array![1, 2])?.to_vec::<i32>()?, [1, 2, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn union1d(a: &Array, b: &Array) -> Result<Array> {
    unique(&joined(a, b)?)
}

/// What is in the first array and not in the second, sorted, each once: NumPy's `setdiff1d`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::setdiff1d(&array![1, 2, 3, 2], &array![2, 4])?.to_vec::<i32>()?, [1, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn setdiff1d(a: &Array, b: &Array) -> Result<Array> {
    let (a, b) = (unique(a)?, unique(b)?);
    extract(&isin_with(&a, &b, In::new().invert(true))?, &a)
}

/// What is in one of two arrays only, sorted, each once: NumPy's `setxor1d`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::setxor1d(&array![1, 2, 3, 2], &array![2, 4])?.to_vec::<i32>()?, [1, 3, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn setxor1d(a: &Array, b: &Array) -> Result<Array> {
    let sorted = sort(&joined(&unique(a)?, &unique(b)?)?, 0)?;
    let heads = heads(&sorted, false)?;
    let ends = heads.iter().skip(1).copied().chain([sorted.size() as i64]);
    let single = heads.iter().zip(ends).filter(|(head, end)| end - **head == 1).map(|(&head, _)| head);
    take(&sorted, &Array::from_vec(single.collect::<Vec<_>>())?, 0)
}

/// How [`isin_with`] answers.
#[derive(Clone, Copy, Debug, Default)]
pub struct In {
    invert: bool,
}

impl In {
    /// Whether elements are in it.
    #[must_use]
    pub fn new() -> In {
        In::default()
    }

    /// Whether to tell which elements are not in it.
    #[must_use]
    pub fn invert(mut self, invert: bool) -> In {
        self.invert = invert;
        self
    }
}

/// Whether each element is among those of another array: NumPy's `isin`. NaN is not in anything.
///
/// Errors: dtypes without a common one.
///
/// ```
/// use ndtype::{self as np, array};
/// let found = np::isin(&array![[1, 2], [3, 4]], &array![2, 4, 5])?;
/// assert_eq!((found.shape(), found.to_vec::<bool>()?), (&[2, 2][..], vec![false, true, false, true]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isin(a: &Array, test: &Array) -> Result<Array> {
    isin_with(a, test, In::new())
}

/// As [`isin`], or which elements are not.
///
/// ```
/// use ndtype::{self as np, In, array};
/// assert_eq!(np::isin_with(&array!["a", "b"], &array!["b"], In::new().invert(true))?.to_vec::<bool>()?, [true, false]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn isin_with(a: &Array, test: &Array, spec: In) -> Result<Array> {
    let mut found = members(a, test)?;
    if spec.invert {
        for found in &mut found {
            *found = !*found;
        }
    }
    Array::from_shape_vec(a.shape(), found)
}

fn members(a: &Array, test: &Array) -> Result<Vec<bool>> {
    let n = test.size();
    if n == 0 || a.is_empty() {
        return Ok(vec![false; a.size()]);
    }
    if *a.dtype() == Dtype::Object || *test.dtype() == Dtype::Object {
        // Objects need no order: each is compared with each, as in NumPy.
        let objects = |x: &Array| dense(&x.astype(Dtype::Object)?);
        let (a, test) = (objects(a)?, objects(test)?);
        let test = test.as_slice::<Object>()?;
        return Ok(a.as_slice::<Object>()?.iter().map(|x| test.iter().any(|y| x.same_as(y))).collect());
    }
    let common = a.dtype().promote(test.dtype())?;
    let cast = |x: &Array| if *x.dtype() == common { Ok(x.clone()) } else { x.astype(common.clone()) };
    let (a, test) = (cast(a)?.flatten()?, sort(&cast(test)?, None)?);
    let places = places(&test, &a, Side::Left)?;
    if let Some(coding) = coding_of(&common) {
        let (test, wanted) = (words_of(&dense(&test)?, &coding)?, words_of(&dense(&a)?, &coding)?);
        let missing = coding.missing(common.itemsize());
        let each = places.iter().zip(&wanted);
        return Ok(each.map(|(&at, word)| test.get(at as usize) == Some(word) && Some(*word) != missing).collect());
    }
    let rows = Rows::new("isin", &[&joined(&test, &a)?], &[])?;
    let same =
        |(i, &at): (usize, &i64)| at < n as i64 && rows.compare(at as usize, n + i).is_eq() && !rows.has_missing(n + i);
    Ok(places.iter().enumerate().map(same).collect())
}
