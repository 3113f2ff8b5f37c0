//! Where values belong in sorted arrays.

use super::error::SortError;
use super::rows::{Rows, bits_of, coding_of, dense, joined, object_before, words_of};
use crate::array::{Array, IntoValue, take};
use crate::dtype::{Dtype, DtypeKind};
use crate::element::Object;
use crate::error::Result;
use crate::kernels::sort::{Coding, Raw, Words, search};

/// On which side of those that are equal to it an element belongs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Side {
    /// Before them: NumPy's `"left"`.
    #[default]
    Left,
    /// After them: NumPy's `"right"`.
    Right,
}

/// How sorted arrays are searched: NumPy's `side` and `sorter`. Made from a [`Side`] too.
#[derive(Clone, Copy, Debug, Default)]
pub struct Search<'a> {
    side: Side,
    sorter: Option<&'a Array>,
}

impl<'a> Search<'a> {
    /// On the left side, in an array that is sorted.
    #[must_use]
    pub fn new() -> Search<'a> {
        Search::default()
    }

    /// On which side of equal elements a value belongs.
    #[must_use]
    pub fn side(mut self, side: Side) -> Self {
        self.side = side;
        self
    }

    /// The order that sorts the array, which need not be sorted then.
    #[must_use]
    pub fn sorter(mut self, sorter: &'a Array) -> Self {
        self.sorter = Some(sorter);
        self
    }
}

impl From<Side> for Search<'_> {
    fn from(side: Side) -> Self {
        Search::new().side(side)
    }
}

/// Where values have to be put into a sorted array so that it stays sorted: NumPy's `searchsorted`, before elements that are
/// equal. Both are cast to the dtype that they promote to. What comes out of an array that is not sorted is some place.
///
/// Errors: an array of another number of axes than one, dtypes without a common one or without an order.
///
/// ```
/// use ndtype::{self as np, Side, array};
/// let a = array![1.0, 2.0, 2.0, 5.0];
/// assert_eq!(np::searchsorted(&a, &array![2.0, 0.0, f64::NAN])?.to_vec::<i64>()?, [1, 0, 4]);
/// assert_eq!(np::searchsorted_with(&a, 2.0, Side::Right)?.item::<i64>()?, 3);
/// assert!(np::searchsorted(&array![[1]], 1).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn searchsorted(a: &Array, v: impl IntoValue) -> Result<Array> {
    searchsorted_with(a, v, Search::new())
}

/// As [`searchsorted`], on the other side, or by the order of a sorter.
///
/// Errors: also a sorter of another size, or that holds anything but places of elements.
///
/// ```
/// use ndtype::{self as np, Search, array};
/// let (a, order) = (array![30, 10, 20], array![1, 2, 0]);
/// assert_eq!(np::searchsorted_with(&a, 20, Search::new().sorter(&order))?.item::<i64>()?, 1);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn searchsorted_with<'a>(a: &Array, v: impl IntoValue, spec: impl Into<Search<'a>>) -> Result<Array> {
    let (v, spec) = (v.into_value()?, spec.into());
    if a.ndim() != 1 {
        return Err(SortError::NotOneAxis { what: "an array that is searched", ndim: a.ndim() }.into());
    }
    let sorted = match spec.sorter {
        None => a.clone(),
        Some(sorter) => {
            check_sorter(sorter, a.size())?;
            take(a, sorter, 0)?
        }
    };
    let common = if a.dtype() == v.dtype() { a.dtype().clone() } else { a.dtype().promote(v.dtype())? };
    let cast = |x: &Array| if *x.dtype() == common { Ok(x.clone()) } else { x.astype(common.clone()) };
    let places = places(&cast(&sorted)?, &cast(&v)?, spec.side)?;
    Array::from_shape_vec(v.shape(), places)
}

impl Array {
    /// Where values belong in this sorted array: [`searchsorted`].
    pub fn searchsorted(&self, v: impl IntoValue) -> Result<Array> {
        searchsorted(self, v)
    }
}

fn check_sorter(sorter: &Array, size: usize) -> Result<()> {
    if !matches!(sorter.dtype().kind(), DtypeKind::Integer | DtypeKind::Unsigned) {
        return Err(SortError::Sorter { found: sorter.dtype().repr() }.into());
    }
    if sorter.ndim() != 1 {
        return Err(SortError::NotOneAxis { what: "a sorter", ndim: sorter.ndim() }.into());
    }
    if sorter.size() != size {
        return Err(SortError::SorterSize { sorter: sorter.size(), size }.into());
    }
    let places = sorter.astype(Dtype::Int64)?;
    match places.to_vec::<i64>()?.iter().find(|&&place| place < 0 || place >= size as i64) {
        Some(place) => Err(SortError::Sorter { found: place.to_string() }.into()),
        None => Ok(()),
    }
}

/// For each value, how many of the sorted ones come before it; both have one dtype.
pub(super) fn places(sorted: &Array, v: &Array, side: Side) -> Result<Vec<i64>> {
    let n = sorted.size();
    let mut found = vec![0; v.size()];
    if n == 0 || v.is_empty() {
        return Ok(found);
    }
    if let Some(coding) = coding_of(sorted.dtype()) {
        let (sorted, wanted) = (dense(sorted)?, words_of(&dense(v)?, &coding)?);
        // For a few values most elements need not be looked at.
        if wanted.len() < n / 32 {
            let bits = sorted.view_dtype(bits_of(sorted.itemsize()))?;
            match bits.itemsize() {
                1 => few(bits.as_slice::<u8>()?, &coding, &wanted, side, &mut found),
                2 => few(bits.as_slice::<u16>()?, &coding, &wanted, side, &mut found),
                4 => few(bits.as_slice::<u32>()?, &coding, &wanted, side, &mut found),
                _ => few(bits.as_slice::<u64>()?, &coding, &wanted, side, &mut found),
            }
        } else {
            search(&words_of(&sorted, &coding)?, &wanted, side == Side::Right, &mut found);
        }
        return Ok(found);
    }
    if *sorted.dtype() == Dtype::Object {
        let (sorted, v) = (dense(sorted)?, dense(v)?);
        let objects = sorted.as_slice::<Object>()?;
        for (found, value) in found.iter_mut().zip(v.as_slice::<Object>()?) {
            *found = bisect(n, |at| match side {
                Side::Left => object_before(&objects[at], value),
                Side::Right => object_before(value, &objects[at]).map(|after| !after),
            })?;
        }
        return Ok(found);
    }
    let rows = Rows::new("searchsorted", &[&joined(sorted, v)?], &[])?;
    for (value, found) in found.iter_mut().enumerate() {
        *found = bisect(n, |at| {
            let order = rows.compare(at, n + value);
            Ok(if side == Side::Left { order.is_lt() } else { order.is_le() })
        })?;
    }
    Ok(found)
}

fn few<R: Raw>(bits: &[R], coding: &Coding, wanted: &[u64], side: Side, found: &mut [i64]) {
    for (found, &word) in found.iter_mut().zip(wanted) {
        let before = |&bits: &R| match side {
            Side::Left => coding.word(bits) < word,
            Side::Right => coding.word(bits) <= word,
        };
        *found = bits.partition_point(before) as i64;
    }
}

/// How many of the first elements come before something.
fn bisect(n: usize, mut before: impl FnMut(usize) -> Result<bool>) -> Result<i64> {
    let (mut low, mut high) = (0, n);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle)? {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    Ok(low as i64)
}

/// Between which edges each value lies: NumPy's `digitize`. Edges may rise or fall; `right` says whether an edge belongs to
/// the interval on its left.
///
/// Errors: edges that neither rise nor fall or that have another number of axes than one, complex values.
///
/// ```
/// use ndtype::{self as np, array};
/// let edges = array![0.0, 1.0, 2.5, 4.0];
/// assert_eq!(np::digitize(&array![0.2, 6.4, 1.0], &edges, false)?.to_vec::<i64>()?, [1, 4, 2]);
/// assert_eq!(np::digitize(&array![1.0], &edges, true)?.to_vec::<i64>()?, [1]);
/// assert!(np::digitize(&array![1.0], &array![1, 3, 2], false).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn digitize(x: &Array, bins: &Array, right: bool) -> Result<Array> {
    if x.dtype().kind() == DtypeKind::Complex {
        return Err(SortError::Unsupported { operation: "digitize", dtype: x.dtype().clone() }.into());
    }
    if bins.ndim() != 1 {
        return Err(SortError::NotOneAxis { what: "edges", ndim: bins.ndim() }.into());
    }
    let edges = bins.astype(Dtype::Float64)?.to_vec::<f64>()?;
    let rises = edges.windows(2).all(|pair| pair[0] <= pair[1]);
    if !rises && !edges.windows(2).all(|pair| pair[0] >= pair[1]) {
        return Err(SortError::NotMonotonic.into());
    }
    let side = if right { Side::Left } else { Side::Right };
    if rises {
        return searchsorted_with(bins, x, side);
    }
    let other = if right { Side::Left } else { Side::Right };
    let found = searchsorted_with(&bins.flip(None)?, x, other)?;
    crate::ufunc::subtract(bins.size() as i64, &found)
}
