//! The value of any number, exactly.

use std::cmp::Ordering;

use num_complex::Complex;

/// The value of a number of any type, exactly.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Number {
    Bool(bool),
    Int(i64),
    UInt(u64),
    Float(f64),
    Complex(Complex<f64>),
}

/// A Rust type whose values are numbers.
pub(crate) trait ToNumber: Copy {
    /// The value.
    fn to_number(self) -> Number;
}

macro_rules! to_number {
    ($($t:ty => $value:ident $number:expr;)*) => {
        $(impl ToNumber for $t {
            #[inline]
            fn to_number(self) -> Number {
                let $value = self;
                $number
            }
        })*
    };
}

to_number! {
    super::scalars::Bool => x Number::Bool(x.get());
    i8 => x Number::Int(x.into());
    i16 => x Number::Int(x.into());
    i32 => x Number::Int(x.into());
    i64 => x Number::Int(x);
    u8 => x Number::UInt(x.into());
    u16 => x Number::UInt(x.into());
    u32 => x Number::UInt(x.into());
    u64 => x Number::UInt(x);
    half::f16 => x Number::Float(x.into());
    half::bf16 => x Number::Float(x.into());
    f32 => x Number::Float(x.into());
    f64 => x Number::Float(x);
    Complex<half::f16> => x Number::Complex(Complex::new(x.re.into(), x.im.into()));
    Complex<f32> => x Number::Complex(Complex::new(x.re.into(), x.im.into()));
    Complex<f64> => x Number::Complex(x);
    super::Float8E3M4 => x Number::Float(x.to_f64());
    super::Float8E4M3 => x Number::Float(x.to_f64());
    super::Float8E4M3B11Fnuz => x Number::Float(x.to_f64());
    super::Float8E4M3Fn => x Number::Float(x.to_f64());
    super::Float8E4M3Fnuz => x Number::Float(x.to_f64());
    super::Float8E5M2 => x Number::Float(x.to_f64());
    super::Float8E5M2Fnuz => x Number::Float(x.to_f64());
    super::Float8E8M0Fnu => x Number::Float(x.to_f64());
    super::Float6E2M3Fn => x Number::Float(x.to_f64());
    super::Float6E3M2Fn => x Number::Float(x.to_f64());
    super::Float4E2M1Fn => x Number::Float(x.to_f64());
    super::Int2 => x Number::Int(x.get().into());
    super::Int4 => x Number::Int(x.get().into());
    super::UInt2 => x Number::UInt(x.get().into());
    super::UInt4 => x Number::UInt(x.get().into());
}

impl Number {
    fn integer(self) -> Option<i128> {
        match self {
            Number::Bool(x) => Some(x.into()),
            Number::Int(x) => Some(x.into()),
            Number::UInt(x) => Some(x.into()),
            _ => None,
        }
    }

    /// The nearest float64; `None` for a complex number that is not real.
    pub(crate) fn to_f64(self) -> Option<f64> {
        match self {
            Number::Bool(x) => Some(u8::from(x).into()),
            Number::Int(x) => Some(x as f64),
            Number::UInt(x) => Some(x as f64),
            Number::Float(x) => Some(x),
            Number::Complex(x) => (x.im == 0.0).then_some(x.re),
        }
    }

    /// The value as an integer, if it is one.
    pub(crate) fn to_i128(self) -> Option<i128> {
        if let Some(integer) = self.integer() {
            return Some(integer);
        }
        self.to_f64().filter(|x| x.trunc() == *x && x.abs() < 1e38).map(|x| x as i128)
    }

    /// Whether it is no number, or a part of it is none.
    pub(crate) fn is_nan(self) -> bool {
        match self {
            Number::Float(x) => x.is_nan(),
            Number::Complex(x) => x.re.is_nan() || x.im.is_nan(),
            _ => false,
        }
    }

    /// Compares two values exactly, whatever their types; complex numbers by real part, then imaginary part.
    pub(crate) fn compare(self, other: Number) -> Option<Ordering> {
        match (self.integer(), other.integer()) {
            (Some(a), Some(b)) => Some(a.cmp(&b)),
            (Some(a), None) => other.compare_integer(a).map(Ordering::reverse),
            (None, Some(b)) => self.compare_integer(b),
            (None, None) => {
                let ((a, x), (b, y)) = (self.parts(), other.parts());
                match a.partial_cmp(&b)? {
                    Ordering::Equal => x.partial_cmp(&y),
                    order => Some(order),
                }
            }
        }
    }

    fn parts(self) -> (f64, f64) {
        match self {
            Number::Complex(x) => (x.re, x.im),
            other => (other.to_f64().unwrap_or(f64::NAN), 0.0),
        }
    }

    /// Compares a float or complex number with an integer.
    fn compare_integer(self, other: i128) -> Option<Ordering> {
        let (re, im) = self.parts();
        if re.is_nan() || im.is_nan() {
            return None;
        }
        // Beyond the range of the integers the float alone decides; within it, its whole part is exact.
        let real = if re.abs() >= 1e38 {
            re.partial_cmp(&0.0)?
        } else {
            (re.trunc() as i128).cmp(&other).then(re.fract().partial_cmp(&0.0)?)
        };
        Some(real.then(im.partial_cmp(&0.0)?))
    }
}
