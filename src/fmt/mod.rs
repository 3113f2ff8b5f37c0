//! Printing: `{}` is NumPy's `str`, `{:?}` its `repr`, character for character.
//!
//! The steps, a file each:
//! 1. `options`: [`PrintOptions`], NumPy's print options as a value; the flags of a format string change some of them.
//! 2. `shown`: which elements are shown, all or those at both ends of each axis; nothing else is read.
//! 3. `formatter`: one formatter for each kind of elements, fitted to the values shown (`floats`, `record`, `quote`). It turns an
//!    element into a word and never sees a shape.
//! 4. `page`: words in rows, rows in brackets, lines broken. It never sees a dtype.
//! 5. Here: what `repr` adds, the dtype and the shape where the elements do not tell them.
//!
//! `scalar` prints one value, `float_functions` one float as the caller wants it, `html` a table for notebooks, `summary` a few
//! facts about all elements.
//!
//! What it refuses: global state. Options are handed over.

#![deny(unsafe_code)]

mod float_functions;
mod floats;
mod formatter;
mod html;
mod options;
mod page;
mod quote;
mod record;
mod scalar;
mod shown;
mod summary;

use std::fmt::{self, Write};

pub use float_functions::{FloatFormatOptions, FormatError, format_float_positional, format_float_scientific};
pub use options::{FloatMode, FormatKind, PrintOptions, Sign};
pub use summary::{FieldSummary, Summary};

use crate::array::{Array, ArrayView, ArrayViewMut};
use crate::dtype::Dtype;
use crate::error::{Error, Result};
use page::{Page, length};
use shown::Shown;

/// What is printed of an array.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// The elements.
    Words,
    /// `array(`, the elements, and what they do not tell.
    Repr,
}

/// Writes an array; what goes wrong, which only memory can, instead of it.
fn write_array(out: &mut String, array: &Array, style: Style, options: &PrintOptions) {
    let start = out.len();
    let written = match style {
        Style::Words => write_elements(out, array, options),
        Style::Repr => write_repr(out, array, options),
    };
    if let Err(error) = written {
        out.truncate(start);
        write_error(out, &error);
    }
}

fn write_error(out: &mut String, error: &Error) {
    let written = write!(out, "<{error}>");
    debug_assert!(written.is_ok(), "writing to a string");
}

/// The elements in brackets.
fn write_elements(out: &mut String, array: &Array, options: &PrintOptions) -> Result<()> {
    if array.is_empty() {
        out.push_str("[]");
        return Ok(());
    }
    let shown = Shown::of(array, options.threshold, options.edge_items)?;
    let formatter = formatter::fit(&shown.values, options, array.ndim() == 0)?;
    let page = Page {
        width: options.line_width.saturating_sub(length(&options.suffix)),
        indent: length(&options.prefix),
        separator: &options.separator,
    };
    page.write(out, &shown.axes, |index, out| formatter.write(index, out));
    Ok(())
}

fn write_repr(out: &mut String, array: &Array, options: &PrintOptions) -> Result<()> {
    const PREFIX: &str = "array(";
    let start = out.len();
    out.push_str(PREFIX);
    let inside = options.clone().separator(", ").prefix(PREFIX).suffix(")");
    write_elements(out, array, &inside)?;
    let mut extras = Vec::new();
    if (array.is_empty() && *array.shape() != [0]) || array.size() > options.threshold {
        extras.push(format!("shape={}", tuple(array.shape())));
    }
    if array.is_empty() || !is_implied(array.dtype()) {
        extras.push(format!("dtype={}", short_repr(array.dtype())));
    }
    if !extras.is_empty() {
        let extras = extras.join(", ");
        out.push(',');
        // On a line of its own where the last one would become too long.
        let last = out[start..].rsplit('\n').next().map_or(0, length);
        if last + length(&extras) + 2 > options.line_width {
            out.extend(["\n", &" ".repeat(PREFIX.len())]);
        } else {
            out.push(' ');
        }
        out.push_str(&extras);
    }
    out.push(')');
    Ok(())
}

/// A shape as Python's tuple.
fn tuple(shape: &[usize]) -> String {
    let sizes: Vec<String> = shape.iter().map(ToString::to_string).collect();
    format!("({}{})", sizes.join(", "), if shape.len() == 1 { "," } else { "" })
}

/// Whether the elements tell the dtype.
fn is_implied(dtype: &Dtype) -> bool {
    [Dtype::INT, Dtype::Float64, Dtype::Complex128, Dtype::Bool].contains(dtype)
}

/// A dtype as `repr` shows it: its name if Python would understand that, else in quotes.
fn short_repr(dtype: &Dtype) -> String {
    match dtype {
        Dtype::String => "StringDType()".to_owned(),
        Dtype::Struct(_) => dtype.to_string(),
        Dtype::Bytes(_) | Dtype::Unicode(_) | Dtype::Void(_) | Dtype::Swapped(_) => format!("'{dtype}'"),
        _ => {
            let name = dtype.name();
            if name.chars().all(char::is_alphanumeric) { name } else { format!("'{name}'") }
        }
    }
}

/// An array with options for printing it: `{}` and `{:?}` as for the array. Made by [`Array::display_with`].
#[derive(Clone, Copy)]
pub struct DisplayWith<'a> {
    array: &'a Array,
    options: &'a PrintOptions,
}

impl Array {
    /// The array together with options for printing it.
    ///
    /// ```
    /// use ndtype::{self as np, PrintOptions};
    /// let a = np::arange(0, 100, 1)?;
    /// let brief = PrintOptions::new().threshold(10).edge_items(2);
    /// assert_eq!(a.display_with(&brief).to_string(), "[ 0  1 ... 98 99]");
    /// assert_eq!(format!("{:?}", a.display_with(&brief)), "array([ 0,  1, ..., 98, 99], shape=(100,))");
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn display_with<'a>(&'a self, options: &'a PrintOptions) -> DisplayWith<'a> {
        DisplayWith { array: self, options }
    }
}

impl DisplayWith<'_> {
    /// One record: of all scalars only these heed options, and digits of floats only those of a flag.
    fn write_record(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let options = self.options.with_flags(f);
        let options = if f.precision().is_some() { options } else { scalar::scalar_options(&options) };
        let mut out = String::new();
        write_array(&mut out, self.array, Style::Words, &options);
        scalar::write_padded(f, &out, false)
    }
}

impl fmt::Display for DisplayWith<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.array.ndim() == 0
            && let Ok(scalar) = self.array.get_scalar(&[])
        {
            return match scalar.dtype() {
                Dtype::Bytes(_) => fmt::Debug::fmt(&scalar, f),
                Dtype::Struct(_) => self.write_record(f),
                _ => fmt::Display::fmt(&scalar, f),
            };
        }
        let mut out = String::new();
        let plain = self.options.clone().separator(" ").prefix("").suffix("");
        write_array(&mut out, self.array, Style::Words, &plain.with_flags(f));
        f.write_str(&out)
    }
}

impl fmt::Debug for DisplayWith<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut out = String::new();
        let mut options = self.options.with_flags(f);
        options.threshold = self.options.threshold;
        write_array(&mut out, self.array, Style::Repr, &options);
        f.write_str(&out)?;
        if f.alternate() {
            let (array, flags) = (self.array, self.array.flags());
            let order = match (flags.c_contiguous, flags.f_contiguous) {
                (true, _) => "C order",
                (_, true) => "Fortran order",
                _ => "not contiguous",
            };
            write!(f, "\n{}, shape {}, strides {:?}", array.dtype(), tuple(array.shape()), array.strides())?;
            write!(f, ", {} bytes, {order}", array.nbytes())?;
            f.write_str(if flags.aligned { "" } else { ", not aligned" })?;
            f.write_str(if flags.unique { "" } else { ", shared" })?;
        }
        Ok(())
    }
}

/// NumPy's `str`: the elements in brackets and columns, floats to 8 digits, a summary above 1000 elements.
///
/// `{:.3}` shows three digits, `{:+}` the sign of positive numbers, `{:120}` breaks lines at 120 characters, `{:#}` shows every
/// element. An array without axes prints as a scalar.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1.0, -0.5], [100.0, 2.0 / 3.0]];
/// assert_eq!(a.to_string(), "\
/// [[  1.          -0.5       ]
///  [100.           0.66666667]]");
/// assert_eq!(format!("{a:+.2}"), "\
/// [[  +1.     -0.5 ]
///  [+100.     +0.67]]");
/// assert_eq!(np::arange(0, 2000, 1)?.to_string(), "[   0    1    2 ... 1997 1998 1999]");
/// # Ok::<(), ndtype::Error>(())
/// ```
impl fmt::Display for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.display_with(&PrintOptions::default()), f)
    }
}

/// NumPy's `repr`: with the dtype and the shape where the elements do not tell them. Flags as for `Display`; `{:#?}` adds a line
/// about the memory.
///
/// ```
/// use ndtype::{Array, array};
/// assert_eq!(format!("{:?}", array![1i16, 2]), "array([1, 2], dtype=int16)");
/// assert_eq!(format!("{:?}", Array::zeros([2, 0], "f8")?), "array([], shape=(2, 0), dtype=float64)");
/// assert_eq!(format!("{:#?}", array![1, 2].astype("i8")?), "\
/// array([1, 2])
/// int64, shape (2,), strides [8], 16 bytes, C order");
/// # Ok::<(), ndtype::Error>(())
/// ```
impl fmt::Debug for Array {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&self.display_with(&PrintOptions::default()), f)
    }
}

/// As an array.
impl fmt::Display for ArrayView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

/// As an array.
impl fmt::Debug for ArrayView<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

/// As an array of the elements in the window.
impl fmt::Display for ArrayViewMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.window() {
            Ok(window) => fmt::Display::fmt(&window, f),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}

/// As an array of the elements in the window.
impl fmt::Debug for ArrayViewMut<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.window() {
            Ok(window) => fmt::Debug::fmt(&window, f),
            Err(error) => write!(f, "<{error}>"),
        }
    }
}

/// NumPy's `array2string`: the elements alone, with the options' separator, and broken into lines as if the options' prefix and
/// suffix stood around them.
///
/// ```
/// use ndtype::{PrintOptions, array, array2string};
/// let options = PrintOptions::new().separator(",").precision(2);
/// assert_eq!(array2string(&array![1.0, 2.0 / 3.0], &options), "[1.  ,0.67]");
/// ```
pub fn array2string(a: &Array, options: &PrintOptions) -> String {
    let mut out = String::new();
    write_array(&mut out, a, Style::Words, options);
    out
}

/// NumPy's `array_repr`: what `{:?}` prints.
///
/// ```
/// use ndtype::{PrintOptions, array, array_repr};
/// assert_eq!(array_repr(&array![0.5f32], &PrintOptions::default()), "array([0.5], dtype=float32)");
/// ```
pub fn array_repr(a: &Array, options: &PrintOptions) -> String {
    format!("{:?}", a.display_with(options))
}

/// NumPy's `array_str`: what `{}` prints.
///
/// ```
/// use ndtype::{PrintOptions, array, array_str};
/// assert_eq!(array_str(&array![0.5f32], &PrintOptions::default()), "[0.5]");
/// ```
pub fn array_str(a: &Array, options: &PrintOptions) -> String {
    a.display_with(options).to_string()
}
