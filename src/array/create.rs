//! Making arrays.

use std::ptr::NonNull;

use super::index::Index;
use super::{Array, ValueError};
use crate::buffer::Buffer;
use crate::cast::Transfer;
use crate::dtype::{Dtype, DtypeKind, IntoDtype, iinfo};
use crate::element::number::Number;
use crate::element::owned::clone_element;
use crate::element::{Element, Scalar, clear_padding};
use crate::error::Result;
use crate::layout::{Layout, ShapeError};

impl Array {
    /// Zeros: numbers 0, false, empty text, nothing. The dims of a sub-array dtype are added to the shape; text without a width
    /// (`"S"`, `"U"`) is one character wide, as in NumPy.
    ///
    /// ```
    /// use ndtype::Array;
    /// let a = Array::zeros([2, 3], "f4")?;
    /// assert_eq!(a.to_vec::<f32>()?, [0.0; 6]);
    /// assert!(Array::zeros([1 << 40, 1 << 40], "f8").unwrap_err().is_shape());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn zeros(shape: impl AsRef<[usize]>, dtype: impl IntoDtype) -> Result<Array> {
        let (layout, dtype) = new_layout(shape.as_ref(), dtype.into_dtype()?)?;
        Array::zeros_of(layout, dtype)
    }

    /// Zeros, of objects too, which are nothing in new memory.
    pub(super) fn zeros_of(layout: Layout, dtype: Dtype) -> Result<Array> {
        let mut zeros = Array::zeroed(layout, dtype)?;
        if zeros.dtype.has_object() {
            zeros.zero_objects()?;
        }
        Ok(zeros)
    }

    fn zero_objects(&mut self) -> Result<()> {
        if self.dtype == Dtype::Object {
            return self.fill(0);
        }
        let fields = self.dtype.fields().iter().filter(|field| field.dtype().has_object());
        for (name, dtype) in fields.map(|field| (field.name().to_owned(), field.dtype().clone())).collect::<Vec<_>>() {
            self.set([Index::Field(name)], &Array::zeros([], dtype)?)?;
        }
        Ok(())
    }

    /// Elements of any value, for arrays that are about to be filled. (They are initialised: reading them is harmless.)
    pub fn empty(shape: impl AsRef<[usize]>, dtype: impl IntoDtype) -> Result<Array> {
        let (layout, dtype) = new_layout(shape.as_ref(), dtype.into_dtype()?)?;
        // Old bytes are no booleans, so these are zeroed.
        if dtype.holds_bool() {
            return Array::zeros(layout.shape(), dtype);
        }
        Array::to_fill(layout, dtype)
    }

    /// Ones; text is `"1"`.
    ///
    /// ```
    /// use ndtype::{Array, array};
    /// assert_eq!(Array::ones([2], "u1")?.to_vec::<u8>()?, [1, 1]);
    /// assert_eq!(Vec::<String>::try_from(&Array::ones([2], "S")?)?, ["1", "1"]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn ones(shape: impl AsRef<[usize]>, dtype: impl IntoDtype) -> Result<Array> {
        let dtype = dtype.into_dtype()?;
        Array::full(shape, one(&dtype), dtype)
    }

    /// The same value everywhere, cast to the dtype. A number of Rust has to fit, as for [`fill`](Self::fill).
    ///
    /// ```
    /// use ndtype::{Array, Datetime64};
    /// assert_eq!(Array::full([2, 2], 7, "u1")?.to_vec::<u8>()?, [7; 4]);
    /// let day: Datetime64 = "1970-01-02".parse()?;
    /// assert_eq!(Array::full([1], day, "M8[h]")?.get_scalar(&[0])?.time_ticks(), Some(24));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn full(shape: impl AsRef<[usize]>, value: impl Into<Scalar>, dtype: impl IntoDtype) -> Result<Array> {
        let mut array = Array::empty(shape, dtype)?;
        array.fill(value)?;
        Ok(array)
    }

    /// One axis over the elements of a vector, which moves in without a copy.
    ///
    /// ```
    /// use ndtype::Array;
    /// let values = vec![1i8, 2, 3];
    /// let address = values.as_ptr();
    /// let a = Array::from_vec(values)?;
    /// assert_eq!(a.as_ptr(), address.cast());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_vec<T: Element>(values: Vec<T>) -> Result<Array> {
        Array::from_shape_vec([values.len()], values)
    }

    /// The elements of a vector in C's order, in this shape. An error if there are not as many as the shape has.
    pub fn from_shape_vec<T: Element>(shape: impl AsRef<[usize]>, mut values: Vec<T>) -> Result<Array> {
        let shape = shape.as_ref();
        let layout = Layout::c_order(shape, size_of::<T>())?;
        if layout.size() != values.len() {
            return Err(
                ShapeError::Reshape { size: values.len(), shape: shape.iter().map(|&n| n as isize).collect() }.into()
            );
        }
        let len = values.len() * size_of::<T>();
        let Some(ptr) = NonNull::new(values.as_mut_ptr().cast::<u8>()) else {
            return Array::zeros(shape, T::dtype());
        };
        // SAFETY: the vector's elements, all of them.
        unsafe { clear_padding::<T>(ptr.as_ptr(), layout.size()) };
        // SAFETY: the vector's elements stay where they are while it is kept, are initialised, and nothing else refers to
        // them. It drops them when it is dropped, which is what elements that own memory need.
        let buffer = unsafe { Buffer::foreign(ptr, len, Box::new(values), T::PLAIN) };
        Ok(Array::over(buffer, layout, T::dtype()))
    }

    /// One axis over a copy of these elements.
    pub fn from_slice<T: Element>(values: &[T]) -> Result<Array> {
        Array::from_vec(values.to_vec())
    }

    /// The same value of a Rust type everywhere.
    pub fn from_elem<T: Element>(shape: impl AsRef<[usize]>, value: T) -> Result<Array> {
        Array::full(shape, Scalar::new(value), T::dtype())
    }

    /// An array without axes that holds one value.
    pub fn from_scalar(value: impl Into<Scalar>) -> Result<Array> {
        let value = value.into();
        let dtype = value.dtype().clone();
        Array::full([], value, dtype)
    }
}

/// A one of a dtype.
pub(super) fn one(dtype: &Dtype) -> Scalar {
    if dtype.base().kind() == DtypeKind::String { Scalar::from("1") } else { Scalar::from(1) }
}

/// Text without a width is one character wide in a new array, as in NumPy.
fn sized(dtype: Dtype) -> Dtype {
    match dtype.native_scalar() {
        Dtype::Bytes(0) => Dtype::Bytes(1),
        Dtype::Unicode(0) => Dtype::Unicode(1),
        _ => dtype,
    }
}

fn new_layout(shape: &[usize], dtype: Dtype) -> Result<(Layout, Dtype)> {
    let dtype = sized(dtype);
    if !matches!(dtype, Dtype::SubArray(_)) {
        return Ok((Layout::c_order(shape, dtype.itemsize())?, dtype));
    }
    let (shape, dtype) = new_shape(shape, dtype);
    Ok((Layout::c_order(&shape, dtype.itemsize())?, dtype))
}

/// The shape and dtype of a new array; a sub-array dtype gives its dimensions to the shape.
pub(super) fn new_shape(shape: &[usize], dtype: Dtype) -> (Vec<usize>, Dtype) {
    let (mut shape, mut dtype) = (shape.to_vec(), dtype);
    while let Dtype::SubArray(sub) = &dtype {
        shape.extend(sub.shape());
        dtype = sub.base().clone();
    }
    (shape, sized(dtype))
}

/// Elements of a Rust type, one after the other.
impl<T: Element> FromIterator<T> for Array {
    /// # Panics
    /// If there is no memory for them, as a vector would.
    fn from_iter<I: IntoIterator<Item = T>>(values: I) -> Array {
        match Array::from_vec(values.into_iter().collect()) {
            Ok(array) => array,
            Err(error) => panic!("{error}"),
        }
    }
}

impl Array {
    /// Makes every element this value, cast to the dtype. An error for a number of Rust that the numbers of the dtype cannot
    /// hold, as NumPy has it for Python's: an integer or a float out of the range of integers, NaN as an integer, a complex
    /// number as a real one. The fraction of a float is lost.
    ///
    /// ```
    /// use ndtype::{Scalar, array};
    /// let mut a = array![1u8, 2];
    /// assert_eq!(a.fill(300).unwrap_err().to_string(), "300 is out of bounds for uint8");
    /// assert_eq!(a.fill(f64::NAN).unwrap_err().to_string(), "cannot convert NaN to an integer: nan to uint8");
    /// a.fill(Scalar::new(300))?; // of a dtype: cast
    /// assert_eq!(a.to_vec::<u8>()?, [44, 44]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn fill(&mut self, value: impl Into<Scalar>) -> Result<()> {
        let value = value.into();
        check_bare(&value, self.dtype())?;
        let value = scalar_array(&value.in_unit_of(self.dtype())?)?;
        let transfer = Transfer::plan(value.dtype(), self.dtype())?;
        let source = Array { layout: value.layout.broadcast_to(self.shape())?, ..value };
        self.write_from(&source, &transfer)
    }
}

/// An error for a bare number that does not fit the numbers of a dtype, or those in its records.
pub(super) fn check_bare(value: &Scalar, dtype: &Dtype) -> Result<()> {
    match (value.bare_parts(), dtype.fields()) {
        (Some(values), fields) if values.len() == fields.len() => {
            values.iter().zip(fields).try_for_each(|(value, field)| check_bare(value, field.dtype()))
        }
        _ => value.bare_number().map_or(Ok(()), |number| check_number(number, dtype)),
    }
}

/// The same for a number that is known to be bare.
pub(super) fn check_number(number: Number, dtype: &Dtype) -> Result<()> {
    use DtypeKind::{Datetime, Float, Integer, Timedelta, Unsigned};
    let refuse =
        |reason, value: String| Err(ValueError::Argument { reason, value: format!("{value} to {dtype}") }.into());
    match (dtype.kind(), number) {
        (Integer | Unsigned | Float | Datetime | Timedelta, Number::Complex(z)) => {
            refuse("cannot convert a complex number to a real one", Scalar::new(z).to_string())
        }
        (Datetime | Timedelta, Number::Float(x)) => {
            refuse("cannot convert a float to a time", Scalar::new(x).to_string())
        }
        (Integer | Unsigned, Number::Float(x)) if x.is_nan() => {
            refuse("cannot convert NaN to an integer", "nan".to_owned())
        }
        (Integer | Unsigned, Number::Float(x)) if x.is_infinite() => {
            refuse("cannot convert infinity to an integer", Scalar::new(x).to_string())
        }
        (Integer | Unsigned | Datetime | Timedelta, number) => {
            // Times are counts of 64 bits.
            let limits = iinfo(dtype.native_scalar()).or_else(|_| iinfo(Dtype::Int64))?;
            let whole = match number {
                // Towards zero; beyond all integers it does not matter by how much.
                Number::Float(x) => x as i128,
                other => other.to_i128().unwrap_or_default(),
            };
            if (limits.min..=limits.max).contains(&whole) {
                return Ok(());
            }
            let value = match number {
                Number::Float(x) => Scalar::new(x).to_string(),
                _ => whole.to_string(),
            };
            Err(ValueError::OutOfBounds { value, dtype: dtype.clone() }.into())
        }
        _ if dtype.base() != dtype => check_number(number, dtype.base()),
        _ => dtype.fields().iter().try_for_each(|field| check_number(number, field.dtype())),
    }
}

/// An array without axes that holds a scalar, in the scalar's own dtype.
pub(super) fn scalar_array(value: &Scalar) -> Result<Array> {
    let mut array = Array::zeros([], value.dtype())?;
    let target = array.make_unique()?;
    // SAFETY: the scalar is a valid element of this dtype; the array is as long as one (a sub-array has its elements one
    // after the other) and holds one.
    unsafe { clone_element(value.dtype(), value.as_ptr(), target.as_ptr()) };
    Ok(array)
}
