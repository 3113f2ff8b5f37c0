//! What ufuncs are called with.

use half::{bf16, f16};
use num_complex::Complex;

use crate::array::{Array, ArrayView, ValueError};
use crate::dtype::{Dtype, DtypeKind, ScalarId, TypeArg, iinfo};
use crate::element::{Datetime64, Object, Scalar, Timedelta64};
use crate::error::Result;
use crate::kernels::convert::converter;

/// An operand of a ufunc: an array, borrowed or handed over, or a bare number.
///
/// A bare number is weak: it takes on the dtype of the arrays that it meets (NEP 50). An array that is handed over lends
/// its memory to the result, if that fits. [`Scalar`] values, booleans, times and text count as arrays without axes.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![1.0f32, 2.0];
/// assert_eq!(np::add(&a, 1)?.dtype().name(), "float32");
/// let address = a.as_ptr();
/// assert_eq!(np::add(a, 1)?.as_ptr(), address);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug)]
pub struct Operand<'a>(pub(super) Given<'a>);

#[derive(Debug)]
pub(super) enum Given<'a> {
    Ref(&'a Array),
    Owned(Array),
    Weak(Weak),
}

/// A bare number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Weak {
    Int(i128),
    Float(f64),
    Complex(Complex<f64>),
}

impl Operand<'_> {
    /// The array, unless this is a bare number.
    #[inline]
    pub(super) fn array(&self) -> Option<&Array> {
        match &self.0 {
            Given::Ref(array) => Some(array),
            Given::Owned(array) => Some(array),
            Given::Weak(_) => None,
        }
    }

    /// As an array; a bare number with the dtype that it has on its own.
    pub(crate) fn to_array(&self) -> Result<Array> {
        match &self.0 {
            Given::Ref(array) => Ok((*array).clone()),
            Given::Owned(array) => Ok(array.clone()),
            Given::Weak(weak) => Array::from_scalar(weak.scalar()),
        }
    }

    pub(super) fn type_arg(&self) -> TypeArg {
        match &self.0 {
            Given::Ref(array) => TypeArg::Strong(array.dtype().clone()),
            Given::Owned(array) => TypeArg::Strong(array.dtype().clone()),
            Given::Weak(weak) => weak.type_arg(),
        }
    }

    pub(super) fn shape(&self) -> &[usize] {
        self.array().map_or(&[], Array::shape)
    }
}

impl Weak {
    fn type_arg(self) -> TypeArg {
        match self {
            Weak::Int(_) => TypeArg::WeakInt,
            Weak::Float(_) => TypeArg::WeakFloat,
            Weak::Complex(_) => TypeArg::WeakComplex,
        }
    }

    /// Whether numbers of a type take a bare number of this kind without becoming another type.
    #[inline]
    pub(super) fn joins(self, kind: DtypeKind) -> bool {
        match kind {
            DtypeKind::Integer | DtypeKind::Unsigned => matches!(self, Weak::Int(_)),
            DtypeKind::Float => !matches!(self, Weak::Complex(_)),
            DtypeKind::Complex => true,
            _ => false,
        }
    }

    /// The value as a number of this type, in the first bytes. An error if an integer type cannot hold it.
    #[inline]
    pub(super) fn bytes(self, id: ScalarId) -> Result<Bytes> {
        let mut bytes = Bytes([0; 16]);
        match (self, id) {
            (Weak::Float(x), ScalarId::Float64) => bytes.0[..8].copy_from_slice(&x.to_ne_bytes()),
            (Weak::Float(x), ScalarId::Float32) => bytes.0[..4].copy_from_slice(&(x as f32).to_ne_bytes()),
            (Weak::Int(x), ScalarId::Int64) if i64::try_from(x).is_ok() => {
                bytes.0[..8].copy_from_slice(&(x as i64).to_ne_bytes());
            }
            _ => self.convert(id, &mut bytes)?,
        }
        Ok(bytes)
    }

    fn convert(self, id: ScalarId, to: &mut Bytes) -> Result<()> {
        let mut from = Bytes([0; 16]);
        let source = match self {
            Weak::Int(x) => {
                if let DtypeKind::Integer | DtypeKind::Unsigned = id.row().kind {
                    let limits = iinfo(id.dtype())?;
                    if x < limits.min || x > limits.max {
                        return Err(ValueError::OutOfBounds { value: x.to_string(), dtype: id.dtype() }.into());
                    }
                    // The lower bits, which the conversion keeps.
                    from.0[..8].copy_from_slice(&(x as i64).to_ne_bytes());
                    ScalarId::Int64
                } else {
                    from.0[..8].copy_from_slice(&(x as f64).to_ne_bytes());
                    ScalarId::Float64
                }
            }
            Weak::Float(x) => {
                from.0[..8].copy_from_slice(&x.to_ne_bytes());
                ScalarId::Float64
            }
            Weak::Complex(x) => {
                from.0[..8].copy_from_slice(&x.re.to_ne_bytes());
                from.0[8..].copy_from_slice(&x.im.to_ne_bytes());
                ScalarId::Complex128
            }
        };
        // SAFETY: both are aligned, and large enough for any number; they are apart.
        unsafe { converter(source, id)(from.0.as_ptr(), 0, to.0.as_mut_ptr(), 0, 1) };
        Ok(())
    }

    /// As a value with the dtype that it has on its own.
    pub(super) fn scalar(self) -> Scalar {
        match self {
            Weak::Int(x) => match (i64::try_from(x), u64::try_from(x)) {
                (Ok(x), _) => Scalar::from(x),
                (_, Ok(x)) => Scalar::from(x),
                _ => Scalar::from(x as f64),
            },
            Weak::Float(x) => Scalar::from(x),
            Weak::Complex(x) => Scalar::from(x),
        }
    }

    /// As an array without axes, of this dtype.
    pub(super) fn array(self, dtype: &Dtype) -> Result<Array> {
        let Some(id) = dtype.scalar_id() else {
            return match (self, dtype) {
                // Ticks.
                (Weak::Int(x), Dtype::Datetime64(_) | Dtype::Timedelta64(_)) if i64::try_from(x).is_err() => {
                    Err(ValueError::OutOfBounds { value: x.to_string(), dtype: dtype.clone() }.into())
                }
                (Weak::Int(x), Dtype::Object) if i64::try_from(x).is_err() => Array::from_scalar(Object::new(x)),
                _ => Array::from_scalar(self.scalar()),
            };
        };
        let bytes = self.bytes(id)?;
        let value = Scalar::from_bytes(dtype, &bytes.0[..dtype.itemsize()]);
        Array::from_scalar(value.unwrap_or_else(|| self.scalar()))
    }
}

/// Room for a number of any type.
#[repr(align(16))]
pub(super) struct Bytes(pub(super) [u8; 16]);

impl<'a> From<&'a Array> for Operand<'a> {
    #[inline]
    fn from(array: &'a Array) -> Operand<'a> {
        Operand(Given::Ref(array))
    }
}

impl<'a> From<&'a mut Array> for Operand<'a> {
    #[inline]
    fn from(array: &'a mut Array) -> Operand<'a> {
        Operand(Given::Ref(array))
    }
}

impl From<Array> for Operand<'_> {
    #[inline]
    fn from(array: Array) -> Self {
        Operand(Given::Owned(array))
    }
}

impl<'a> From<&'a ArrayView<'_>> for Operand<'a> {
    fn from(view: &'a ArrayView<'_>) -> Operand<'a> {
        Operand(Given::Ref(view))
    }
}

macro_rules! weak {
    ($variant:ident $as:ty: $($type:ty)*) => {
        $(impl From<$type> for Operand<'_> {
            #[inline]
            fn from(value: $type) -> Self {
                Operand(Given::Weak(Weak::$variant(<$as>::from(value))))
            }
        })*
    };
}

weak!(Int i128: i8 i16 i32 i64 u8 u16 u32 u64);
weak!(Float f64: f32 f64);
weak!(Complex Complex<f64>: Complex<f64>);

impl From<isize> for Operand<'_> {
    fn from(value: isize) -> Self {
        Operand(Given::Weak(Weak::Int(value as i128)))
    }
}

impl From<usize> for Operand<'_> {
    fn from(value: usize) -> Self {
        Operand(Given::Weak(Weak::Int(value as i128)))
    }
}

impl From<i128> for Operand<'_> {
    fn from(value: i128) -> Self {
        Operand(Given::Weak(Weak::Int(value)))
    }
}

impl From<Complex<f32>> for Operand<'_> {
    fn from(value: Complex<f32>) -> Self {
        Operand(Given::Weak(Weak::Complex(Complex::new(value.re.into(), value.im.into()))))
    }
}

/// A value as an array without axes.
///
/// # Panics
/// If there is no memory for one element.
impl From<Scalar> for Operand<'_> {
    fn from(value: Scalar) -> Self {
        match Array::from_scalar(value) {
            Ok(array) => Operand(Given::Owned(array)),
            Err(error) => panic!("{error}"),
        }
    }
}

macro_rules! strong {
    ($($type:ty)*) => {
        $(impl From<$type> for Operand<'_> {
            fn from(value: $type) -> Self {
                Operand::from(Scalar::from(value))
            }
        })*
    };
}

strong!(bool f16 bf16 &str Datetime64 Timedelta64);

impl From<&Scalar> for Operand<'_> {
    fn from(value: &Scalar) -> Self {
        Operand::from(value.clone())
    }
}

/// A bound of [`clip`](super::clip): an operand, or `None` for no bound.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::clip(&array![1, 5, 9], None, 7)?.to_vec::<i32>()?, [1, 5, 7]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug)]
pub struct Limit<'a>(pub(super) Option<Operand<'a>>);

impl<'a> From<Option<&'a Array>> for Limit<'a> {
    fn from(bound: Option<&'a Array>) -> Self {
        Limit(bound.map(Operand::from))
    }
}

macro_rules! limits {
    ($($type:ty)*) => {
        $(impl<'a> From<$type> for Limit<'a> {
            fn from(bound: $type) -> Self {
                Limit(Some(Operand::from(bound)))
            }
        })*
    };
}

limits!(&'a Array &'a mut Array Array &'a ArrayView<'_> Scalar &Scalar bool f16 bf16 &str Datetime64 Timedelta64);
limits!(i8 i16 i32 i64 i128 isize u8 u16 u32 u64 usize f32 f64 Complex<f32> Complex<f64>);

impl<'a> From<Operand<'a>> for Limit<'a> {
    fn from(bound: Operand<'a>) -> Self {
        Limit(Some(bound))
    }
}
