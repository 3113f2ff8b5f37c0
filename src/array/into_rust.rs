//! Arrays as vectors, nested ones and texts, and texts as arrays.

use super::{Array, Leaf, ValueError, unwrapped};
use crate::dtype::DtypeError;
use crate::element::{Element, HasDtype, Text};
use crate::error::{Error, Result};
use crate::layout::ShapeError;

/// The elements of an array of one axis. Errors: another number of axes (for which there is [`Array::to_vec`]), elements
/// that are no values of `T`.
///
/// ```
/// use ndtype::{Array, array};
/// assert_eq!(Vec::<i32>::try_from(array![1, 2])?, [1, 2]);
/// assert!(Vec::<f64>::try_from(array![1, 2]).unwrap_err().is_dtype());
/// let error = Vec::<i32>::try_from(array![[1, 2], [3, 4]]).unwrap_err();
/// assert_eq!(error.to_string(), "a list of 1 dimension needs an array of as many, not one of shape (2,2)");
/// # Ok::<(), ndtype::Error>(())
/// ```
impl<T: Element> TryFrom<Array> for Vec<T> {
    type Error = Error;

    fn try_from(array: Array) -> Result<Vec<T>> {
        Vec::try_from(&array)
    }
}

/// The elements of an array of one axis. Errors: another number of axes (for which there is [`Array::to_vec`]), elements
/// that are no values of `T`.
impl<T: Element> TryFrom<&Array> for Vec<T> {
    type Error = Error;

    fn try_from(array: &Array) -> Result<Vec<T>> {
        check_axes(array, 1)?;
        array.to_vec()
    }
}

/// The elements of an array of one axis. Errors: another number of axes or elements, elements that are no values of `T`.
///
/// ```
/// use ndtype::{Array, array};
/// let [x, y] = <[i32; 2]>::try_from(&array![1, 2])?;
/// assert_eq!((x, y), (1, 2));
/// assert!(<[i32; 3]>::try_from(&array![1, 2]).unwrap_err().is_shape());
/// # Ok::<(), ndtype::Error>(())
/// ```
impl<T: Element, const N: usize> TryFrom<&Array> for [T; N] {
    type Error = Error;

    fn try_from(array: &Array) -> Result<[T; N]> {
        let shape = array.shape().into();
        array
            .to_vec()?
            .try_into()
            .ok()
            .filter(|_| array.ndim() == 1)
            .ok_or_else(|| ShapeError::List { dims: [N].into(), shape }.into())
    }
}

/// The rows of an array of two axes. Errors: another shape, elements that are no values of `T`.
///
/// ```
/// use ndtype::{Array, array};
/// assert_eq!(<[[i32; 2]; 2]>::try_from(&array![[1, 2], [3, 4]])?, [[1, 2], [3, 4]]);
/// # Ok::<(), ndtype::Error>(())
/// ```
impl<T: Element, const N: usize, const M: usize> TryFrom<&Array> for [[T; N]; M] {
    type Error = Error;

    fn try_from(array: &Array) -> Result<[[T; N]; M]> {
        let wrong = || Error::from(ShapeError::List { dims: [M, N].into(), shape: array.shape().into() });
        if *array.shape() != [M, N] {
            return Err(wrong());
        }
        let rows: Vec<[T; N]> = array.axis_iter(0)?.map(|row| <[T; N]>::try_from(&row)).collect::<Result<_>>()?;
        rows.try_into().map_err(|_| wrong())
    }
}

/// An error for another number of axes than a list has dimensions.
fn check_axes(array: &Array, axes: usize) -> Result<()> {
    if array.ndim() == axes {
        return Ok(());
    }
    Err(ShapeError::Depth { depth: axes, shape: array.shape().into() }.into())
}

/// The rows of an array of so many axes, each as a vector. An error for another number of axes.
fn rows<T>(array: &Array, axes: usize, row: impl Fn(&Array) -> Result<Vec<T>>) -> Result<Vec<Vec<T>>> {
    check_axes(array, axes)?;
    array.axis_iter(0)?.map(|part| row(&part)).collect()
}

/// The rows of an array of two axes. Errors: another number of axes, elements that are no values of `T`.
///
/// ```
/// use ndtype::{Array, array};
/// assert_eq!(Vec::<Vec<i32>>::try_from(&array![[1, 2], [3, 4]])?, [[1, 2], [3, 4]]);
/// assert!(Vec::<Vec<i32>>::try_from(&array![1, 2]).unwrap_err().is_shape());
/// # Ok::<(), ndtype::Error>(())
/// ```
impl<T: Element> TryFrom<&Array> for Vec<Vec<T>> {
    type Error = Error;

    fn try_from(array: &Array) -> Result<Vec<Vec<T>>> {
        rows(array, 2, Array::to_vec)
    }
}

/// The planes and rows of an array of three axes. Errors: another number of axes, elements that are no values of `T`.
impl<T: Element> TryFrom<&Array> for Vec<Vec<Vec<T>>> {
    type Error = Error;

    fn try_from(array: &Array) -> Result<Vec<Vec<Vec<T>>>> {
        rows(array, 3, |plane| rows(plane, 2, Array::to_vec))
    }
}

/// Texts of any kind, fixed-width or not, in C's order. An error for what is no text.
///
/// ```
/// use ndtype::{Array, array};
/// assert_eq!(Vec::<String>::try_from(&array!["a", "bc"])?, ["a", "bc"]);
/// assert!(Vec::<String>::try_from(&array![1]).unwrap_err().is_dtype());
/// # Ok::<(), ndtype::Error>(())
/// ```
impl TryFrom<&Array> for Vec<String> {
    type Error = Error;

    fn try_from(array: &Array) -> Result<Vec<String>> {
        let text = |scalar: crate::element::Scalar| {
            let dtype = scalar.dtype().clone();
            scalar.to_text().ok_or_else(|| DtypeError::WrongType { expected: Text::dtype(), dtype }.into())
        };
        array.scalars()?.into_iter().map(text).collect()
    }
}

/// The one text of an array, of any kind. Errors: several elements, or one that is no text.
impl TryFrom<&Array> for String {
    type Error = Error;

    fn try_from(array: &Array) -> Result<String> {
        let mut texts = Vec::<String>::try_from(array)?;
        match (texts.len(), texts.pop()) {
            (1, Some(text)) => Ok(text),
            (size, _) => Err(ValueError::NotOneElement { size }.into()),
        }
    }
}

/// An array without axes that holds this text, as fixed-width Unicode.
impl From<&str> for Array {
    fn from(text: &str) -> Array {
        unwrapped(Leaf::into_array(&[], vec![text]))
    }
}

/// An array without axes that holds this text, of variable width.
impl From<String> for Array {
    fn from(text: String) -> Array {
        unwrapped(Leaf::into_array(&[], vec![text]))
    }
}

/// Texts of fixed width, as wide as the longest.
impl<'a> FromIterator<&'a str> for Array {
    /// # Panics
    /// If there is no memory for them, as a vector would.
    fn from_iter<I: IntoIterator<Item = &'a str>>(texts: I) -> Array {
        let texts: Vec<&str> = texts.into_iter().collect();
        unwrapped(Leaf::into_array(&[texts.len()], texts))
    }
}

/// Texts of variable width, some of which may be missing.
///
/// ```
/// use ndtype::Array;
/// let a: Array = ["a", ""].into_iter().map(|text| (!text.is_empty()).then(|| text.to_owned())).collect();
/// assert_eq!(format!("{a:?}"), "array(['a', None], dtype=StringDType())");
/// # Ok::<(), ndtype::Error>(())
/// ```
impl FromIterator<Option<String>> for Array {
    /// # Panics
    /// If there is no memory for them, as a vector would.
    fn from_iter<I: IntoIterator<Item = Option<String>>>(texts: I) -> Array {
        texts.into_iter().map(Text::from).collect()
    }
}

/// Texts of any kind in C's order, `None` for those that are missing. An error for what is no text.
///
/// ```
/// use ndtype::{Array, array};
/// let a = array![Some("a"), None];
/// assert_eq!(Vec::<Option<String>>::try_from(&a)?, [Some("a".to_owned()), None]);
/// # Ok::<(), ndtype::Error>(())
/// ```
impl TryFrom<&Array> for Vec<Option<String>> {
    type Error = Error;

    fn try_from(array: &Array) -> Result<Vec<Option<String>>> {
        if let Ok(texts) = array.iter::<Text>() {
            return Ok(texts.map(|text| text.get().map(str::to_owned)).collect());
        }
        Ok(Vec::<String>::try_from(array)?.into_iter().map(Some).collect())
    }
}

/// Texts of variable width.
impl FromIterator<String> for Array {
    /// # Panics
    /// If there is no memory for them, as a vector would.
    fn from_iter<I: IntoIterator<Item = String>>(texts: I) -> Array {
        texts.into_iter().map(Text::from).collect()
    }
}
