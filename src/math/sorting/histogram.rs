//! How often values come.

use super::error::SortError;
use super::search::{Side, places};
use super::sort::{argsort, sort};
use crate::array::{Array, ValueError, concatenate, extract, linspace, take};
use crate::dtype::{Dtype, DtypeKind};
use crate::error::Result;
use crate::ufunc;

/// Elements that are counted at once, as NumPy does: sums of weights are so rounded in the same way.
const BLOCK: usize = 65536;

/// The intervals of a histogram: how many of equal width, or their edges.
#[derive(Clone, Copy, Debug)]
pub enum Bins<'a> {
    /// So many, of equal width.
    Count(usize),
    /// Between these edges, which rise.
    Edges(&'a Array),
}

impl From<usize> for Bins<'_> {
    fn from(count: usize) -> Self {
        Bins::Count(count)
    }
}

impl<'a> From<&'a Array> for Bins<'a> {
    fn from(edges: &'a Array) -> Self {
        Bins::Edges(edges)
    }
}

/// How values are counted: NumPy's `bins`, `range`, `weights` and `density`. Made from a number of bins or from edges too.
///
/// ```
/// use ndtype::{Histogram, array};
/// let (counts, edges) = Histogram::bins(2).range(0.0, 4.0).of(&array![1.0, 2.0, 9.0])?;
/// assert_eq!((counts.to_vec::<i64>()?, edges.to_vec::<f64>()?), (vec![1, 1], vec![0.0, 2.0, 4.0]));
/// let (density, _) = Histogram::bins(2).density(true).of(&array![0.0, 1.0, 1.0, 2.0])?;
/// assert_eq!(density.to_vec::<f64>()?, [0.25, 0.75]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Histogram<'a> {
    bins: Bins<'a>,
    range: Option<(f64, f64)>,
    weights: Option<&'a Array>,
    density: bool,
}

impl<'a, B: Into<Bins<'a>>> From<B> for Histogram<'a> {
    fn from(bins: B) -> Self {
        Histogram::bins(bins)
    }
}

impl<'a> Histogram<'a> {
    /// With these intervals.
    pub fn bins(bins: impl Into<Bins<'a>>) -> Histogram<'a> {
        Histogram { bins: bins.into(), range: None, weights: None, density: false }
    }

    /// From where to where the intervals reach; from the smallest to the largest value if nothing is said.
    #[must_use]
    pub fn range(mut self, first: f64, last: f64) -> Self {
        self.range = Some((first, last));
        self
    }

    /// What each value counts; an array of the same shape.
    #[must_use]
    pub fn weights(mut self, weights: &'a Array) -> Self {
        self.weights = Some(weights);
        self
    }

    /// Whether to divide by the widths of the intervals and by the sum.
    #[must_use]
    pub fn density(mut self, density: bool) -> Self {
        self.density = density;
        self
    }

    /// The counts and the edges.
    pub fn of(self, a: &Array) -> Result<(Array, Array)> {
        let values = ready(a)?;
        let weights = match self.weights {
            None => None,
            Some(weights) if weights.shape() == a.shape() => Some(weights.flatten()?),
            Some(weights) => {
                let value = format!("{:?} and {:?}", weights.shape(), a.shape());
                return Err(ValueError::Argument { reason: "weights should have the same shape as a", value }.into());
            }
        };
        if weights.as_ref().is_some_and(|weights| weights.dtype().kind() == DtypeKind::Complex) {
            let dtype = Dtype::Complex128;
            return Err(SortError::Unsupported { operation: "histogram with weights", dtype }.into());
        }
        let edges = edges(&values, self.bins, self.range)?;
        let counts = match self.bins {
            Bins::Count(n) => even(&values, weights.as_ref(), n, &edges)?,
            Bins::Edges(_) => between(&values, weights.as_ref(), &edges)?,
        };
        if !self.density {
            return Ok((counts, edges));
        }
        let widths = ufunc::subtract(&edges.get("1:")?, &edges.get(":-1")?)?;
        let widths = if widths.dtype().kind() == DtypeKind::Float { widths } else { widths.astype(Dtype::Float64)? };
        let total = counts.sum(..)?;
        Ok((ufunc::divide(&ufunc::divide(&counts, &widths)?, &total)?, edges))
    }
}

/// The values in a row; booleans as numbers.
fn ready(a: &Array) -> Result<Array> {
    let flat = a.flatten()?;
    match flat.dtype().kind() {
        DtypeKind::Bool => flat.astype(Dtype::UInt8),
        DtypeKind::Integer | DtypeKind::Unsigned | DtypeKind::Float => Ok(flat),
        _ => Err(SortError::Unsupported { operation: "histogram", dtype: flat.dtype().clone() }.into()),
    }
}

/// The edges, in the dtype that counting happens in.
fn edges(a: &Array, bins: Bins<'_>, range: Option<(f64, f64)>) -> Result<Array> {
    let refuse = |reason: &'static str, value: String| Err(ValueError::Argument { reason, value }.into());
    let count = match bins {
        Bins::Edges(edges) => {
            if edges.ndim() != 1 {
                return Err(SortError::NotOneAxis { what: "edges", ndim: edges.ndim() }.into());
            }
            let rises = edges.astype(Dtype::Float64)?.to_vec::<f64>()?;
            if rises.windows(2).any(|pair| pair[0] > pair[1]) {
                return refuse("`bins` must increase monotonically, when an array", format!("{rises:?}"));
            }
            return Ok(edges.clone());
        }
        Bins::Count(0) => return refuse("`bins` must be positive, when an integer", "0".to_owned()),
        Bins::Count(count) => count,
    };
    let number = |x: Array| x.astype(Dtype::Float64)?.item::<f64>();
    let (mut first, mut last) = match range {
        Some((first, last)) if first > last => {
            return refuse("max must be larger than min in range parameter", format!("{first} and {last}"));
        }
        Some(range) => range,
        None if a.is_empty() => (0.0, 1.0),
        None => (number(a.min(..)?)?, number(a.max(..)?)?),
    };
    if !first.is_finite() || !last.is_finite() {
        return refuse("the range is not finite", format!("{first} and {last}"));
    }
    if first == last {
        (first, last) = (first - 0.5, last + 0.5);
    }
    let dtype = if a.dtype().kind() == DtypeKind::Float { a.dtype().native_scalar().clone() } else { Dtype::Float64 };
    let edges = if range.is_none() && !a.is_empty() && dtype != Dtype::Float64 {
        // As in NumPy: between values of a smaller dtype the edges are computed in it.
        let value = |x: f64| Array::from_scalar(x)?.astype(dtype.clone());
        let step = ufunc::divide(ufunc::subtract(&value(last)?, &value(first)?)?, count as i64)?;
        let places = crate::array::arange(0, count as i64 + 1, 1)?.astype(dtype.clone())?;
        let mut edges = ufunc::add(ufunc::multiply(&places, &step)?, &value(first)?)?;
        edges.set("-1", &value(last)?)?;
        edges
    } else {
        linspace(first, last, count + 1)?.astype(dtype)?
    };
    let numbers = edges.astype(Dtype::Float64)?.to_vec::<f64>()?;
    if numbers.windows(2).any(|pair| pair[0] >= pair[1]) {
        return refuse("too many bins for the range of the data", count.to_string());
    }
    Ok(edges)
}

/// The counts between edges at equal distances.
fn even(a: &Array, weights: Option<&Array>, n: usize, edges: &Array) -> Result<Array> {
    let numbers = edges.astype(Dtype::Float64)?.to_vec::<f64>()?;
    let (first, last) = (edges.get("0")?, edges.get("-1")?);
    let width = ufunc::subtract(&last, &first)?;
    let mut counts = Counts::new(n, weights);
    for start in (0..a.size()).step_by(BLOCK) {
        let part = format!("{start}:{}", (start + BLOCK).min(a.size()));
        let values = a.get(part.as_str())?;
        let keep = ufunc::logical_and(&ufunc::greater_equal(&values, &first)?, &ufunc::less_equal(&values, &last)?)?;
        let values = extract(&keep, &values)?.astype(edges.dtype().clone())?;
        let places = ufunc::multiply(ufunc::divide(ufunc::subtract(&values, &first)?, &width)?, n as i64)?;
        let mut places = places.astype(Dtype::Int64)?.to_vec::<i64>()?;
        let values = values.astype(Dtype::Float64)?.to_vec::<f64>()?;
        for (place, &value) in places.iter_mut().zip(&values) {
            // The last edge belongs to the last interval; rounding may have put a value beside its own.
            *place -= i64::from(*place == n as i64);
            *place -= i64::from(value < numbers[*place as usize]);
            *place += i64::from(value >= numbers[*place as usize + 1] && *place != n as i64 - 1);
        }
        let weights = weights.map(|weights| extract(&keep, &weights.get(part.as_str())?)).transpose()?;
        counts.add(&places, weights.as_ref())?;
    }
    counts.finish()
}

/// The counts between any edges: how many values of the sorted array come before each.
fn between(a: &Array, weights: Option<&Array>, edges: &Array) -> Result<Array> {
    let n = edges.size();
    if n == 0 {
        return Array::zeros([0], Dtype::Int64);
    }
    let common = a.dtype().promote(edges.dtype())?;
    let (a, edges) = (a.astype(common.clone())?, edges.astype(common)?);
    let before = |sorted: &Array| -> Result<Vec<i64>> {
        let mut before = places(sorted, &edges.get(":-1")?, Side::Left)?;
        before.extend(places(sorted, &edges.get("-1:")?, Side::Right)?);
        Ok(before)
    };
    let Some(weights) = weights else {
        let before = before(&sort(&a, 0)?)?;
        return Array::from_vec(before.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>());
    };
    let mut total: Option<Array> = None;
    for start in (0..a.size()).step_by(BLOCK) {
        let part = format!("{start}:{}", (start + BLOCK).min(a.size()));
        let values = a.get(part.as_str())?;
        let order = argsort(&values, 0)?;
        let sums = take(&weights.get(part.as_str())?, &order, 0)?.cumsum(0)?;
        let sums = concatenate(&[&Array::zeros([1], sums.dtype().clone())?, &sums], 0)?;
        let found = take(&sums, &Array::from_vec(before(&take(&values, &order, 0)?)?)?, 0)?;
        total = Some(match total {
            None => found,
            Some(total) => ufunc::add(total, &found)?,
        });
    }
    let Some(total) = total else { return Array::zeros([n - 1], weights.dtype().clone()) };
    ufunc::subtract(&total.get("1:")?, &total.get(":-1")?)?.astype(weights.dtype().clone())
}

/// Counts, or sums of weights.
enum Counts {
    Whole(Vec<i64>),
    Weighted(Vec<f64>, Dtype),
}

impl Counts {
    fn new(n: usize, weights: Option<&Array>) -> Counts {
        match weights {
            None => Counts::Whole(vec![0; n]),
            Some(weights) => Counts::Weighted(vec![0.0; n], weights.dtype().clone()),
        }
    }

    fn add(&mut self, places: &[i64], weights: Option<&Array>) -> Result<()> {
        match (self, weights) {
            (Counts::Whole(counts), _) => {
                for &place in places {
                    counts[place as usize] += 1;
                }
            }
            (Counts::Weighted(sums, _), Some(weights)) => {
                let mut part = vec![0.0; sums.len()];
                for (&place, weight) in places.iter().zip(weights.astype(Dtype::Float64)?.to_vec::<f64>()?) {
                    part[place as usize] += weight;
                }
                sums.iter_mut().zip(part).for_each(|(sum, part)| *sum += part);
            }
            (Counts::Weighted(..), None) => {}
        }
        Ok(())
    }

    fn finish(self) -> Result<Array> {
        match self {
            Counts::Whole(counts) => Array::from_vec(counts),
            Counts::Weighted(sums, dtype) => Array::from_vec(sums)?.astype(dtype),
        }
    }
}

/// How many values lie in each of some intervals, and the edges of these: NumPy's `histogram`. The last interval has both of
/// its edges, the others the left one. NumPy's names of rules for the number of intervals are not known here.
///
/// Errors: no intervals, edges that do not rise, values that are no real numbers, a range that is not finite.
///
/// ```
/// use ndtype::{self as np, array};
/// let (counts, edges) = np::histogram(&array![1.0, 2.0, 1.5, 4.0], 4)?;
/// assert_eq!(counts.to_vec::<i64>()?, [2, 1, 0, 1]);
/// assert_eq!(edges.to_vec::<f64>()?, [1.0, 1.75, 2.5, 3.25, 4.0]);
/// assert_eq!(np::histogram(&array![1, 2, 1], &array![0, 1, 2, 3])?.0.to_vec::<i64>()?, [0, 2, 1]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn histogram<'a>(a: &Array, spec: impl Into<Histogram<'a>>) -> Result<(Array, Array)> {
    spec.into().of(a)
}

/// The edges that [`histogram`] counts between: NumPy's `histogram_bin_edges`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::histogram_bin_edges(&array![0, 1, 4], 2)?.to_vec::<f64>()?, [0.0, 2.0, 4.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn histogram_bin_edges<'a>(a: &Array, spec: impl Into<Histogram<'a>>) -> Result<Array> {
    let spec = spec.into();
    edges(&ready(a)?, spec.bins, spec.range)
}

/// How often each of the numbers 0, 1, 2 and so on comes, or the sum of the weights where it does, for at least `minlength` of
/// them: NumPy's `bincount`.
///
/// Errors: negative numbers, numbers that are no integers, more than one axis, another number of weights.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::bincount(&array![1, 3, 1], None, 0)?.to_vec::<i64>()?, [0, 2, 0, 1]);
/// assert_eq!(np::bincount(&array![0, 1], Some(&array![0.5, 2.0]), 3)?.to_vec::<f64>()?, [0.5, 2.0, 0.0]);
/// assert!(np::bincount(&array![-1], None, 0).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn bincount(x: &Array, weights: Option<&Array>, minlength: usize) -> Result<Array> {
    if x.ndim() != 1 {
        return Err(SortError::NotOneAxis { what: "the numbers that are counted", ndim: x.ndim() }.into());
    }
    if !x.is_empty() && !x.dtype().can_cast(&Dtype::Int64, crate::dtype::Casting::Safe) {
        return Err(SortError::Unsupported { operation: "bincount", dtype: x.dtype().clone() }.into());
    }
    if let Some(weights) = weights.filter(|weights| weights.shape() != x.shape()) {
        return Err(ValueError::Lengths { what: "weights and numbers", first: weights.size(), second: x.size() }.into());
    }
    let numbers = x.astype(Dtype::Int64)?.to_vec::<i64>()?;
    if let Some(negative) = numbers.iter().find(|&&number| number < 0) {
        let reason = "the numbers that are counted must not be negative";
        return Err(ValueError::Argument { reason, value: negative.to_string() }.into());
    }
    let length = numbers.iter().max().map_or(0, |&most| most as usize + 1).max(minlength);
    // As in NumPy: counts, even with weights, where there is nothing.
    let Some(weights) = weights.filter(|_| !numbers.is_empty()) else {
        let mut counts = Array::zeros([length], Dtype::Int64)?;
        let slots = counts.as_slice_mut::<i64>()?;
        for &number in &numbers {
            slots[number as usize] += 1;
        }
        return Ok(counts);
    };
    let mut sums = Array::zeros([length], Dtype::Float64)?;
    let slots = sums.as_slice_mut::<f64>()?;
    for (&number, weight) in numbers.iter().zip(weights.astype(Dtype::Float64)?.to_vec::<f64>()?) {
        slots[number as usize] += weight;
    }
    Ok(sums)
}
