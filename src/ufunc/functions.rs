//! A free function for each ufunc, under NumPy's name.

use super::call::call_plain;
use super::{Operand, table};
use crate::array::Array;
use crate::error::Result;

macro_rules! binary {
    ($($(#[$doc:meta])* $name:ident = $ufunc:ident;)*) => {
        $($(#[$doc])*
        pub fn $name<'a>(a: impl Into<Operand<'a>>, b: impl Into<Operand<'a>>) -> Result<Array> {
            call_plain(&table::$ufunc, [a.into(), b.into()])
        })*
    };
}

macro_rules! unary {
    ($($(#[$doc:meta])* $name:ident = $ufunc:ident;)*) => {
        $($(#[$doc])*
        pub fn $name<'a>(a: impl Into<Operand<'a>>) -> Result<Array> {
            call_plain(&table::$ufunc, [a.into()])
        })*
    };
}

unary! {
    /// `-a`, element by element.
    negative = NEGATIVE;
    /// The magnitude.
    absolute = ABSOLUTE;
}

binary! {
    /// `a + b`, element by element.
    add = ADD;
    /// `a - b`.
    subtract = SUBTRACT;
    /// `a * b`.
    multiply = MULTIPLY;
    /// `a << b`; 0 if the count is negative, or as large as the type.
    left_shift = LEFT_SHIFT;
}
