//! Nested Rust arrays and vectors as arrays; the `array!` macro.

use super::Array;
use super::create::check_number;
use crate::cast::Overflow;
use crate::dtype::{Dtype, DtypeKind, IntoDtype, TimeUnit};
use crate::element::{Datetime64, Object, Scalar, Text, Timedelta64};
use crate::error::{Error, Result};
use crate::layout::ShapeError;

/// An array from its elements, nested to any depth; all rows have the same length, or it does not compile.
///
/// The Rust type of the elements decides the dtype (whole literals are `i32`, as Rust has it); `; dtype: "f4"` casts, but
/// numbers have to fit: `array![300; dtype: "u1"]` panics, as NumPy's `array([300], 'u1')` raises an error.
/// Tuples make records with the fields `f0`, `f1` and so on, or those of the dtype; arrays in them are sub-arrays.
/// Text literals make fixed-width Unicode, as in NumPy, and dates and spans if the dtype says so. Dates of different units go
/// into the coarsest unit that holds them all. `array![]` is an empty array of float64, `array![; dtype: "f4"]` one of another;
/// so are `array![[], []]` and `array![[], []; dtype: "f4"]`, of rows without elements.
///
/// ```
/// use ndtype::{Datetime64, Dtype, TimeUnit, array};
/// assert_eq!(array![1, 2, 3].dtype(), &Dtype::Int32);
/// assert_eq!(array![[1.0, 2.0], [3.0, 4.0]].shape(), [2, 2]);
/// assert_eq!(array![1, 2, 3; dtype: "f4"].dtype(), &Dtype::Float32);
/// assert_eq!(array![; dtype: "u1"].dtype(), &Dtype::UInt8);
/// assert_eq!(array![[], []; dtype: "u1"].shape(), [2, 0]);
/// assert_eq!(array!["a", "bc"].dtype(), &Dtype::Unicode(2));
/// assert_eq!(array!["2020-01-01", "NaT"; dtype: "M8[D]"].get_scalar(&[0])?.to_string(), "2020-01-01");
/// let dates = array!["2020".parse::<Datetime64>()?, "2020-02-03T04".parse()?];
/// assert_eq!(dates.dtype(), &Dtype::Datetime64(TimeUnit::H));
/// let log = array![("2020-01-01", [1.5, 2.5]), ("2020-01-02", [0.0, 4.0]); dtype: "[('day', '<M8[D]'), ('span', '<f4', (2,))]"];
/// assert_eq!(log.get_scalar(&[1])?.to_string(), "('2020-01-02', [0.0, 4.0])");
/// # Ok::<(), ndtype::Error>(())
/// ```
///
/// ```compile_fail
/// // Rows of different lengths.
/// ndtype::array![[1, 2], [3]];
/// ```
///
/// # Panics
/// If the dtype is no dtype, the elements cannot be cast to it, or a date does not fit the unit of the array.
#[macro_export]
macro_rules! array {
    () => { $crate::array::unwrapped($crate::Array::zeros([0], $crate::Dtype::Float64)) };
    (; dtype: $dtype:expr) => { $crate::array::unwrapped($crate::Array::zeros([0], $dtype)) };
    // Rows without elements: what could stand in them does not occur.
    ($([$(@@@ $never:tt)?]),+ $(,)?) => { $crate::array![$([$(@@@ $never)?]),+; dtype: $crate::Dtype::Float64] };
    ($([$(@@@ $never:tt)?]),+ $(,)?; dtype: $dtype:expr) => {
        $crate::array::unwrapped($crate::Array::zeros([0 $(+ { 1 $(+ $never)? })+, 0], $dtype))
    };
    ($($item:expr),+ $(,)?; dtype: $dtype:expr) => {
        $crate::array::unwrapped($crate::Array::from_nested_dtype([$($item),+], $dtype))
    };
    ($($item:expr),+ $(,)?) => { $crate::array::unwrapped($crate::Array::from_nested([$($item),+])) };
}

/// What `array!` makes of a result.
#[doc(hidden)]
#[track_caller]
pub fn unwrapped(array: Result<Array>) -> Array {
    match array {
        Ok(array) => array,
        Err(error) => panic!("{error}"),
    }
}

/// Arrays, vectors and slices of elements, nested to any depth.
pub trait Nested {
    /// What is innermost.
    type Leaf: Leaf;
    /// The shape; an error if rows differ in length.
    #[doc(hidden)]
    fn dims(&self) -> Result<Vec<usize>>;
    /// How many axes there are.
    #[doc(hidden)]
    const AXES: usize;
    /// Adds the leaves in C's order.
    #[doc(hidden)]
    fn flatten(self, leaves: &mut Vec<Self::Leaf>);
    /// Adds the leaves of rows in C's order. Rows that are leaves themselves stay where they are, if they are the first.
    #[doc(hidden)]
    fn flatten_rows(rows: Vec<Self>, leaves: &mut Vec<Self::Leaf>)
    where
        Self: Sized,
    {
        for row in rows {
            row.flatten(leaves);
        }
    }
}

/// A value that an array can be made of.
pub trait Leaf: Sized {
    /// An array of these, in C's order.
    #[doc(hidden)]
    fn into_array(shape: &[usize], leaves: Vec<Self>) -> Result<Array>;

    /// The same in this dtype.
    #[doc(hidden)]
    fn into_array_dtype(shape: &[usize], leaves: Vec<Self>, dtype: Dtype) -> Result<Array> {
        let array = Self::into_array(shape, leaves)?;
        check_bare(&array, &dtype)?;
        array.astype(dtype)
    }
}

/// An error for the first of these values of Rust that is a number and does not fit the numbers of a dtype, or those in its
/// records.
fn check_bare(array: &Array, dtype: &Dtype) -> Result<()> {
    let integers = |dtype: &Dtype| matches!(dtype.kind(), DtypeKind::Integer | DtypeKind::Unsigned);
    if matches!(array.dtype().kind(), DtypeKind::Float | DtypeKind::Complex) {
        let numbers =
            integers(dtype) || matches!(dtype.kind(), DtypeKind::Float | DtypeKind::Datetime | DtypeKind::Timedelta);
        if !numbers || array.dtype().kind() == dtype.kind() {
            return Ok(());
        }
        let values = array.scalars()?;
        return values.iter().filter_map(Scalar::number).try_for_each(|value| check_number(value, dtype));
    }
    if !integers(array.dtype()) {
        return Ok(());
    }
    if integers(dtype) {
        return array.astype_overflow(dtype, Overflow::Error).map(drop);
    }
    if dtype.base() != dtype {
        return check_bare(array, dtype.base());
    }
    dtype.fields().iter().try_for_each(|field| check_bare(array, field.dtype()))
}

impl Array {
    /// An array of nested Rust arrays or vectors. An error if rows differ in length.
    ///
    /// ```
    /// use ndtype::Array;
    /// assert_eq!(Array::from_nested(vec![vec![1u8, 2], vec![3, 4]])?.shape(), [2, 2]);
    /// assert!(Array::from_nested(vec![vec![1u8, 2], vec![3]]).unwrap_err().is_shape());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_nested<N: Nested>(nested: N) -> Result<Array> {
        let shape = nested.dims()?;
        let mut leaves = Vec::new();
        nested.flatten(&mut leaves);
        N::Leaf::into_array(&shape, leaves)
    }

    /// The same in a dtype of choice. Text becomes dates and spans, as [`Datetime64`] and [`Timedelta64`] read it; everything
    /// else is cast. Errors: rows that differ in length, values that cannot be cast, text that is no date.
    ///
    /// ```
    /// use ndtype::Array;
    /// let days = Array::from_nested_dtype([["1970-01-02", "NaT"]], "M8[D]")?;
    /// assert_eq!(days.view_dtype("i8")?.to_vec::<i64>()?, [1, i64::MIN]);
    /// assert!(Array::from_nested_dtype(["1970-01-32"], "M8[D]").unwrap_err().is_parse());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_nested_dtype<N: Nested>(nested: N, dtype: impl IntoDtype) -> Result<Array> {
        let (dtype, shape) = (dtype.into_dtype()?, nested.dims()?);
        let mut leaves = Vec::new();
        nested.flatten(&mut leaves);
        N::Leaf::into_array_dtype(&shape, leaves, dtype)
    }
}

/// The dims of rows that all have to be alike.
fn dims_of_rows<T: Nested>(rows: &[T]) -> Result<Vec<usize>> {
    let mut shapes = rows.iter().map(Nested::dims);
    let first = shapes.next().unwrap_or_else(|| Ok(vec![0; T::AXES]))?;
    for shape in shapes {
        let shape = shape?;
        if shape != first {
            return Err(ShapeError::Ragged { first: first.as_slice().into(), other: shape.as_slice().into() }.into());
        }
    }
    Ok(std::iter::once(rows.len()).chain(first).collect())
}

impl<T: Nested, const N: usize> Nested for [T; N] {
    type Leaf = T::Leaf;
    const AXES: usize = T::AXES + 1;

    fn dims(&self) -> Result<Vec<usize>> {
        dims_of_rows(self)
    }

    fn flatten(self, leaves: &mut Vec<T::Leaf>) {
        for row in self {
            row.flatten(leaves);
        }
    }
}

impl<T: Nested> Nested for Vec<T> {
    type Leaf = T::Leaf;
    const AXES: usize = T::AXES + 1;

    fn dims(&self) -> Result<Vec<usize>> {
        dims_of_rows(self)
    }

    fn flatten(self, leaves: &mut Vec<T::Leaf>) {
        T::flatten_rows(self, leaves);
    }
}

/// Copies the rows.
impl<T: Nested + Clone> Nested for &[T] {
    type Leaf = T::Leaf;
    const AXES: usize = T::AXES + 1;

    fn dims(&self) -> Result<Vec<usize>> {
        dims_of_rows(self)
    }

    fn flatten(self, leaves: &mut Vec<T::Leaf>) {
        T::flatten_rows(self.to_vec(), leaves);
    }
}

macro_rules! leaves {
    ($($t:ty)*) => {
        $(
            impl Nested for $t {
                type Leaf = $t;
                const AXES: usize = 0;

                fn dims(&self) -> Result<Vec<usize>> {
                    Ok(Vec::new())
                }

                fn flatten(self, leaves: &mut Vec<$t>) {
                    leaves.push(self);
                }

                fn flatten_rows(mut rows: Vec<$t>, leaves: &mut Vec<$t>) {
                    if leaves.is_empty() {
                        *leaves = rows;
                    } else {
                        leaves.append(&mut rows);
                    }
                }
            }
        )*
    };
}

macro_rules! element_leaves {
    ($($t:ty)*) => {
        leaves!($($t)*);
        $(impl Leaf for $t {
            fn into_array(shape: &[usize], leaves: Vec<$t>) -> Result<Array> {
                Array::from_shape_vec(shape, leaves)
            }
        }

        /// An array without axes that holds this value.
        impl From<$t> for Array {
            fn from(value: $t) -> Array {
                unwrapped(Array::from_shape_vec([], vec![value]))
            }
        }

        /// As [`Array::item`]: the one element, if it is of this type.
        impl TryFrom<&Array> for $t {
            type Error = Error;

            fn try_from(array: &Array) -> Result<$t> {
                array.item()
            }
        }

        /// As [`Array::item`]: the one element, if it is of this type.
        impl TryFrom<Array> for $t {
            type Error = Error;

            fn try_from(array: Array) -> Result<$t> {
                array.item()
            }
        })*
    };
}

element_leaves! {
    bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 half::f16 half::bf16
    num_complex::Complex<half::f16> num_complex::Complex<f32> num_complex::Complex<f64>
    crate::element::Float8E3M4 crate::element::Float8E4M3 crate::element::Float8E4M3B11Fnuz crate::element::Float8E4M3Fn
    crate::element::Float8E4M3Fnuz crate::element::Float8E5M2 crate::element::Float8E5M2Fnuz
    crate::element::Float8E8M0Fnu crate::element::Float6E2M3Fn crate::element::Float6E3M2Fn crate::element::Float4E2M1Fn
    crate::element::Int2 crate::element::Int4 crate::element::UInt2 crate::element::UInt4 Text Object
}

leaves!(String Datetime64 Timedelta64);

/// Text of variable width, which may be missing.
impl<T> Nested for Option<T>
where
    Text: From<T>,
{
    type Leaf = Text;
    const AXES: usize = 0;

    fn dims(&self) -> Result<Vec<usize>> {
        Ok(Vec::new())
    }

    fn flatten(self, leaves: &mut Vec<Text>) {
        leaves.push(self.map_or(Text::missing(), Text::from));
    }
}

impl<'a> Nested for &'a str {
    type Leaf = &'a str;
    const AXES: usize = 0;

    fn dims(&self) -> Result<Vec<usize>> {
        Ok(Vec::new())
    }

    fn flatten(self, leaves: &mut Vec<&'a str>) {
        leaves.push(self);
    }
}

/// Fixed-width Unicode, as wide as the longest.
impl<'a> Leaf for &'a str {
    fn into_array(shape: &[usize], leaves: Vec<&'a str>) -> Result<Array> {
        let width = leaves.iter().map(|text| text.chars().count()).max().unwrap_or(0).max(1);
        let mut codes = Vec::with_capacity(leaves.len() * width);
        for text in leaves {
            let end = codes.len() + width;
            codes.extend(text.chars().map(u32::from));
            codes.resize(end, 0);
        }
        let shape: Vec<usize> = shape.iter().copied().chain([width]).collect();
        Array::from_shape_vec(shape, codes)?.view_last_axis(Dtype::Unicode(width))
    }

    fn into_array_dtype(shape: &[usize], leaves: Vec<&'a str>, dtype: Dtype) -> Result<Array> {
        match times_from_text(shape, leaves.iter().copied(), &dtype) {
            Some(times) => times,
            None => Self::into_array(shape, leaves)?.astype(dtype),
        }
    }
}

/// Text as an array of times; `None` if the dtype is none of time. Without a unit, in the coarsest that holds all of it.
fn times_from_text<'a>(shape: &[usize], texts: impl Iterator<Item = &'a str>, dtype: &Dtype) -> Option<Result<Array>> {
    match dtype.native_scalar() {
        Dtype::Datetime64(unit) => {
            let read = |text: &str| if unit.is_generic() { text.parse() } else { Datetime64::parse(text, *unit) };
            let dates: Result<Vec<Datetime64>> = texts.map(read).collect();
            Some(dates.and_then(|dates| Datetime64::into_array_dtype(shape, dates, dtype.clone())))
        }
        Dtype::Timedelta64(unit) => {
            let spans: Result<Vec<_>> = texts.map(|text| Timedelta64::parse(text, *unit)).collect();
            Some(spans.and_then(|spans| Timedelta64::into_array_dtype(shape, spans, dtype.clone())))
        }
        _ => None,
    }
}

macro_rules! time_leaves {
    ($($t:ident)*) => {
        $(
            /// In the coarsest unit that all of them are multiples of, as NumPy promotes them.
            impl Leaf for $t {
                fn into_array(shape: &[usize], leaves: Vec<$t>) -> Result<Array> {
                    let mut dtype = Dtype::$t(TimeUnit::GENERIC);
                    for time in &leaves {
                        dtype = dtype.promote(&time.dtype())?;
                    }
                    Self::into_array_dtype(shape, leaves, dtype)
                }

                fn into_array_dtype(shape: &[usize], leaves: Vec<$t>, dtype: Dtype) -> Result<Array> {
                    let unit = match dtype.native_scalar() {
                        Dtype::$t(unit) => *unit,
                        _ => return Self::into_array(shape, leaves)?.astype(dtype),
                    };
                    if unit.is_generic() && leaves.iter().any(|time| !time.unit().is_generic()) {
                        return Self::into_array(shape, leaves);
                    }
                    let ticks = leaves.into_iter().map(|time| Ok(time.to_unit(unit)?.ticks()));
                    let times = Array::from_shape_vec(shape, ticks.collect::<Result<Vec<i64>>>()?)?;
                    let times = times.view_dtype(Dtype::$t(unit))?;
                    if dtype.is_native() { Ok(times) } else { times.astype(dtype) }
                }
            }

            /// An array without axes that holds this value.
            impl From<$t> for Array {
                fn from(value: $t) -> Array {
                    unwrapped($t::into_array(&[], vec![value]))
                }
            }
        )*
    };
}

time_leaves!(Datetime64 Timedelta64);

/// Variable-width text.
impl Leaf for String {
    fn into_array(shape: &[usize], leaves: Vec<String>) -> Result<Array> {
        Array::from_shape_vec(shape, leaves.into_iter().map(Text::from).collect())
    }

    fn into_array_dtype(shape: &[usize], leaves: Vec<String>, dtype: Dtype) -> Result<Array> {
        match times_from_text(shape, leaves.iter().map(String::as_str), &dtype) {
            Some(times) => times,
            // As wide as the longest.
            None if matches!(dtype.native_scalar(), Dtype::Bytes(0) | Dtype::Unicode(0)) => {
                <&str>::into_array(shape, leaves.iter().map(String::as_str).collect())?.astype(dtype)
            }
            None => Self::into_array(shape, leaves)?.astype(dtype),
        }
    }
}

/// As [`Array::from_nested`]; a vector of elements moves in without a copy.
///
/// ```
/// use ndtype::Array;
/// assert_eq!(Array::try_from(vec![vec![1.5, 2.5], vec![3.5, 4.5]])?.shape(), [2, 2]);
/// assert!(Array::try_from(vec![vec![1], vec![2, 3]]).unwrap_err().is_shape());
/// # Ok::<(), ndtype::Error>(())
/// ```
impl<T: Nested> TryFrom<Vec<T>> for Array {
    type Error = Error;

    fn try_from(values: Vec<T>) -> Result<Array> {
        Array::from_nested(values)
    }
}

/// As [`Array::from_nested`], of copies.
///
/// ```
/// use ndtype::Array;
/// let rows: &[[f32; 2]] = &[[1.0, 2.0], [3.0, 4.0]];
/// assert_eq!(Array::try_from(rows)?.shape(), [2, 2]);
/// # Ok::<(), ndtype::Error>(())
/// ```
impl<T: Nested + Clone> TryFrom<&[T]> for Array {
    type Error = Error;

    fn try_from(values: &[T]) -> Result<Array> {
        Array::from_nested(values)
    }
}

/// As [`Array::from_nested`], of copies.
impl<T: Nested + Clone> TryFrom<&Vec<T>> for Array {
    type Error = Error;

    fn try_from(values: &Vec<T>) -> Result<Array> {
        Array::from_nested(values.as_slice())
    }
}

/// As [`Array::from_nested`], of copies.
impl<T: Nested + Clone, const N: usize> TryFrom<&[T; N]> for Array {
    type Error = Error;

    fn try_from(values: &[T; N]) -> Result<Array> {
        Array::from_nested(values.as_slice())
    }
}

/// As [`Array::from_nested`].
impl<T: Nested, const N: usize> TryFrom<[T; N]> for Array {
    type Error = Error;

    fn try_from(values: [T; N]) -> Result<Array> {
        Array::from_nested(values)
    }
}
