//! Operators: `&a + &b`, `a * 2.0`, `a += &b`, `-&a`, `!&a`.
//!
//! Each is the ufunc of that name. They panic with the text of the error that the function returns: use `np::add` and the
//! like where an operation may fail.
//!
//! Arrays may be borrowed or handed over, in any combination; one that is handed over lends its memory to the result.
//! Numbers and [`Scalar`] values may stand on the right, and `i64`, `f64`, `Complex<f64>`, `bool` and `Scalar` on the left: of
//! each kind of number only one, so that literals there have a type.

#![deny(unsafe_code)]

use num_complex::Complex;

use crate::array::{Array, ArrayView};
use crate::element::Scalar;
use crate::error::Result;
use crate::ufunc::{self, Operand};

#[track_caller]
fn unwrapped<T>(result: Result<T>) -> T {
    match result {
        Ok(value) => value,
        Err(error) => panic!("{error}"),
    }
}

macro_rules! binary_operators {
    ($($trait:ident $method:ident, $assign:ident $assign_method:ident = $function:ident $ufunc:ident;)*) => {
        $(
            binary_operators!(@left $trait $method $function: Array &Array &ArrayView<'_>);
            binary_operators!(@number $trait $method $function: i64 f64 Complex<f64> bool Scalar);

            impl<'a, T: Into<Operand<'a>>> std::ops::$assign<T> for Array {
                #[track_caller]
                fn $assign_method(&mut self, other: T) {
                    unwrapped(ufunc::$ufunc.assign(self, other));
                }
            }
        )*
    };
    // Whatever an operand is made from may stand on the right. One implementation, so that the type of the result is known
    // before that of a literal is: `&a * 2.0 + 1` compiles.
    (@left $trait:ident $method:ident $function:ident: $($left:ty)*) => {
        $(impl<'a, T: Into<Operand<'a>>> std::ops::$trait<T> for $left {
            type Output = Array;

            #[track_caller]
            fn $method(self, other: T) -> Array {
                unwrapped(ufunc::$function(Operand::from(self), other.into()))
            }
        })*
    };
    (@number $trait:ident $method:ident $function:ident: $($number:ty)*) => {
        $(
            binary_operators!(@right $trait $method $function: $number, Array);
            binary_operators!(@right $trait $method $function: $number, &Array);
            binary_operators!(@right $trait $method $function: $number, &ArrayView<'_>);
        )*
    };
    (@right $trait:ident $method:ident $function:ident: $left:ty, $right:ty) => {
        impl std::ops::$trait<$right> for $left {
            type Output = Array;

            #[track_caller]
            fn $method(self, other: $right) -> Array {
                unwrapped(ufunc::$function(self, other))
            }
        }
    };
}

binary_operators! {
    Add add, AddAssign add_assign = add ADD;
    Sub sub, SubAssign sub_assign = subtract SUBTRACT;
    Mul mul, MulAssign mul_assign = multiply MULTIPLY;
    Div div, DivAssign div_assign = divide DIVIDE;
    Rem rem, RemAssign rem_assign = remainder REMAINDER;
    BitAnd bitand, BitAndAssign bitand_assign = bitwise_and BITWISE_AND;
    BitOr bitor, BitOrAssign bitor_assign = bitwise_or BITWISE_OR;
    BitXor bitxor, BitXorAssign bitxor_assign = bitwise_xor BITWISE_XOR;
    Shl shl, ShlAssign shl_assign = left_shift LEFT_SHIFT;
    Shr shr, ShrAssign shr_assign = right_shift RIGHT_SHIFT;
}

macro_rules! unary_operators {
    ($($trait:ident $method:ident = $function:ident;)*) => {
        $(unary_operators!(@operand $trait $method $function: Array &Array &ArrayView<'_>);)*
    };
    (@operand $trait:ident $method:ident $function:ident: $($operand:ty)*) => {
        $(impl std::ops::$trait for $operand {
            type Output = Array;

            #[track_caller]
            fn $method(self) -> Array {
                unwrapped(ufunc::$function(self))
            }
        })*
    };
}

unary_operators! {
    Neg neg = negative;
    Not not = invert;
}
