//! Arrays of given data: values one by one, bytes, text.

use super::create::new_shape;
use super::{Array, Index, Leaf, ValueError};
use crate::dtype::{Dtype, DtypeKind, IntoDtype, iinfo};
use crate::error::{Error, Result};

/// The values of an iterator, cast to a dtype: NumPy's `fromiter`. With a `count`, so many of them.
///
/// Errors: fewer values than `count`; a whole number that an integer dtype cannot hold.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::fromiter((1..).map(|x| x * x), "f4", Some(3))?.to_vec::<f32>()?, [1.0, 4.0, 9.0]);
/// assert_eq!(np::fromiter([1, 300], "u1", None).unwrap_err().to_string(), "300 is out of bounds for uint8");
/// let short = np::fromiter([1, 2], "u1", Some(3)).unwrap_err();
/// assert_eq!(short.to_string(), "iterator too short for the count: 2 of 3");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn fromiter<T: Leaf>(
    values: impl IntoIterator<Item = T>,
    dtype: impl IntoDtype,
    count: Option<usize>,
) -> Result<Array> {
    let dtype = dtype.into_dtype()?;
    let values: Vec<T> = values.into_iter().take(count.unwrap_or(usize::MAX)).collect();
    let found = values.len();
    if let Some(count) = count.filter(|&count| count > found) {
        let (reason, value) = ("iterator too short for the count", format!("{found} of {count}"));
        return Err(ValueError::Argument { reason, value }.into());
    }
    let array = T::into_array(&[found], values)?;
    if array.dtype() == &dtype {
        return Ok(array);
    }
    array.check_range(&dtype)?;
    array.astype(dtype)
}

impl Array {
    /// The values of an iterator, cast to a dtype: [`fromiter`] without a count.
    ///
    /// ```
    /// use ndtype::Array;
    /// assert_eq!(Array::from_iter_dtype(0..3, "i1")?.to_vec::<i8>()?, [0, 1, 2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_iter_dtype<T: Leaf>(values: impl IntoIterator<Item = T>, dtype: impl IntoDtype) -> Result<Array> {
        fromiter(values, dtype, None)
    }

    /// An error that names the first whole number that an integer dtype cannot hold.
    fn check_range(&self, dtype: &Dtype) -> Result<()> {
        let integer = |dtype: &Dtype| matches!(dtype.kind(), DtypeKind::Integer | DtypeKind::Unsigned);
        if !integer(dtype) || !integer(self.dtype()) {
            return Ok(());
        }
        let limits = iinfo(dtype.native_scalar())?;
        let wrong = |value: i128| value < limits.min || value > limits.max;
        let found = match self.dtype().kind() {
            DtypeKind::Unsigned => self.astype(Dtype::UInt64)?.iter::<u64>()?.map(i128::from).find(|&x| wrong(x)),
            _ => self.astype(Dtype::Int64)?.iter::<i64>()?.map(i128::from).find(|&x| wrong(x)),
        };
        match found {
            Some(value) => Err(ValueError::OutOfBounds { value: value.to_string(), dtype: dtype.clone() }.into()),
            None => Ok(()),
        }
    }
}

/// The bytes of something that moves in without a copy, as elements of a dtype: NumPy's `frombuffer`. It takes vectors,
/// boxed slices, `Arc`s of slices and arrays; [`ArrayView::from_bytes`](super::ArrayView::from_bytes) borrows bytes.
///
/// `offset` bytes are left out at the start, and `count` elements taken, or all. They need not be aligned.
///
/// Errors: an offset or a count beyond the end, bytes that are no whole number of elements, bytes that are no booleans, a
/// dtype whose elements own memory.
///
/// ```
/// use ndtype as np;
/// let bytes = vec![0u8, 1, 0, 2, 0];
/// let address = bytes.as_ptr();
/// let a = np::frombuffer(bytes, "<u2", 1, None)?;
/// assert_eq!((a.to_vec::<u16>()?, a.as_ptr()), (vec![1, 2], address.wrapping_add(1)));
/// assert!(np::frombuffer(vec![1u8, 2, 3], "u2", 0, None).unwrap_err().is_value());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn frombuffer<B>(buffer: B, dtype: impl IntoDtype, offset: usize, count: Option<usize>) -> Result<Array>
where
    B: TryInto<Array>,
    Error: From<B::Error>,
{
    let (buffer, dtype): (Array, Dtype) = (buffer.try_into()?, dtype.into_dtype()?);
    let fail = |reason, value: usize| Err(ValueError::Argument { reason, value: value.to_string() }.into());
    if dtype.itemsize() == 0 {
        return fail("itemsize cannot be zero in a dtype of a buffer", 0);
    }
    let bytes = buffer.ravel()?.view_dtype(Dtype::UInt8)?;
    let Some(rest) = bytes.size().checked_sub(offset) else {
        return fail("the offset of a buffer has to be no greater than its length", offset);
    };
    let count = match count {
        None if rest % dtype.itemsize() != 0 => {
            return fail("the size of a buffer has to be a multiple of the size of an element", rest);
        }
        None => rest / dtype.itemsize(),
        Some(count) => count,
    };
    let end = count.checked_mul(dtype.itemsize()).filter(|&bytes| bytes <= rest).map(|bytes| offset + bytes);
    let Some(end) = end else {
        return fail("a buffer is smaller than the requested number of elements", count);
    };
    let part = bytes.get([Index::from(offset..end)])?;
    let (shape, base) = new_shape(&[count], dtype);
    let elements = part.view_dtype(base)?;
    if shape.len() == 1 {
        Ok(elements)
    } else {
        elements.reshape(shape.iter().map(|&n| n as isize).collect::<Vec<_>>())
    }
}

/// The numbers in a text, cast to a dtype: NumPy's `fromstring(text, dtype, sep)`.
///
/// Space around a number or a separator does not matter; a separator of white space is any amount of it. A separator at
/// the end is allowed. Floats may be `nan` and `inf`, complex numbers are written `1+2j`.
///
/// Errors that show the text from where it is no number or no separator on; numbers that an integer dtype cannot hold
/// (NumPy wraps them); dtypes that are no numbers.
///
/// ```
/// use ndtype as np;
/// assert_eq!(np::fromstring("1, 2,3", "i4", ",")?.to_vec::<i32>()?, [1, 2, 3]);
/// assert_eq!(np::fromstring("1.5 nan\n-inf", "f8", " ")?.size(), 3);
/// let error = np::fromstring("1, x", "i4", ",").unwrap_err();
/// assert_eq!(error.to_string(), "expected a number at position 3: x");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn fromstring(text: &str, dtype: impl IntoDtype, separator: &str) -> Result<Array> {
    let dtype = dtype.into_dtype()?;
    let mut reader = Reader { text, at: 0, separator: separator.trim() };
    let native = dtype.native_scalar();
    let found = match native.kind() {
        DtypeKind::Integer | DtypeKind::Unsigned => {
            let limits = iinfo(native)?;
            let whole = reader.items(|text| {
                let (digits, rest) = split_whole(text)?;
                let value: Option<i128> = digits.parse().ok().filter(|x| *x >= limits.min && *x <= limits.max);
                // The lower bits, which the cast keeps.
                let outside = || ValueError::OutOfBounds { value: digits.to_owned(), dtype: dtype.clone() };
                Some((value.map(|x| x as i64).ok_or_else(outside), rest))
            })?;
            Array::from_vec(whole)?
        }
        DtypeKind::Bool | DtypeKind::Float => {
            let floats = reader.items(|text| split_float(text).map(|(x, rest)| (Ok(x), rest)))?;
            Array::from_vec(floats)?
        }
        DtypeKind::Complex => {
            Array::from_vec(reader.items(|text| split_complex(text).map(|(x, rest)| (Ok(x), rest)))?)?
        }
        _ => return Err(ValueError::Unsupported { operation: "fromstring", dtype }.into()),
    };
    if found.dtype() == &dtype { Ok(found) } else { found.astype(dtype) }
}

/// Reads items with separators between them.
struct Reader<'t> {
    text: &'t str,
    at: usize,
    separator: &'t str,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn skip_space(&mut self) {
        self.at = self.text.len() - self.rest().trim_start().len();
    }

    fn expected(&self, what: &str) -> Error {
        let start: String = self.rest().chars().take(20).collect();
        ValueError::Unreadable { expected: what.to_owned(), position: self.at, found: start }.into()
    }

    /// All items, each read by a function that returns it and the text behind it.
    fn items<T>(&mut self, item: impl Fn(&'t str) -> Option<(Result<T, ValueError>, &'t str)>) -> Result<Vec<T>> {
        let mut found = Vec::new();
        self.skip_space();
        while !self.rest().is_empty() {
            let Some((value, rest)) = item(self.rest()) else { return Err(self.expected("a number")) };
            found.push(value?);
            let end = self.text.len() - rest.len();
            self.at = end;
            self.skip_space();
            if self.rest().is_empty() {
                break;
            }
            match self.rest().strip_prefix(self.separator) {
                Some(rest) if !self.separator.is_empty() || self.at > end => self.at = self.text.len() - rest.len(),
                _ => return Err(self.expected(&format!("the separator {:?}", self.separator))),
            }
            self.skip_space();
        }
        Ok(found)
    }
}

/// How many bytes at the start are of a sort.
fn run(text: &str, is: impl Fn(u8) -> bool) -> usize {
    text.bytes().position(|b| !is(b)).unwrap_or(text.len())
}

fn sign_length(text: &str) -> usize {
    usize::from(text.starts_with(['+', '-']))
}

fn split_whole(text: &str) -> Option<(&str, &str)> {
    let sign = sign_length(text);
    let digits = run(&text[sign..], |b| b.is_ascii_digit());
    (digits > 0).then(|| text.split_at(sign + digits))
}

fn split_float(text: &str) -> Option<(f64, &str)> {
    let sign = sign_length(text);
    let body = &text[sign..];
    let named = ["infinity", "inf", "nan"]
        .into_iter()
        .find(|name| body.get(..name.len()).is_some_and(|start| start.eq_ignore_ascii_case(name)));
    let length = match named {
        Some(name) => name.len(),
        None => digits_length(body)?,
    };
    let (number, rest) = text.split_at(sign + length);
    Some((number.parse().ok()?, rest))
}

/// How long digits with a point and an exponent are; `None` if there are no digits.
fn digits_length(text: &str) -> Option<usize> {
    let digits = |text: &str| run(text, |b| b.is_ascii_digit());
    let whole = digits(text);
    let point = usize::from(text[whole..].starts_with('.'));
    let fraction = digits(&text[whole + point..]);
    if whole + (if point > 0 { fraction } else { 0 }) == 0 {
        return None;
    }
    let mantissa = whole + if point > 0 { 1 + fraction } else { 0 };
    let exponent = &text[mantissa..];
    let letter = usize::from(exponent.starts_with(['e', 'E']));
    let start = letter + sign_length(&exponent[letter..]);
    let power = digits(&exponent[start..]);
    // An `e` without digits behind it belongs to something else.
    Some(mantissa + if letter > 0 && power > 0 { start + power } else { 0 })
}

/// `1+2j`, `1`, `2j`.
fn split_complex(text: &str) -> Option<(num_complex::Complex<f64>, &str)> {
    let (first, rest) = split_float(text)?;
    if let Some(rest) = rest.strip_prefix('j') {
        return Some((num_complex::Complex::new(0.0, first), rest));
    }
    if rest.starts_with(['+', '-'])
        && let Some((second, after)) = split_float(rest)
        && let Some(after) = after.strip_prefix('j')
    {
        return Some((num_complex::Complex::new(first, second), after));
    }
    Some((num_complex::Complex::new(first, 0.0), rest))
}
