//! Cutting an array into parts, all of them views.

use super::{Array, Index, ValueError};
use crate::error::Result;
use crate::layout::{ShapeError, normalize_axis};

/// Where an array is cut: into so many parts, or before these positions. What [`split`] and its kin take; a number or a list
/// stands for it.
///
/// ```
/// use ndtype::Cuts;
/// assert_eq!(Cuts::from(3), Cuts::Parts(3));
/// assert_eq!(Cuts::from([1, -1]), Cuts::At(vec![1, -1]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cuts {
    /// So many parts.
    Parts(usize),
    /// Before these positions, which may be negative or beyond the end, as in slices.
    At(Vec<isize>),
}

impl From<usize> for Cuts {
    fn from(parts: usize) -> Cuts {
        Cuts::Parts(parts)
    }
}

impl From<&[isize]> for Cuts {
    fn from(positions: &[isize]) -> Cuts {
        Cuts::At(positions.to_vec())
    }
}

impl<const N: usize> From<[isize; N]> for Cuts {
    fn from(positions: [isize; N]) -> Cuts {
        Cuts::At(positions.to_vec())
    }
}

impl From<Vec<isize>> for Cuts {
    fn from(positions: Vec<isize>) -> Cuts {
        Cuts::At(positions)
    }
}

impl Array {
    /// The positions `start..stop` of an axis, by the rules of slices.
    pub(super) fn slice_axis(&self, axis: usize, start: Option<isize>, stop: Option<isize>) -> Result<Array> {
        let mut items = vec![Index::from(..); axis];
        items.push(Index::slice(start, stop, None));
        self.get(items)
    }
}

/// The parts of an array along an axis, as views: NumPy's `array_split`. Parts that cannot all be of one size differ by one,
/// the larger ones first. Errors: no parts, no such axis.
///
/// ```
/// use ndtype as np;
/// let parts = np::array_split(&np::arange(0, 5, 1)?, 2, 0)?;
/// assert_eq!((parts[0].to_vec::<i64>()?, parts[1].to_vec::<i64>()?), (vec![0, 1, 2], vec![3, 4]));
/// let parts = np::array_split(&np::arange(0, 5, 1)?, [1, 3], 0)?;
/// assert_eq!(parts.iter().map(|part| part.size()).collect::<Vec<_>>(), [1, 2, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn array_split(a: &Array, cuts: impl Into<Cuts>, axis: isize) -> Result<Vec<Array>> {
    let axis = normalize_axis(axis, a.ndim())?;
    let n = a.shape()[axis];
    let positions = match cuts.into() {
        Cuts::At(positions) => positions,
        Cuts::Parts(0) => {
            let reason = "the number of parts must be larger than 0";
            return Err(ValueError::Argument { reason, value: "0".to_owned() }.into());
        }
        Cuts::Parts(parts) => {
            // There may be many more parts than positions.
            let mut positions = super::reserved(parts - 1)?;
            positions.extend((1..parts).map(|i| (i * (n / parts) + i.min(n % parts)) as isize));
            positions
        }
    };
    let mut parts = super::reserved(positions.len() + 1)?;
    let mut start = 0;
    for stop in positions.into_iter().chain([n as isize]) {
        parts.push(a.slice_axis(axis, Some(start), Some(stop))?);
        start = stop;
    }
    Ok(parts)
}

/// The parts of an array along an axis, as views: NumPy's `split`. As [`array_split`], but an error unless so many parts are
/// all of one size.
///
/// ```
/// use ndtype as np;
/// let parts = np::split(&np::arange(0, 6, 1)?, 3, 0)?;
/// assert_eq!(parts[1].to_vec::<i64>()?, [2, 3]);
/// assert!(np::split(&np::arange(0, 5, 1)?, 2, 0).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn split(a: &Array, cuts: impl Into<Cuts>, axis: isize) -> Result<Vec<Array>> {
    let cuts = cuts.into();
    let n = a.shape()[normalize_axis(axis, a.ndim())?];
    if let Cuts::Parts(parts @ 1..) = cuts
        && !n.is_multiple_of(parts)
    {
        let reason = "array split does not result in an equal division";
        return Err(ValueError::Argument { reason, value: format!("{n} into {parts}") }.into());
    }
    array_split(a, cuts, axis)
}

fn split_of(a: &Array, cuts: Cuts, axis: isize, least: usize, what: &'static str) -> Result<Vec<Array>> {
    if a.ndim() < least {
        return Err(ShapeError::Dimensions { what, ndim: a.ndim() }.into());
    }
    split(a, cuts, axis)
}

/// The parts beside each other: NumPy's `hsplit`, along the second axis, or the only one. Errors as for [`split`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::hsplit(&array![[1, 2], [3, 4]], 2)?[1].to_vec::<i32>()?, [2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn hsplit(a: &Array, cuts: impl Into<Cuts>) -> Result<Vec<Array>> {
    split_of(a, cuts.into(), isize::from(a.ndim() > 1), 1, "hsplit only works on arrays of 1 or more dimensions")
}

/// The parts below each other: NumPy's `vsplit`, along the first axis of two or more. Errors as for [`split`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::vsplit(&array![[1, 2], [3, 4]], 2)?[1].to_vec::<i32>()?, [3, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn vsplit(a: &Array, cuts: impl Into<Cuts>) -> Result<Vec<Array>> {
    split_of(a, cuts.into(), 0, 2, "vsplit only works on arrays of 2 or more dimensions")
}

/// The parts behind each other: NumPy's `dsplit`, along the third axis. Errors as for [`split`].
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::dsplit(&array![[[1, 2], [3, 4]]], 2)?[1].to_vec::<i32>()?, [2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn dsplit(a: &Array, cuts: impl Into<Cuts>) -> Result<Vec<Array>> {
    split_of(a, cuts.into(), 2, 3, "dsplit only works on arrays of 3 or more dimensions")
}

/// The arrays along an axis, as views without it: NumPy's `unstack`. An error if there is no such axis.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::unstack(&array![[1, 2], [3, 4]], 1)?[0].to_vec::<i32>()?, [1, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn unstack(a: &Array, axis: isize) -> Result<Vec<Array>> {
    Ok(a.axis_iter(axis)?.collect())
}

/// Which ends [`trim_zeros`] cuts off.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Trim {
    /// The zeros at the start: NumPy's `'f'`.
    Front,
    /// The zeros at the end: NumPy's `'b'`.
    Back,
    /// Both: NumPy's `'fb'`.
    #[default]
    Both,
}

/// The array without the zeros around what is not zero, along all axes or these, as a view: NumPy's `trim_zeros`. What is true
/// is as for [`nonzero`](super::nonzero). An error if there is no such axis, or one comes twice.
///
/// ```
/// use ndtype::{self as np, Trim, array};
/// let a = array![0, 0, 1, 0, 2, 0];
/// assert_eq!(np::trim_zeros(&a, Trim::Both, None)?.to_vec::<i32>()?, [1, 0, 2]);
/// assert_eq!(np::trim_zeros(&a, Trim::Front, None)?.to_vec::<i32>()?, [1, 0, 2, 0]);
/// assert_eq!(np::trim_zeros(&array![0, 0], Trim::Both, None)?.size(), 0);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn trim_zeros(a: &Array, trim: Trim, axes: Option<&[isize]>) -> Result<Array> {
    let axes: Vec<usize> = match axes {
        None => (0..a.ndim()).collect(),
        Some(axes) => axes.iter().map(|&axis| normalize_axis(axis, a.ndim())).collect::<Result<_>>()?,
    };
    if let Some(twice) = axes.iter().enumerate().find(|(i, axis)| axes[..*i].contains(axis)) {
        return Err(ValueError::Argument { reason: "repeated axis", value: twice.1.to_string() }.into());
    }
    if axes.is_empty() {
        return Ok(a.clone());
    }
    let found = super::nonzero(a)?;
    axes.into_iter().try_fold(a.clone(), |trimmed, axis| {
        let positions = found[axis].as_slice::<i64>()?;
        let (Some(&first), Some(&last)) = (positions.iter().min(), positions.iter().max()) else {
            return trimmed.slice_axis(axis, Some(0), Some(0));
        };
        let (start, stop) = (Some(first as isize), Some(last as isize + 1));
        match trim {
            Trim::Front => trimmed.slice_axis(axis, start, None),
            Trim::Back => trimmed.slice_axis(axis, None, stop),
            Trim::Both => trimmed.slice_axis(axis, start, stop),
        }
    })
}
