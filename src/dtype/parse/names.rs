//! Names without parameters: NumPy's, C's, ml_dtypes'. One look-up in a table that is made when compiling.

use crate::dtype::Dtype;
use crate::dtype::type_list::ScalarId;

/// Other names than the one that a dtype prints.
static ALIASES: [(&str, Dtype); ALIAS_COUNT] = [
    ("int", Dtype::INT),
    ("int_", Dtype::INT),
    ("uint", Dtype::UINT),
    ("intp", Dtype::INTP),
    ("uintp", Dtype::UINTP),
    ("byte", Dtype::BYTE),
    ("ubyte", Dtype::UBYTE),
    ("short", Dtype::SHORT),
    ("ushort", Dtype::USHORT),
    ("intc", Dtype::INTC),
    ("uintc", Dtype::UINTC),
    ("long", Dtype::LONG),
    ("ulong", Dtype::ULONG),
    ("longlong", Dtype::LONGLONG),
    ("ulonglong", Dtype::ULONGLONG),
    ("half", Dtype::HALF),
    ("single", Dtype::SINGLE),
    ("float", Dtype::DOUBLE),
    ("double", Dtype::DOUBLE),
    ("csingle", Dtype::CSINGLE),
    ("complex", Dtype::CDOUBLE),
    ("cdouble", Dtype::CDOUBLE),
    ("bool_", Dtype::Bool),
    ("str", Dtype::Unicode(0)),
    ("str_", Dtype::Unicode(0)),
    ("unicode", Dtype::Unicode(0)),
    ("bytes", Dtype::Bytes(0)),
    ("bytes_", Dtype::Bytes(0)),
    ("a", Dtype::Bytes(0)),
    ("void", Dtype::Void(0)),
    ("object", Dtype::Object),
    ("object_", Dtype::Object),
    // What our own Display (and NumPy's) prints; NumPy itself reads only `T`.
    ("StringDType()", Dtype::String),
];

const ALIAS_COUNT: usize = 33;
const COUNT: usize = ScalarId::COUNT + ALIAS_COUNT;

/// The dtype of a name.
#[inline]
pub(super) fn lookup(name: &str) -> Option<Dtype> {
    let i = usize::from(SLOTS[slot(name.as_bytes())]);
    if i >= COUNT || nth_name(i) != name {
        return None;
    }
    Some(match i.checked_sub(ScalarId::COUNT) {
        None => ScalarId::ALL[i].dtype(),
        Some(alias) => ALIASES[alias].1.clone(),
    })
}

/// The dtype of a name that is one of ml_dtypes'.
pub(super) fn ml(name: &str) -> Option<Dtype> {
    lookup(name).filter(|dtype| dtype.scalar_type().is_some_and(|t| t.ml))
}

#[inline]
const fn nth_name(i: usize) -> &'static str {
    if i < ScalarId::COUNT { ScalarId::ALL[i].row().name } else { ALIASES[i - ScalarId::COUNT].0 }
}

/// Enough slots that, with the factors in [`slot`], no two names share one; the compiler checks that.
const SLOT_COUNT: usize = 256;

/// Which name is in each slot; `u8::MAX` for none.
static SLOTS: [u8; SLOT_COUNT] = {
    let mut slots = [u8::MAX; SLOT_COUNT];
    let mut i = 0;
    while i < COUNT {
        let slot = slot(nth_name(i).as_bytes());
        assert!(slots[slot] == u8::MAX, "two names share a slot: choose other factors");
        slots[slot] = i as u8;
        i += 1;
    }
    slots
};

/// A hash of the length and the first and last eight bytes.
#[inline]
const fn slot(bytes: &[u8]) -> usize {
    let (mut first, mut last) = (0, 0);
    if let (Some(head), Some(tail)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        first = u64::from_le_bytes(*head);
        last = u64::from_le_bytes(*tail);
    } else {
        let mut i = 0;
        while i < bytes.len() {
            first = first << 8 | bytes[i] as u64;
            i += 1;
        }
    }
    let mixed =
        first.wrapping_mul(0x372e_33be_ff86_e9fd) ^ last.wrapping_mul(0x80e5_0365_da11_0afb) ^ bytes.len() as u64;
    (mixed >> 56) as usize
}
