//! Which casts exist, and how safe each is.
//!
//! [`Dtype::cast_level`] is the one place that knows: `None` means that there is no such cast, anything else is the
//! strictest rule that allows it. `can_cast` compares levels; the code that performs casts asks the same function, so
//! what is allowed and what can be done never drift apart.

use super::error::DtypeError;
use super::type_list::{ScalarId, ScalarType};
use super::{Dtype, DtypeKind, IntoDtype, MAX_ITEMSIZE, StructDtype};
use crate::error::{Error, Result};

/// Which casts are allowed: NumPy's `casting=` argument. Each allows all that the ones before it do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Casting {
    /// No change at all: `'no'`.
    No,
    /// Only the byte order, or the places of fields, may change: `'equiv'`.
    Equiv,
    /// Only casts that keep every value (NumPy also counts 64-bit integers to float64): `'safe'`.
    Safe,
    /// Safe casts, and those within a kind, like float64 to float32: `'same_kind'`.
    SameKind,
    /// Any cast that exists: `'unsafe'`.
    Unsafe,
}

impl Casting {
    /// The five rules, strictest first.
    pub const ALL: [Casting; 5] = [Casting::No, Casting::Equiv, Casting::Safe, Casting::SameKind, Casting::Unsafe];

    /// NumPy's word for it.
    pub fn name(self) -> &'static str {
        match self {
            Casting::No => "no",
            Casting::Equiv => "equiv",
            Casting::Safe => "safe",
            Casting::SameKind => "same_kind",
            Casting::Unsafe => "unsafe",
        }
    }
}

/// NumPy's words: `no`, `equiv`, `safe`, `same_kind`, `unsafe`.
impl std::str::FromStr for Casting {
    type Err = Error;

    fn from_str(name: &str) -> Result<Casting> {
        let found = Casting::ALL.into_iter().find(|casting| casting.name() == name);
        found.ok_or_else(|| DtypeError::UnknownCasting { name: name.to_owned() }.into())
    }
}

use Casting::*;

/// Whether a cast between two dtypes is allowed: NumPy's `np.can_cast(from, to, casting)`.
///
/// ```
/// use ndtype::{self as np, Casting};
/// assert!(np::can_cast("i4", "f8", Casting::Safe)?);
/// assert!(!np::can_cast("f8", "f4", Casting::Safe)?);
/// assert!(np::can_cast("f8", "f4", Casting::SameKind)?);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn can_cast(from: impl IntoDtype, to: impl IntoDtype, casting: Casting) -> Result<bool> {
    Ok(from.into_dtype()?.can_cast(&to.into_dtype()?, casting))
}

impl Dtype {
    /// Whether every value survives a cast to `other` (NumPy's `'safe'`).
    pub fn can_cast_to(&self, other: &Dtype) -> bool {
        self.can_cast(other, Safe)
    }

    /// Whether `casting` allows a cast to `other`.
    ///
    /// As in NumPy, `S`, `U` and `V` without a length stand for one that is long enough.
    pub fn can_cast(&self, other: &Dtype, casting: Casting) -> bool {
        self == other || self.cast_level_to_any_length(other).is_some_and(|level| level <= casting)
    }

    /// As [`cast_level`](Self::cast_level), where a target without a length takes what it needs, in native byte order.
    fn cast_level_to_any_length(&self, to: &Dtype) -> Option<Casting> {
        match to.native_scalar() {
            Dtype::Bytes(0) => self.cast_level(&Dtype::Bytes(self.text_width())),
            Dtype::Unicode(0) if self.text_width() > MAX_ITEMSIZE / 4 => None,
            Dtype::Unicode(0) => self.cast_level(&Dtype::Unicode(self.text_width())),
            Dtype::Void(0) => match self {
                Dtype::Struct(_) => Some(No),
                Dtype::SubArray(_) => Some(Safe),
                _ => self.cast_level(&Dtype::Void(self.itemsize())),
            },
            _ => self.cast_level(to),
        }
    }

    /// The strictest rule that allows a cast to `to`, or `None` if there is no such cast.
    pub(crate) fn cast_level(&self, to: &Dtype) -> Option<Casting> {
        let level = native_level(self.native_scalar(), to.native_scalar())?;
        let swaps = matches!(self, Dtype::Swapped(_)) != matches!(to, Dtype::Swapped(_));
        Some(if swaps { level.max(Equiv) } else { level })
    }

    /// How many characters the longest value of this dtype takes as text. Dates and the like count as nothing: no width
    /// makes their casts safe.
    pub(crate) fn text_width(&self) -> usize {
        match self.native_scalar() {
            Dtype::Bytes(n) | Dtype::Unicode(n) => *n,
            scalar => scalar.scalar_type().map_or(0, number_width),
        }
    }
}

impl Dtype {
    /// How many characters NumPy reserves for a number or time as text; 0 for other dtypes.
    pub(crate) fn written_width(&self) -> usize {
        use super::TimeBase::{Day, Generic, Hour, Minute, Month, Second, Week, Year};
        match self.native_scalar() {
            Dtype::Datetime64(unit) => match unit.base() {
                Generic => 4,
                Year => 22,
                Month => 25,
                Week | Day => 28,
                Hour => 32,
                Minute => 35,
                Second => 38,
                // Three digits for each thousandth, and a point.
                finer => 39 + 3 * (finer as usize - Second as usize),
            },
            Dtype::Timedelta64(_) => 21,
            scalar => scalar.scalar_type().map_or(0, number_width),
        }
    }
}

/// How many characters NumPy reserves for a number as text.
fn number_width(t: &ScalarType) -> usize {
    match (t.kind, t.bits) {
        (DtypeKind::Bool, _) => 5,
        (DtypeKind::Integer, 8) => 4,
        (DtypeKind::Integer, 16) => 6,
        (DtypeKind::Integer, 32) => 11,
        (DtypeKind::Integer, _) => 21,
        (DtypeKind::Unsigned, 8) => 3,
        (DtypeKind::Unsigned, 16) => 5,
        (DtypeKind::Unsigned, 32) => 10,
        (DtypeKind::Unsigned, _) => 20,
        (DtypeKind::Complex, _) => 64,
        _ => 32,
    }
}

/// The level between two dtypes whose own byte order is left aside.
fn native_level(from: &Dtype, to: &Dtype) -> Option<Casting> {
    use Dtype::*;
    if let (Some(a), Some(b)) = (from.scalar_id(), to.scalar_id()) {
        return NUMBER_LEVELS[a as usize][b as usize];
    }
    // ml_dtypes knows numbers, objects and raw bytes, but neither text nor time.
    let foreign = |dtype: &Dtype| dtype.scalar_type().is_some_and(|t| t.ml);
    match (from, to) {
        (Object, Object) | (String, String) => Some(No),
        (_, Object) => Some(Safe),
        (Object, _) => Some(Unsafe),

        (String, to) if foreign(to) => None,
        (from, String) if foreign(from) => None,
        (String, Bool | Bytes(_) | Unicode(_) | Void(_) | Struct(_) | SubArray(_)) => Some(SameKind),
        (String, _) => Some(Unsafe),
        (Bytes(_) | Unicode(_) | Void(_) | Struct(_) | SubArray(_), String) => Some(SameKind),
        (_, String) => Some(Safe),

        (Struct(a), Struct(b)) => record_level(a, b),
        // A record of one field stands for that field.
        (Struct(a), to) => match a.fields() {
            [only] => only.dtype().cast_level(to).and(Some(Unsafe)),
            _ => None,
        },
        // Every field takes the value.
        (from, Struct(b)) => b.fields().iter().all(|f| from.cast_level(f.dtype()).is_some()).then_some(Unsafe),

        (SubArray(a), SubArray(b)) => {
            let floor = if a.shape() == b.shape() { No } else { Unsafe };
            a.base().cast_level(b.base()).map(|level| level.max(floor))
        }
        (SubArray(a), to) => a.base().cast_level(to).and(Some(Unsafe)),
        // Every element takes the value.
        (Void(_), SubArray(b)) => from.cast_level(b.base()).and(Some(Unsafe)),
        (from, SubArray(b)) => from.cast_level(b.base()).map(|level| level.max(Safe)),

        (Void(a), Void(b)) => Some(by_width(*a, *b)),
        (Void(_), _) => Some(Unsafe),
        (from, Void(n)) => Some(if from.itemsize() <= *n { Safe } else { Unsafe }),

        (Bytes(a), Bytes(b)) | (Unicode(a), Unicode(b)) => Some(by_width(*a, *b)),
        (Bytes(a), Unicode(b)) => Some(by_width(*a, *b).max(Safe)),
        (from, to) if foreign(from) || foreign(to) => None,
        (Unicode(_), Bytes(_)) => Some(Unsafe),
        (Bytes(_) | Unicode(_), _) => Some(Unsafe),
        (Datetime64(_) | Timedelta64(_), Bytes(_) | Unicode(_)) => Some(Unsafe),
        (from, Bytes(n) | Unicode(n)) => Some(by_width(from.text_width(), *n).max(Safe)),

        (Datetime64(a), Datetime64(b)) => Some(unit_level(*a, *b, false)),
        (Timedelta64(a), Timedelta64(b)) => Some(unit_level(*a, *b, true)),
        (from, Timedelta64(_)) => Some(match (from.kind(), from) {
            (_, UInt64) => SameKind,
            (DtypeKind::Bool | DtypeKind::Integer | DtypeKind::Unsigned, _) => Safe,
            _ => Unsafe,
        }),
        _ => Some(Unsafe),
    }
}

fn by_width(from: usize, to: usize) -> Casting {
    match from.cmp(&to) {
        std::cmp::Ordering::Equal => No,
        std::cmp::Ordering::Less => Safe,
        std::cmp::Ordering::Greater => SameKind,
    }
}

/// Between units of time: towards finer ones that divide evenly is safe.
fn unit_level(from: super::TimeUnit, to: super::TimeUnit, is_span: bool) -> Casting {
    if from == to || from.is_decimal_alias_of(to) {
        No
    } else if from.is_generic() {
        Safe
    } else if to.is_generic() {
        Unsafe
    } else if is_span && from.base().is_calendar() != to.base().is_calendar() {
        // How many days a month has depends on which one it is.
        Unsafe
    } else if from.base() <= to.base() && from.is_divided_by(to, is_span) {
        Safe
    } else {
        SameKind
    }
}

/// Records go field by field, by position; other names make it no more than safe, other places no more than equivalent.
fn record_level(from: &StructDtype, to: &StructDtype) -> Option<Casting> {
    if from.fields().len() != to.fields().len() {
        return None;
    }
    let mut level = if from.itemsize() == to.itemsize() { No } else { Equiv };
    for (a, b) in from.fields().iter().zip(to.fields()) {
        if a.name() != b.name() || a.title().unwrap_or(a.name()) != b.title().unwrap_or(b.name()) {
            level = level.max(Safe);
        }
        if a.offset() != b.offset() {
            level = level.max(Equiv);
        }
        level = level.max(a.dtype().cast_level(b.dtype())?);
    }
    Some(level)
}

/// The level between every two numbers.
static NUMBER_LEVELS: [[Option<Casting>; ScalarId::COUNT]; ScalarId::COUNT] = {
    let mut levels = [[None; ScalarId::COUNT]; ScalarId::COUNT];
    let mut i = 0;
    while i < ScalarId::COUNT {
        let mut j = 0;
        while j < ScalarId::COUNT {
            levels[i][j] = number_level(ScalarId::ALL[i], ScalarId::ALL[j]);
            j += 1;
        }
        i += 1;
    }
    levels
};

/// Between numbers. NumPy's own follow one rule; where ml_dtypes' are involved the level is what it registers.
pub(super) const fn number_level(from: ScalarId, to: ScalarId) -> Option<Casting> {
    if from as u8 == to as u8 {
        return Some(No);
    }
    let (a, b) = (from.row(), to.row());
    match (a.ml, b.ml) {
        (false, false) => Some(numpy_level(&a, &b)),
        (false, true) => Some(numpy_to_ml_level(&a, to)),
        (true, false) => Some(ml_to_numpy_level(from, &b)),
        (true, true) => ml_to_ml_level(from, to),
    }
}

/// The bits of the smallest float that NumPy lets an integer of so many bits into.
pub(super) const fn float_bits_for_integer(bits: u8) -> u8 {
    match bits {
        0..=8 => 16,
        9..=16 => 32,
        _ => 64,
    }
}

/// The bits of the float that a number needs, component by component: none for bool.
const fn float_bits(t: &ScalarType) -> u8 {
    match t.kind {
        DtypeKind::Bool => 0,
        DtypeKind::Complex => t.bits / 2,
        DtypeKind::Float => t.bits,
        _ => float_bits_for_integer(t.bits),
    }
}

const fn safe_if(fits: bool) -> Casting {
    if fits { Safe } else { SameKind }
}

const fn numpy_level(a: &ScalarType, b: &ScalarType) -> Casting {
    use DtypeKind::*;
    match (a.kind, b.kind) {
        (Bool, _) => Safe,
        (_, Bool) | (Float, Integer | Unsigned) | (Complex, Integer | Unsigned | Float) => Unsafe,
        (Integer, Integer) | (Unsigned, Unsigned) => safe_if(a.bits <= b.bits),
        (Unsigned, Integer) => safe_if(a.bits < b.bits),
        (Integer, Unsigned) => Unsafe,
        _ => safe_if(float_bits(a) <= float_bits(b)),
    }
}

const fn numpy_to_ml_level(a: &ScalarType, to: ScalarId) -> Casting {
    use DtypeKind::*;
    match (a.kind, to.row().kind) {
        (Bool, _) => Safe,
        (Integer | Unsigned, Float | Complex) if a.bits == 8 => Safe,
        (_, Complex) => Unsafe,
        // float8_e5m2 alone calls itself a float, to which a complex number does not go in kind.
        (Complex, _) if matches!(to, ScalarId::Float8E5M2) => Unsafe,
        _ => SameKind,
    }
}

const fn ml_to_numpy_level(from: ScalarId, b: &ScalarType) -> Casting {
    use DtypeKind::*;
    match (from.row().kind, b.kind) {
        (_, Bool) => Unsafe,
        (Complex, Complex) => Safe,
        (Complex, _) | (Float | Integer, Unsigned) | (Float, Integer) => Unsafe,
        (Integer | Unsigned, _) => Safe,
        // The float8 that calls itself a float goes to float16 in kind, the others not at all.
        (_, Float) if b.bits == 16 => match from {
            ScalarId::Float8E5M2 => SameKind,
            _ => Unsafe,
        },
        _ => Safe,
    }
}

const fn ml_to_ml_level(from: ScalarId, to: ScalarId) -> Option<Casting> {
    use ScalarId::*;
    match (from, to) {
        // The scale type has casts to and from bfloat16 only.
        (Float8E8M0Fnu, BFloat16) | (BFloat16, Float8E8M0Fnu) => Some(SameKind),
        (Float8E8M0Fnu, _) | (_, Float8E8M0Fnu) => None,
        (Complex32, _) | (_, Complex32) => Some(Unsafe),
        (Float6E2M3Fn, Int4 | UInt4) | (Int4 | UInt4, Float6E2M3Fn) => None,
        (Int2, Int4) | (UInt2, UInt4) => Some(Safe),
        (Int2 | Int4 | UInt2 | UInt4, Int2 | Int4 | UInt2 | UInt4) => None,
        (_, Float8E5M2) => Some(Unsafe),
        (Float8E5M2 | BFloat16, _) | (_, BFloat16) => Some(SameKind),
        // One-byte types all look alike to NumPy, which therefore calls every cast among them safe.
        _ => Some(Safe),
    }
}
