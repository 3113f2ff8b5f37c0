//! The common dtype of two: NumPy's `promote_types`.

use super::casting::{float_bits_for_integer, number_level};
use super::error::{PromotionError, PromotionReason, PromotionSide};
use super::type_list::{ScalarId, ScalarType};
use super::unit::NoCommonUnit;
use super::{Casting, Dtype, DtypeKind, IntoDtype, MAX_ITEMSIZE, StructDtype, SubArrayDtype};
use crate::error::Result;

/// The smallest dtype that both can be cast to safely: NumPy's `np.promote_types`.
///
/// ```
/// use ndtype::{self as np, Dtype};
/// assert_eq!(np::promote_types("i8", "u8")?, Dtype::Float64);
/// assert_eq!(np::promote_types("S5", "U3")?, Dtype::Unicode(5));
/// assert!(np::promote_types("M8[D]", "i4").is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn promote_types(a: impl IntoDtype, b: impl IntoDtype) -> Result<Dtype> {
    a.into_dtype()?.promote(&b.into_dtype()?)
}

impl Dtype {
    /// The smallest dtype that both can be cast to safely, in native byte order: NumPy's `promote_types`. An error if
    /// there is none.
    #[inline]
    pub fn promote(&self, other: &Dtype) -> Result<Dtype> {
        native_promote(self.native_scalar(), other.native_scalar()).map_err(|reason| {
            PromotionError { left: self.clone(), right: PromotionSide::Dtype(other.clone()), reason }.into()
        })
    }
}

type Promoted = std::result::Result<Dtype, PromotionReason>;

fn native_promote(a: &Dtype, b: &Dtype) -> Promoted {
    use Dtype::*;
    if let (Some(x), Some(y)) = (a.scalar_id(), b.scalar_id()) {
        return NUMBER_PROMOTIONS[x as usize][y as usize].map(ScalarId::dtype).ok_or(PromotionReason::NoCommon);
    }
    match (a, b) {
        (Object, _) | (_, Object) => Ok(Object),
        (String, String | Unicode(_)) | (Unicode(_), String) => Ok(String),
        (String, _) | (_, String) => Err(PromotionReason::NoCommon),
        (Bytes(n), Bytes(m)) => Ok(Bytes(*n.max(m))),
        (Unicode(n) | Bytes(n), Unicode(m) | Bytes(m)) => unicode(*n.max(m)),
        (Bytes(n), other) | (other, Bytes(n)) => number_as_text(other).map(|m| Bytes(m.max(*n))),
        (Unicode(n), other) | (other, Unicode(n)) => number_as_text(other).and_then(|m| unicode(m.max(*n))),
        (Datetime64(u), Datetime64(v)) => common_unit(*u, *v, (false, false)).map(Datetime64),
        (Datetime64(u), Timedelta64(v)) => common_unit(*u, *v, (false, false)).map(Datetime64),
        (Timedelta64(u), Datetime64(v)) => common_unit(*u, *v, (false, false)).map(Datetime64),
        (Timedelta64(u), Timedelta64(v)) => common_unit(*u, *v, (true, true)).map(Timedelta64),
        (Timedelta64(unit), n) | (n, Timedelta64(unit)) if counts_time(n) => Ok(Timedelta64(*unit)),
        (Struct(x), Struct(y)) => records(x, y),
        (SubArray(x), SubArray(y)) => sub_arrays(x, y),
        (Void(n), Void(m)) if n == m => Ok(Void(*n)),
        (Void(_), Void(_)) => Err(PromotionReason::VoidLengths),
        _ => Err(PromotionReason::NoCommon),
    }
}

/// A character of Unicode takes four bytes, so that what fits as bytes may not fit here.
fn unicode(length: usize) -> Promoted {
    if length <= MAX_ITEMSIZE / 4 { Ok(Dtype::Unicode(length)) } else { Err(PromotionReason::Size) }
}

/// The width of one of NumPy's numbers as text; other things do not turn into text.
fn number_as_text(dtype: &Dtype) -> std::result::Result<usize, PromotionReason> {
    match dtype.scalar_type() {
        Some(t) if !t.ml => Ok(dtype.text_width()),
        _ => Err(PromotionReason::NoCommon),
    }
}

/// Booleans and NumPy's integers, but not uint64, may stand for a number of ticks.
fn counts_time(dtype: &Dtype) -> bool {
    let integer = |t: &ScalarType| matches!(t.kind, DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned);
    *dtype != Dtype::UInt64 && dtype.scalar_type().is_some_and(|t| !t.ml && integer(t))
}

fn common_unit(
    a: super::TimeUnit,
    b: super::TimeUnit,
    strict: (bool, bool),
) -> std::result::Result<super::TimeUnit, PromotionReason> {
    a.common(b, strict).map_err(|error| match error {
        NoCommonUnit::Nonlinear => PromotionReason::NonlinearUnits,
        NoCommonUnit::Overflow => PromotionReason::UnitOverflow,
    })
}

/// Records with the same names, titles and order promote field by field, and are packed anew.
fn records(a: &StructDtype, b: &StructDtype) -> Promoted {
    let (left, right) = (a.fields(), b.fields());
    if left.len() != right.len() || left.iter().zip(right).any(|(x, y)| x.name() != y.name()) {
        return Err(PromotionReason::FieldNames);
    }
    let mut builder = Dtype::builder().aligned(a.is_aligned() || b.is_aligned());
    for (x, y) in left.iter().zip(right) {
        if x.title() != y.title() {
            return Err(PromotionReason::FieldTitles);
        }
        let dtype = native_promote(x.dtype().native_scalar(), y.dtype().native_scalar())?;
        builder = builder.push(x.name().to_owned(), x.title().map(str::to_owned), dtype, None);
    }
    builder.build().map_err(|_| PromotionReason::Size)
}

fn sub_arrays(a: &SubArrayDtype, b: &SubArrayDtype) -> Promoted {
    if a.shape() != b.shape() {
        return Err(PromotionReason::SubArrayShapes);
    }
    let base = native_promote(a.base().native_scalar(), b.base().native_scalar())?;
    Dtype::subarray(base, a.shape()).map_err(|_| PromotionReason::Size)
}

/// What two numbers promote to.
#[inline]
pub(crate) fn promote_numbers(a: ScalarId, b: ScalarId) -> Option<ScalarId> {
    NUMBER_PROMOTIONS[a as usize][b as usize]
}

/// What every two numbers promote to.
static NUMBER_PROMOTIONS: [[Option<ScalarId>; ScalarId::COUNT]; ScalarId::COUNT] = {
    let mut promotions = [[None; ScalarId::COUNT]; ScalarId::COUNT];
    let mut i = 0;
    while i < ScalarId::COUNT {
        let mut j = 0;
        while j < ScalarId::COUNT {
            promotions[i][j] = numbers(ScalarId::ALL[i], ScalarId::ALL[j]);
            j += 1;
        }
        i += 1;
    }
    promotions
};

const fn numbers(a: ScalarId, b: ScalarId) -> Option<ScalarId> {
    let (x, y) = (a.row(), b.row());
    if x.ml || y.ml {
        return ml_numbers(a, b);
    }
    // From here on `a` is of the lower kind.
    let (low, high, x, y) = if rank(x.kind) <= rank(y.kind) { (a, b, x, y) } else { (b, a, y, x) };
    use DtypeKind::*;
    Some(match (x.kind, y.kind) {
        (Bool, _) => high,
        (Unsigned, Integer) if x.bits < y.bits => high,
        (Unsigned, Integer) => match low {
            ScalarId::UInt8 => ScalarId::Int16,
            ScalarId::UInt16 => ScalarId::Int32,
            ScalarId::UInt32 => ScalarId::Int64,
            _ => ScalarId::Float64,
        },
        (Float, Complex) => {
            if x.bits * 2 <= y.bits {
                high
            } else {
                ScalarId::Complex128
            }
        }
        (Unsigned | Integer, Float) => match (float_bits_for_integer(x.bits), y.bits) {
            (16, 16) => ScalarId::Float16,
            (16 | 32, 16 | 32) => ScalarId::Float32,
            _ => ScalarId::Float64,
        },
        (Unsigned | Integer, Complex) => {
            if float_bits_for_integer(x.bits) * 2 <= y.bits {
                high
            } else {
                ScalarId::Complex128
            }
        }
        _ => {
            if x.bits >= y.bits {
                low
            } else {
                high
            }
        }
    })
}

const fn rank(kind: DtypeKind) -> u8 {
    match kind {
        DtypeKind::Bool => 0,
        DtypeKind::Unsigned => 1,
        DtypeKind::Integer => 2,
        DtypeKind::Float => 3,
        _ => 4,
    }
}

/// A foreign type promotes to whichever of the two the other casts to safely.
const fn ml_numbers(a: ScalarId, b: ScalarId) -> Option<ScalarId> {
    match (is_safe(a, b), is_safe(b, a)) {
        (true, true) => Some(if one_byte_rank(a) <= one_byte_rank(b) { b } else { a }),
        (true, false) => Some(b),
        (false, true) => Some(a),
        // The float8 that calls itself a float promotes with NumPy's numbers as the smallest float that holds it would.
        (false, false) => match (a, b) {
            (ScalarId::Float8E5M2, other) | (other, ScalarId::Float8E5M2) if !other.row().ml => {
                numbers(ScalarId::Float32, other)
            }
            _ => None,
        },
    }
}

const fn is_safe(from: ScalarId, to: ScalarId) -> bool {
    matches!(number_level(from, to), Some(Casting::No | Casting::Equiv | Casting::Safe))
}

/// Among one-byte types, which NumPy thinks all cast safely to each other, ml_dtypes' order of registration decides.
const fn one_byte_rank(id: ScalarId) -> u8 {
    use ScalarId::*;
    match id {
        Float8E3M4 => 9,
        Float8E4M3 => 8,
        Float8E4M3B11Fnuz => 7,
        Float8E4M3Fn => 6,
        Float8E4M3Fnuz => 5,
        Float8E5M2Fnuz => 4,
        Float6E2M3Fn => 3,
        Float6E3M2Fn => 2,
        Float4E2M1Fn => 1,
        _ => 0,
    }
}
