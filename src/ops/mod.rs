//! Operators: `&a + &b`, `a * 2.0`, `a += &b`, `-&a`, `!&a`.
//!
//! Each is the ufunc of that name. They panic with the text of the error that the function returns: use `np::add` and the
//! like where an operation may fail.
//!
//! Arrays may be borrowed or handed over, in any combination; one that is handed over lends its memory to the result.
//! Numbers and [`Scalar`] values may stand on either side.

#![deny(unsafe_code)]

use num_complex::Complex;

use crate::array::{Array, ArrayView};
use crate::element::Scalar;
use crate::error::Result;
use crate::ufunc;

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
            binary_operators!(@operands $trait $method $function: Array, Array);
            binary_operators!(@operands $trait $method $function: Array, &Array);
            binary_operators!(@operands $trait $method $function: &Array, Array);
            binary_operators!(@operands $trait $method $function: &Array, &Array);
            binary_operators!(@operands $trait $method $function: &ArrayView<'_>, &Array);
            binary_operators!(@operands $trait $method $function: &Array, &ArrayView<'_>);
            binary_operators!(@operands $trait $method $function: &ArrayView<'_>, &ArrayView<'_>);
            binary_operators!(@numbers $trait $method $function, $assign $assign_method $ufunc:
                bool i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64 Complex<f32> Complex<f64> Scalar);
            binary_operators!(@assign $assign $assign_method $ufunc: Array &Array &ArrayView<'_>);
        )*
    };
    (@operands $trait:ident $method:ident $function:ident: $left:ty, $right:ty) => {
        impl std::ops::$trait<$right> for $left {
            type Output = Array;

            #[track_caller]
            fn $method(self, other: $right) -> Array {
                unwrapped(ufunc::$function(self, other))
            }
        }
    };
    (@numbers $trait:ident $method:ident $function:ident, $assign:ident $assign_method:ident $ufunc:ident: $($number:ty)*) => {
        $(
            binary_operators!(@operands $trait $method $function: Array, $number);
            binary_operators!(@operands $trait $method $function: &Array, $number);
            binary_operators!(@operands $trait $method $function: $number, Array);
            binary_operators!(@operands $trait $method $function: $number, &Array);
            binary_operators!(@assign $assign $assign_method $ufunc: $number);
        )*
    };
    (@assign $assign:ident $assign_method:ident $ufunc:ident: $($right:ty)*) => {
        $(impl std::ops::$assign<$right> for Array {
            #[track_caller]
            fn $assign_method(&mut self, other: $right) {
                unwrapped(ufunc::$ufunc.assign(self, other));
            }
        })*
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
