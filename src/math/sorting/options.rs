//! How arrays are sorted: the option value.

/// Along which axis an array is sorted, and how: NumPy's `axis`, `stable` and `order`.
///
/// Made from an axis, from `..` or `None` for the flattened array, or built from [`Sort::new`], which sorts along the last
/// axis. Every sort here is stable, so that [`stable`](Sort::stable) changes nothing: NumPy's default sorts are not, and
/// leave equal elements in any order.
///
/// ```
/// use ndtype::{self as np, Array, Dtype, Sort, array};
/// let a = array![[3, 1], [2, 4]];
/// assert_eq!(np::sort(&a, 1)?.to_vec::<i32>()?, [1, 3, 2, 4]);
/// assert_eq!(np::sort(&a, 0)?.to_vec::<i32>()?, [2, 1, 3, 4]);
/// assert_eq!(np::sort(&a, None)?.to_vec::<i32>()?, [1, 2, 3, 4]);
/// assert_eq!(np::argsort(&a, Sort::new().stable(true))?.to_vec::<i64>()?, [1, 0, 0, 1]);
///
/// let mut points = Array::zeros([3], Dtype::structured([("x", "i4"), ("y", "f8")])?)?;
/// points.set("'y'", &array![2.5, 1.5, 0.5])?;
/// assert_eq!(np::argsort(&points, Sort::new().order(["y"]))?.to_vec::<i64>()?, [2, 1, 0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Sort {
    /// Flattened if there is none.
    pub(super) axis: Option<isize>,
    pub(super) order: Vec<String>,
    pub(super) threads: Option<usize>,
}

impl Default for Sort {
    fn default() -> Self {
        Sort { axis: Some(-1), order: Vec::new(), threads: None }
    }
}

impl Sort {
    /// Along the last axis.
    #[must_use]
    pub fn new() -> Sort {
        Sort::default()
    }

    /// Along this axis; negative ones count from the end. `None` flattens the array first.
    #[must_use]
    pub fn axis(mut self, axis: impl Into<Option<isize>>) -> Sort {
        self.axis = axis.into();
        self
    }

    /// Whether equal elements keep their order, which they always do.
    #[must_use]
    pub fn stable(self, _stable: bool) -> Sort {
        self
    }

    /// How many threads may work on it, whatever [`set_threads`](crate::set_threads) says; 1 for this one alone. Results do not
    /// depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Sort {
        self.threads = Some(threads);
        self
    }

    /// For records: the fields to compare first, by name; the others follow in their own order. An error later if there is
    /// no such field.
    #[must_use]
    pub fn order<S: Into<String>>(mut self, fields: impl IntoIterator<Item = S>) -> Sort {
        self.order = fields.into_iter().map(Into::into).collect();
        self
    }
}

impl From<isize> for Sort {
    fn from(axis: isize) -> Self {
        Sort::new().axis(axis)
    }
}

impl From<Option<isize>> for Sort {
    fn from(axis: Option<isize>) -> Self {
        Sort::new().axis(axis)
    }
}

impl From<std::ops::RangeFull> for Sort {
    fn from(_: std::ops::RangeFull) -> Self {
        Sort::new().axis(None)
    }
}
