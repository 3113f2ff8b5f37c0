//! Rust types for the integers of two and four bits: ml_dtypes' scalars.
//!
//! Each is stored in a byte of its own, as an array of it is: the value's two's complement in the lower bits, zeros above.
//! Every byte is a valid value: the upper bits do not count.
//!
//! What it refuses: arithmetic (convert to `i8` or `u8`, compute, and convert back) and packing several into a byte.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};

macro_rules! conversions {
    ($name:ident $value:ident $bits:literal) => {
        impl $name {
            /// How many bits carry the value.
            pub const BITS: u32 = $bits;

            /// This value, or `None` if it is out of range.
            #[inline]
            pub const fn new(value: $value) -> Option<Self> {
                let wrapped = Self::wrapping_new(value);
                if wrapped.get() == value { Some(wrapped) } else { None }
            }

            /// The value of the lowest bits, which is what ml_dtypes' casts take.
            #[inline]
            pub const fn wrapping_new(value: $value) -> Self {
                Self::from_bits(value as u8)
            }

            /// The value with these bits. The upper ones are masked off, so that any byte will do.
            #[inline]
            pub const fn from_bits(bits: u8) -> Self {
                Self(bits & ((1 << $bits) - 1))
            }

            /// The value's bits, with zeros above, also for a negative one.
            #[inline]
            pub const fn to_bits(self) -> u8 {
                self.0 & ((1 << $bits) - 1)
            }
        }
    };
}

macro_rules! limits {
    ($name:ident $value:ident $bits:literal) => {
        impl $name {
            /// The smallest value.
            pub const MIN: Self = Self::wrapping_new($value::MIN >> (8 - $bits));
            /// The largest value.
            pub const MAX: Self = Self::wrapping_new($value::MAX >> (8 - $bits));

            /// The value.
            #[inline]
            pub const fn get(self) -> $value {
                // The way back is what extends the sign.
                (self.0 << (8 - $bits)) as $value >> (8 - $bits)
            }
        }
    };
}

macro_rules! operators {
    ($name:ident) => {
        impl PartialEq for $name {
            #[inline]
            fn eq(&self, other: &Self) -> bool {
                self.get() == other.get()
            }
        }

        impl Eq for $name {}

        impl Ord for $name {
            #[inline]
            fn cmp(&self, other: &Self) -> Ordering {
                self.get().cmp(&other.get())
            }
        }

        impl PartialOrd for $name {
            #[inline]
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Hash for $name {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.get().hash(state);
            }
        }
    };
}

macro_rules! into_numbers {
    ($name:ident into $($number:ident)*) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.get(), f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.get(), f)
            }
        }

        $(
            impl From<$name> for $number {
                #[inline]
                fn from(value: $name) -> $number {
                    value.get() as $number
                }
            }
        )*
    };
}

macro_rules! small_ints {
    ($($(#[$doc:meta])* $name:ident: $value:ident $bits:literal into $($number:ident)*;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Default)]
            #[repr(transparent)]
            pub struct $name(u8);

            conversions!($name $value $bits);
            limits!($name $value $bits);
            operators!($name);
            into_numbers!($name into $($number)*);
        )*
    };
}

small_ints! {
    /// An integer from -2 to 1, stored in a byte: ml_dtypes' `int2`.
    ///
    /// ```
    /// use ndtype::Int2;
    /// assert_eq!(Int2::new(-2), Some(Int2::MIN));
    /// assert_eq!(Int2::new(2), None);
    /// assert_eq!(Int2::wrapping_new(2).get(), -2);
    /// ```
    Int2: i8 2 into i8 i16 i32 i64 isize f32 f64;

    /// An integer from -8 to 7, stored in a byte: ml_dtypes' `int4`.
    ///
    /// ```
    /// use ndtype::Int4;
    /// let x = Int4::new(-3).unwrap();
    /// assert_eq!((x.get(), x.to_bits()), (-3, 0b1101));
    /// assert_eq!(i32::from(x), -3);
    /// assert!(x < Int4::MAX && Int4::new(8).is_none());
    /// ```
    Int4: i8 4 into i8 i16 i32 i64 isize f32 f64;

    /// An integer from 0 to 3, stored in a byte: ml_dtypes' `uint2`.
    ///
    /// ```
    /// use ndtype::UInt2;
    /// assert_eq!(UInt2::MAX.get(), 3);
    /// assert_eq!(UInt2::wrapping_new(6), UInt2::new(2).unwrap());
    /// ```
    UInt2: u8 2 into i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64;

    /// An integer from 0 to 15, stored in a byte: ml_dtypes' `uint4`.
    ///
    /// ```
    /// use ndtype::UInt4;
    /// assert_eq!(UInt4::new(12).map(f32::from), Some(12.0));
    /// assert_eq!(UInt4::new(16), None);
    /// assert_eq!(UInt4::MAX.to_string(), "15");
    /// ```
    UInt4: u8 4 into i8 i16 i32 i64 isize u8 u16 u32 u64 usize f32 f64;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dtype::{Dtype, iinfo};

    #[test]
    fn every_byte_is_a_value() {
        macro_rules! check {
            ($($name:ident)*) => {
                $({
                    let info = iinfo(Dtype::$name).unwrap();
                    assert_eq!(($name::MIN.get().into(), $name::MAX.get().into()), (info.min, info.max));
                    assert_eq!($name::BITS, info.bits);
                    for byte in 0..=255 {
                        let x = $name::from_bits(byte);
                        assert_eq!($name::new(x.get()), Some(x));
                        assert_eq!(($name(byte), $name(byte).to_bits()), (x, x.to_bits()), "extra bits do not count");
                        assert_eq!(i64::from(x), i64::from(x.get()));
                        assert!(x >= $name::MIN && x <= $name::MAX);
                        assert_eq!(format!("{x:>4} {x:?}"), format!("{0:>4} {0:?}", x.get()));
                        let in_range = (info.min..=info.max).contains(&(byte as i8 as i128));
                        assert_eq!($name::new(byte as _).is_some(), in_range, "{byte}");
                    }
                })*
            };
        }
        check!(Int2 Int4 UInt2 UInt4);
    }

    #[test]
    fn negative_values_sort_first() {
        let mut all: Vec<_> = (0..4).map(Int2::from_bits).collect();
        all.sort();
        assert_eq!(all.iter().map(|x| x.get()).collect::<Vec<_>>(), [-2, -1, 0, 1]);
    }
}
