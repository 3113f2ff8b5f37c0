//! What is reduced: the option value of reductions.

use smallvec::SmallVec;

use crate::array::Array;
use crate::dtype::{Dtype, IntoDtype};
use crate::element::Scalar;
use crate::error::Result;
use crate::layout::{Dims, normalize_axes};

/// Which axes are reduced, and how: NumPy's `axis`, `keepdims`, `initial`, `where`, `dtype` and `out`.
///
/// Made from `..` (all axes), an axis, several axes, or an `Option` of an axis, of which `None` is all.
///
/// ```
/// use ndtype::{Reduce, array};
/// let a = array![[1, 2, 3], [4, 5, 6]];
/// assert_eq!(a.sum(..)?.item::<i64>()?, 21);
/// assert_eq!(a.sum(0)?.to_vec::<i64>()?, [5, 7, 9]);
/// assert_eq!(a.sum([0, 1])?.item::<i64>()?, 21);
/// assert_eq!(a.sum(Reduce::axis(-1).keepdims(true))?.shape(), [2, 1]);
/// assert_eq!(a.sum(Reduce::all().initial(100))?.item::<i64>()?, 121);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug, Default)]
pub struct Reduce<'a> {
    /// All if there are none.
    pub(crate) axes: Option<SmallVec<[isize; 4]>>,
    pub(crate) keepdims: bool,
    pub(crate) initial: Option<Scalar>,
    pub(crate) r#where: Option<&'a Array>,
    pub(crate) dtype: Option<Dtype>,
    pub(crate) out: Option<&'a mut Array>,
    pub(crate) ddof: f64,
    pub(crate) threads: Option<usize>,
}

impl<'a> Reduce<'a> {
    /// All axes.
    #[must_use]
    pub fn all() -> Reduce<'a> {
        Reduce::default()
    }

    /// One axis; negative ones count from the end.
    #[must_use]
    pub fn axis(axis: isize) -> Reduce<'a> {
        Reduce::axes(&[axis])
    }

    /// Several axes. None at all leaves every element as it is.
    #[must_use]
    pub fn axes(axes: &[isize]) -> Reduce<'a> {
        Reduce { axes: Some(axes.into()), ..Reduce::default() }
    }

    /// Whether reduced axes stay, with a size of one.
    #[must_use]
    pub fn keepdims(mut self, keepdims: bool) -> Self {
        self.keepdims = keepdims;
        self
    }

    /// What the reduction starts from.
    #[must_use]
    pub fn initial(mut self, initial: impl Into<Scalar>) -> Self {
        self.initial = Some(initial.into());
        self
    }

    /// Which elements count; the mask is broadcast.
    #[must_use]
    pub fn r#where(mut self, mask: &'a Array) -> Self {
        self.r#where = Some(mask);
        self
    }

    /// The dtype to compute in, and of the result. An error if it is none.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Result<Self> {
        self.dtype = Some(dtype.into_dtype()?);
        Ok(self)
    }

    /// Where the result goes.
    #[must_use]
    pub fn out(mut self, out: &'a mut Array) -> Self {
        self.out = Some(out);
        self
    }

    /// For variances: what is taken off the number of elements that the sum is divided by; 0 if nothing is said.
    #[must_use]
    pub fn ddof(mut self, ddof: f64) -> Self {
        self.ddof = ddof;
        self
    }

    /// How many threads may work on it, whatever [`set_threads`](crate::set_threads) says; 1 for this one alone. Results do
    /// not depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// The same axes, kept or not, the same mask, and as many threads.
    pub(crate) fn same_axes(&self) -> Reduce<'a> {
        let Reduce { keepdims, r#where, threads, .. } = *self;
        Reduce { axes: self.axes.clone(), keepdims, r#where, threads, ..Reduce::default() }
    }

    /// The axes that are reduced, counted from zero, in order.
    pub(crate) fn counted(&self, ndim: usize) -> Result<Dims> {
        match &self.axes {
            None => Ok((0..ndim).collect()),
            // As in NumPy: an array without axes has an axis 0 to reduce.
            Some(axes) if ndim == 0 && matches!(axes[..], [0 | -1]) => Ok(Dims::new()),
            Some(axes) => {
                let mut counted = normalize_axes(axes, ndim)?;
                counted.sort_unstable();
                Ok(counted)
            }
        }
    }
}

impl From<std::ops::RangeFull> for Reduce<'_> {
    fn from(_: std::ops::RangeFull) -> Self {
        Reduce::all()
    }
}

impl From<isize> for Reduce<'_> {
    fn from(axis: isize) -> Self {
        Reduce::axis(axis)
    }
}

impl From<Option<isize>> for Reduce<'_> {
    fn from(axis: Option<isize>) -> Self {
        axis.map_or_else(Reduce::all, Reduce::axis)
    }
}

impl<const N: usize> From<[isize; N]> for Reduce<'_> {
    fn from(axes: [isize; N]) -> Self {
        Reduce::axes(&axes)
    }
}

impl From<&[isize]> for Reduce<'_> {
    fn from(axes: &[isize]) -> Self {
        Reduce::axes(axes)
    }
}

impl From<Vec<isize>> for Reduce<'_> {
    fn from(axes: Vec<isize>) -> Self {
        Reduce::axes(&axes)
    }
}
