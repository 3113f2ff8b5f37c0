//! Some places in order, the others on the right side of them.

use super::error::SortError;
use super::options::Sort;
use super::rows::{check_order, coding_of};
use super::sort::{along, argsort, sort, sort_bits, with_bits};
use crate::array::Array;
use crate::error::Result;
use crate::kernels::sort::{Coding, select_rows};
use crate::threads;

/// Which places a partition puts in order: one, or several. Negative ones count from the end.
#[derive(Clone, Debug)]
pub struct Kth(Vec<isize>);

impl From<isize> for Kth {
    fn from(kth: isize) -> Self {
        Kth(vec![kth])
    }
}

impl<const N: usize> From<[isize; N]> for Kth {
    fn from(kth: [isize; N]) -> Self {
        Kth(kth.to_vec())
    }
}

impl From<&[isize]> for Kth {
    fn from(kth: &[isize]) -> Self {
        Kth(kth.to_vec())
    }
}

impl From<Vec<isize>> for Kth {
    fn from(kth: Vec<isize>) -> Self {
        Kth(kth)
    }
}

impl Kth {
    /// The places, counted from the start, in order. As in NumPy, nothing is checked where there are no elements.
    fn places(&self, size: usize, empty: bool) -> Result<Vec<usize>> {
        let place = |&kth: &isize| {
            let counted = if kth < 0 { kth + size as isize } else { kth };
            if counted < 0 || counted >= size as isize {
                Err(SortError::Kth { kth, size }.into())
            } else {
                Ok(counted as usize)
            }
        };
        if empty {
            return Ok(Vec::new());
        }
        let mut places = self.0.iter().map(place).collect::<Result<Vec<usize>>>()?;
        places.sort_unstable();
        places.dedup();
        Ok(places)
    }
}

/// A copy in which the elements at some places are those of the sorted array, smaller ones before and larger ones after them:
/// NumPy's `partition`. What is on one side of them may be in another order than NumPy's.
///
/// Errors: a place that no element has; else as for [`sort()`].
///
/// ```
/// use ndtype::{self as np, array};
/// let a = np::partition(&array![7, 1, 5, 3, 9], 2, 0)?;
/// assert_eq!(a.get("2")?.item::<i32>()?, 5);
/// assert!(np::partition(&a, 5, 0).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn partition(a: &Array, kth: impl Into<Kth>, spec: impl Into<Sort>) -> Result<Array> {
    let (kth, spec) = (kth.into(), spec.into());
    let (a, axis) = along(a, &spec)?;
    check_order(a.dtype(), &spec.order)?;
    let places = kth.places(a.shape()[axis], a.is_empty())?;
    match coding_of(a.dtype()) {
        Some(coding) if !a.is_empty() => threads::within(spec.threads, || {
            with_bits(a.copy()?, axis, |bits, n| select_bits(bits, n, &places, &coding))
        }),
        _ => sort(&a, Sort { axis: Some(axis as isize), ..spec }),
    }
}

fn select_bits(bits: &mut Array, n: usize, places: &[usize], coding: &Coding) -> Result<()> {
    match bits.itemsize() {
        1 => sort_bits(bits, n, coding)?,
        2 => select_rows(bits.as_slice_mut::<u16>()?, n, places, coding),
        4 => select_rows(bits.as_slice_mut::<u32>()?, n, places, coding),
        _ => select_rows(bits.as_slice_mut::<u64>()?, n, places, coding),
    }
    Ok(())
}

/// The order that [partitions](partition) an array: NumPy's `argpartition`. Here all places are in order.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![7, 1, 5, 3, 9];
/// assert_eq!(np::argpartition(&a, [0, -1], 0)?.get("-1")?.item::<i64>()?, 4);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn argpartition(a: &Array, kth: impl Into<Kth>, spec: impl Into<Sort>) -> Result<Array> {
    let (kth, spec) = (kth.into(), spec.into());
    let (a, axis) = along(&crate::array::atleast_1d(a)?, &spec)?;
    kth.places(a.shape()[axis], a.is_empty())?;
    argsort(&a, Sort { axis: Some(axis as isize), ..spec })
}

impl Array {
    /// Partitions in place: NumPy's `a.partition(kth)`; see [`partition`].
    pub fn partition(&mut self, kth: impl Into<Kth>, spec: impl Into<Sort>) -> Result<()> {
        let shape: Vec<isize> = self.shape().iter().map(|&n| n as isize).collect();
        *self = partition(self, kth, spec)?.reshape(shape)?;
        Ok(())
    }

    /// The order that partitions the array: [`argpartition`].
    pub fn argpartition(&self, kth: impl Into<Kth>, spec: impl Into<Sort>) -> Result<Array> {
        argpartition(self, kth, spec)
    }
}
