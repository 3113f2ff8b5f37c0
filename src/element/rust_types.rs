//! Which dtype describes which Rust type.

use half::{bf16, f16};
use num_complex::Complex;

use super::Element;
use super::sealed::Sealed;
use super::{
    Float4E2M1Fn, Float6E2M3Fn, Float6E3M2Fn, Float8E3M4, Float8E4M3, Float8E4M3B11Fnuz, Float8E4M3Fn, Float8E4M3Fnuz,
    Float8E5M2, Float8E5M2Fnuz, Float8E8M0Fnu, HasDtype, Int2, Int4, Object, Text, UInt2, UInt4,
};
use crate::dtype::{Dtype, MAX_DEPTH, MAX_ITEMSIZE};

macro_rules! describe {
    ($($t:ty => $dtype:expr;)*) => {
        $(
            impl Sealed for $t {}

            impl HasDtype for $t {
                #[inline]
                fn dtype() -> Dtype {
                    $dtype
                }
            }
        )*
    };
}

describe! {
    bool => Dtype::Bool;
    i8 => Dtype::Int8;
    i16 => Dtype::Int16;
    i32 => Dtype::Int32;
    i64 => Dtype::Int64;
    isize => Dtype::INTP;
    u8 => Dtype::UInt8;
    u16 => Dtype::UInt16;
    u32 => Dtype::UInt32;
    u64 => Dtype::UInt64;
    usize => Dtype::UINTP;
    f16 => Dtype::Float16;
    bf16 => Dtype::BFloat16;
    f32 => Dtype::Float32;
    f64 => Dtype::Float64;
    Float8E3M4 => Dtype::Float8E3M4;
    Float8E4M3 => Dtype::Float8E4M3;
    Float8E4M3B11Fnuz => Dtype::Float8E4M3B11Fnuz;
    Float8E4M3Fn => Dtype::Float8E4M3Fn;
    Float8E4M3Fnuz => Dtype::Float8E4M3Fnuz;
    Float8E5M2 => Dtype::Float8E5M2;
    Float8E5M2Fnuz => Dtype::Float8E5M2Fnuz;
    Float8E8M0Fnu => Dtype::Float8E8M0Fnu;
    Float6E2M3Fn => Dtype::Float6E2M3Fn;
    Float6E3M2Fn => Dtype::Float6E3M2Fn;
    Float4E2M1Fn => Dtype::Float4E2M1Fn;
    Int2 => Dtype::Int2;
    Int4 => Dtype::Int4;
    UInt2 => Dtype::UInt2;
    UInt4 => Dtype::UInt4;
    Complex<f16> => Dtype::Complex32;
    Complex<f32> => Dtype::Complex64;
    Complex<f64> => Dtype::Complex128;
    char => Dtype::Unicode(1);
    String => Dtype::String;
    Text => Dtype::String;
    Object => Dtype::Object;
    Box<str> => Dtype::String;
    &str => Dtype::String;
}

macro_rules! elements {
    ($($t:ty: $plain:literal, $any_bits:literal;)*) => {
        $(
            // SAFETY: the sizes and alignments agree, as the tests below check. Zeros are false, 0, the smallest number, "" or nothing.
            // These are numbers, or pointers that own what they point to and are null for nothing, as the flags say.
            unsafe impl Element for $t {
                const PLAIN: bool = $plain;
                const ANY_BITS: bool = $any_bits;
            }
        )*

        #[cfg(test)]
        fn check_elements() {
            $(
                let dtype = Dtype::of::<$t>();
                assert_eq!((dtype.itemsize(), dtype.alignment()), (size_of::<$t>(), align_of::<$t>()), "{dtype}");
                assert_eq!(<$t>::PLAIN, !dtype.has_object(), "{dtype}");
                assert_eq!(<$t>::PLAIN, !std::mem::needs_drop::<$t>(), "{dtype}");
            )*
        }
    };
}

elements! {
    bool: true, false;
    i8: true, true;
    i16: true, true;
    i32: true, true;
    i64: true, true;
    isize: true, true;
    u8: true, true;
    u16: true, true;
    u32: true, true;
    u64: true, true;
    usize: true, true;
    f16: true, true;
    bf16: true, true;
    f32: true, true;
    f64: true, true;
    Complex<f16>: true, true;
    Complex<f32>: true, true;
    Complex<f64>: true, true;
    Float8E3M4: true, true;
    Float8E4M3: true, true;
    Float8E4M3B11Fnuz: true, true;
    Float8E4M3Fn: true, true;
    Float8E4M3Fnuz: true, true;
    Float8E5M2: true, true;
    Float8E5M2Fnuz: true, true;
    Float8E8M0Fnu: true, true;
    Float6E2M3Fn: true, true;
    Float6E3M2Fn: true, true;
    Float4E2M1Fn: true, true;
    Int2: true, true;
    Int4: true, true;
    UInt2: true, true;
    UInt4: true, true;
    Text: false, false;
    Object: false, false;
}

#[cfg(feature = "chrono")]
describe! {
    chrono::DateTime<chrono::Utc> => Dtype::Datetime64(crate::dtype::TimeUnit::NS);
    chrono::NaiveDateTime => Dtype::Datetime64(crate::dtype::TimeUnit::NS);
    chrono::NaiveDate => Dtype::Datetime64(crate::dtype::TimeUnit::D);
    chrono::TimeDelta => Dtype::Timedelta64(crate::dtype::TimeUnit::NS);
}

impl<T: HasDtype, const N: usize> Sealed for [T; N] {
    const DEPTH: usize = T::DEPTH + 1;
    const ITEMS: usize = T::ITEMS.saturating_mul(N);
}

impl<T: HasDtype, const N: usize> HasDtype for [T; N] {
    fn dtype() -> Dtype {
        // With these checked, the sub-array cannot be too large, too deep or of too many dimensions. Half the limit on bytes:
        // a NaiveDate is half the size of its dtype, and nothing is smaller.
        const {
            assert!(size_of::<[T; N]>() <= MAX_ITEMSIZE / 2, "this array is too large for a dtype");
            assert!(N <= MAX_ITEMSIZE && Self::ITEMS <= MAX_ITEMSIZE, "this array has too many elements for a dtype");
            assert!(Self::DEPTH <= MAX_DEPTH, "this array nests too deep for a dtype");
        }
        let inner = T::dtype();
        let shape: Vec<usize> = std::iter::once(N).chain(inner.shape().iter().copied()).collect();
        Dtype::subarray(inner.base(), shape).expect("an array that fits in Rust's limits")
    }
}

macro_rules! describe_tuples {
    ($($($t:ident)+;)*) => {
        $(
            impl<$($t: HasDtype),+> Sealed for ($($t,)+) {
                const DEPTH: usize = {
                    let mut deepest = 0;
                    $(if $t::DEPTH > deepest { deepest = $t::DEPTH; })+
                    deepest + 1
                };
            }

            impl<$($t: HasDtype),+> HasDtype for ($($t,)+) {
                fn dtype() -> Dtype {
                    const {
                        assert!(size_of::<Self>() <= MAX_ITEMSIZE / 2, "this tuple is too large for a dtype");
                        assert!(Self::DEPTH <= MAX_DEPTH, "this tuple nests too deep for a dtype");
                    }
                    let dtypes = [$($t::dtype()),+];
                    let fields = dtypes.into_iter().enumerate().map(|(i, dtype)| (format!("f{i}"), dtype));
                    Dtype::structured(fields).expect("distinct names and few enough bytes")
                }
            }
        )*
    };
}

describe_tuples! {
    A;
    A B;
    A B C;
    A B C D;
    A B C D E;
    A B C D E F;
    A B C D E F G;
    A B C D E F G H;
    A B C D E F G H I;
    A B C D E F G H I J;
    A B C D E F G H I J K;
    A B C D E F G H I J K L;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_alignments_agree_with_rust() {
        fn check<T: HasDtype>() {
            let dtype = Dtype::of::<T>();
            assert_eq!((dtype.itemsize(), dtype.alignment()), (size_of::<T>(), align_of::<T>()), "{dtype}");
        }
        check_elements();
        check::<char>();
        check::<[[f32; 3]; 2]>();
        check::<[Complex<f64>; 0]>();
    }

    #[test]
    fn zeros_are_empty() {
        // SAFETY: `Element` promises that zeros are a valid value.
        assert!(unsafe { std::mem::zeroed::<Text>() }.is_empty());
        // SAFETY: likewise.
        assert!(unsafe { std::mem::zeroed::<Object>() }.is_none());
    }

    #[test]
    fn arrays_and_tuples_nest() {
        assert_eq!(Dtype::of::<[[[u8; 4]; 3]; 2]>(), Dtype::subarray("u1", [2, 3, 4]).unwrap());
        assert_eq!(Dtype::of::<[(i8, [f32; 2]); 3]>().to_string(), "([('f0', 'i1'), ('f1', '<f4', (2,))], (3,))");
        assert_eq!(Dtype::of::<(String, char)>().to_string(), "[('f0', 'T'), ('f1', '<U1')]");
    }

    #[cfg(feature = "chrono")]
    #[test]
    fn chrono_types() {
        assert_eq!(Dtype::of::<chrono::DateTime<chrono::Utc>>().to_string(), "datetime64[ns]");
        assert_eq!(Dtype::of::<chrono::NaiveDate>().to_string(), "datetime64[D]");
        assert_eq!(Dtype::of::<chrono::TimeDelta>().to_string(), "timedelta64[ns]");
    }
}
