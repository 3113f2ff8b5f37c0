//! Comparing and joining text: the ufuncs, with text that takes on the kind of what it meets.

use super::argument::{Mixing, TextArg, Texts, texts};
use crate::array::Array;
use crate::error::Result;
use crate::ufunc;

type Ufunc = fn(&Array, &Array) -> Result<Array>;

fn call(function: &'static str, a: TextArg<'_>, b: TextArg<'_>, ufunc: Ufunc) -> Result<Array> {
    let Texts { arrays: [a, b], .. } = texts(function, [a, b], Mixing::Strict)?;
    ufunc(&a, &b)
}

macro_rules! comparisons {
    ($($name:ident $what:literal $result:literal;)*) => {
        $(#[doc = concat!(
            "Whether each text ", $what, " another, by code points: NumPy's `strings.", stringify!($name), "`, which is its ufunc for \
             text. An error for what is no text, and for bytes beside characters.\n\n\
             ```\nuse ndtype::{array, strings};\n\
             assert_eq!(strings::", stringify!($name), "(&array![\"a\", \"b\", \"c\"], \"b\")?.to_vec::<bool>()?, ", $result, ");\n\
             # Ok::<(), ndtype::Error>(())\n```"
        )]
        pub fn $name<'a>(a: impl Into<TextArg<'a>>, b: impl Into<TextArg<'a>>) -> Result<Array> {
            call(stringify!($name), a.into(), b.into(), |a, b| ufunc::$name(a, b))
        })*
    };
}

comparisons! {
    equal "is the same as" "[false, true, false]";
    not_equal "differs from" "[true, false, true]";
    less "comes before" "[true, false, false]";
    less_equal "comes before or is the same as" "[true, true, false]";
    greater "comes after" "[false, false, true]";
    greater_equal "comes after or is the same as" "[false, true, true]";
}

/// Texts one after the other: NumPy's `strings.add`, which is its ufunc for text. Text of a fixed width becomes as wide as both
/// together. An error for what is no text, and for bytes beside characters.
///
/// ```
/// use ndtype::{array, strings};
/// let sum = strings::add(&array!["a", "bc"], "-")?;
/// assert_eq!((sum.dtype().str().as_str(), sum), ("<U3", array!["a-", "bc-"]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn add<'a>(a: impl Into<TextArg<'a>>, b: impl Into<TextArg<'a>>) -> Result<Array> {
    call("add", a.into(), b.into(), |a, b| ufunc::add(a, b))
}
