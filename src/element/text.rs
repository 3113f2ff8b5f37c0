//! Variable-width strings: the elements of `Dtype::String`.

use std::cmp::Ordering;
use std::fmt;
use std::mem::ManuallyDrop;
use std::ops::Deref;
use std::sync::Arc;

/// A string in an array of [`Dtype::String`](crate::Dtype::String): UTF-8 of any length, cheap to clone. Up to 15 bytes lie in
/// the 16 of the element itself; what is longer is allocated, and shared by clones.
///
/// ```
/// use ndtype::Text;
/// let text = Text::from("snow");
/// assert_eq!(&*text, "snow");
/// assert_eq!(text, "snow");
/// assert!(Text::default().is_empty());
/// ```
///
/// A text may be missing, as with NumPy's `StringDType(na_object=None)`: [`Text::missing`], or `None` wherever options of strings
/// are taken. It is equal to itself and to no other, comes after all others, and reads as `None`.
///
/// ```
/// use ndtype::{array, isnan, sort, Text};
/// let a = array![Some("b"), None, Some("a")];
/// assert_eq!(a.to_string(), "['b' None 'a']");
/// assert_eq!(isnan(&a)?.to_vec::<bool>()?, [false, true, false]);
/// assert_eq!(sort(&a, -1)?.to_vec::<Text>()?.last(), Some(&Text::missing()));
/// assert_eq!(a.to_vec::<Text>()?[1].get(), None);
/// # Ok::<(), ndtype::Error>(())
/// ```
// Sixteen bytes, all zero for the empty string: what fresh memory holds. Elements are copied as bytes after a clone is
// forgotten (`owned.rs`), so the bits of a clone are those of the original.
#[repr(C)]
pub union Text {
    inline: Inline,
    shared: Shared,
}

/// The last byte of a text tells what it is: a length of at most 15, [`SHARED`], or [`MISSING`] after nothing but zeros.
#[derive(Clone, Copy)]
#[repr(C)]
struct Inline {
    bytes: [u8; INLINE],
    len: u8,
}

/// What `Arc::<str>::into_raw` gave, as parts.
#[derive(Clone, Copy)]
#[repr(C)]
struct Shared {
    ptr: *const u8,
    padding: [u8; 8 - size_of::<usize>()],
    /// The length in bytes, least significant first.
    len: [u8; 7],
    tag: u8,
}

/// The most bytes that lie in the element.
const INLINE: usize = 15;
const SHARED: u8 = 0xff;
const MISSING: u8 = 0xfe;
/// The lowest bit of each byte, and the highest.
const LOW_BITS: u128 = u128::from_ne_bytes([1; 16]);
const HIGH_BITS: u128 = u128::from_ne_bytes([0x80; 16]);
/// What a missing text reads as: Python's `str(None)`.
const NOTHING: &str = "None";

const _: () = assert!(size_of::<Text>() == 16 && size_of::<Shared>() == 16 && size_of::<Inline>() == 16);

// SAFETY: a text owns its bytes, or shares them with an `Arc<str>`, which may be sent and shared.
unsafe impl Send for Text {}
// SAFETY: likewise.
unsafe impl Sync for Text {}

impl Text {
    #[inline(always)]
    fn tag(&self) -> u8 {
        // SAFETY: all sixteen bytes are initialised in every form, and any bytes are an `Inline`.
        unsafe { self.inline }.len
    }

    /// The shared form; `None` if the bytes are inline.
    #[inline(always)]
    fn shared(&self) -> Option<*const str> {
        if self.tag() != SHARED {
            return None;
        }
        // SAFETY: the tag says that this is a `Shared`.
        let shared = unsafe { self.shared };
        let mut len = [0; 8];
        len[..7].copy_from_slice(&shared.len);
        Some(std::ptr::slice_from_raw_parts(shared.ptr, u64::from_le_bytes(len) as usize) as *const str)
    }

    /// The string; `None` if it is missing.
    #[inline(always)]
    pub fn get(&self) -> Option<&str> {
        // SAFETY: any bytes are an `Inline`, and all sixteen are initialised in every form.
        let inline = unsafe { &self.inline };
        if usize::from(inline.len) <= INLINE {
            // SAFETY: the length is at most 15.
            let bytes = unsafe { inline.bytes.get_unchecked(..usize::from(inline.len)) };
            // SAFETY: the bytes up to there came from a string.
            return Some(unsafe { std::str::from_utf8_unchecked(bytes) });
        }
        // SAFETY: what `Arc::into_raw` gave, of which this text holds a reference.
        self.shared().map(|text| unsafe { &*text })
    }

    /// The string; `None` in letters if it is missing, as Python writes it.
    #[inline(always)]
    pub fn as_str(&self) -> &str {
        self.get().unwrap_or(NOTHING)
    }

    /// A text that is missing.
    pub const fn missing() -> Text {
        Text { inline: Inline { bytes: [0; INLINE], len: MISSING } }
    }

    /// Whether it is missing.
    #[inline(always)]
    pub fn is_missing(&self) -> bool {
        self.tag() == MISSING
    }

    /// The bytes in the element, the first lowest; the highest is the tag.
    #[inline(always)]
    fn word(&self) -> u128 {
        self.bits().swap_bytes()
    }

    /// A text of at most 15 bytes, from such a word.
    #[inline(always)]
    fn short(word: u128) -> Text {
        let [bytes @ .., len] = word.to_le_bytes();
        Text { inline: Inline { bytes, len } }
    }

    /// Another text with each byte changed; `None` unless it is of at most 15 bytes, all of them ASCII. ASCII stays ASCII, and zero
    /// stays zero.
    #[inline(always)]
    pub(crate) fn map_short(&self, map: impl Fn(u8) -> u8) -> Option<Text> {
        if usize::from(self.tag()) > INLINE || self.word() & HIGH_BITS != 0 {
            return None;
        }
        let mut bytes = self.word().to_le_bytes().map(|byte| map(byte) & 0x7f);
        bytes[INLINE] = self.tag();
        Some(Text::short(u128::from_le_bytes(bytes)))
    }

    /// Where a byte first is.
    #[inline(always)]
    pub(crate) fn find_byte(&self, byte: u8) -> Option<usize> {
        let len = usize::from(self.tag());
        if len > INLINE {
            return self.as_bytes().iter().position(|&other| other == byte);
        }
        // Zeros where the byte is. A borrow only goes to places after the first of them.
        let differences = self.word() ^ (LOW_BITS * u128::from(byte));
        let zeros = differences.wrapping_sub(LOW_BITS) & !differences & HIGH_BITS;
        let at = zeros.trailing_zeros() as usize / 8;
        (at < len).then_some(at)
    }

    /// One after the other.
    #[inline]
    pub(crate) fn join(&self, other: &Text) -> Text {
        let (Some(a), Some(b)) = (self.get(), other.get()) else { return Text::missing() };
        let len = a.len() + b.len();
        if len <= INLINE {
            let bytes = |text: &Text| text.word() & (u128::MAX >> 8);
            return Text::short(bytes(self) | bytes(other) << (8 * a.len()) | (len as u128) << 120);
        }
        match (a, b) {
            (_, "") => self.clone(),
            ("", _) => other.clone(),
            _ => {
                let mut joined = Arc::<[u8]>::new_uninit_slice(len);
                if let Some(place) = Arc::get_mut(&mut joined) {
                    let place = place.as_mut_ptr().cast::<u8>();
                    // SAFETY: there is room for both, in an allocation of its own.
                    unsafe { a.as_ptr().copy_to_nonoverlapping(place, a.len()) };
                    // SAFETY: likewise.
                    unsafe { b.as_ptr().copy_to_nonoverlapping(place.wrapping_add(a.len()), b.len()) };
                }
                // SAFETY: all bytes were just written: nothing else refers to a new allocation.
                let joined = unsafe { joined.assume_init() };
                Text::of_shared(Arc::into_raw(joined).cast(), len)
            }
        }
    }

    /// What `Arc::into_raw` gave, of so many bytes.
    fn of_shared(ptr: *const u8, len: usize) -> Text {
        let mut bytes = [0; 7];
        // No allocation is longer than half of the memory that there are addresses for, which leaves the last byte empty.
        bytes.copy_from_slice(&(len as u64).to_le_bytes()[..7]);
        Text { shared: Shared { ptr, padding: [0; 8 - size_of::<usize>()], len: bytes, tag: SHARED } }
    }

    /// All bits, the first byte foremost. They order texts of which neither is allocated: zeros follow the bytes, then the length,
    /// which is greatest for what is missing.
    #[inline(always)]
    fn bits(&self) -> u128 {
        // SAFETY: all sixteen bytes are initialised in every form.
        let bytes = unsafe { std::ptr::from_ref(self).cast::<[u8; 16]>().read() };
        u128::from_be_bytes(bytes)
    }
}

/// At most 15 bytes in a word, the first lowest. Those at both ends are read together, whether they overlap or not.
#[inline(always)]
fn packed(bytes: &[u8]) -> u128 {
    let len = bytes.len();
    if let (Some(first), Some(last)) = (bytes.first_chunk::<8>(), bytes.last_chunk::<8>()) {
        u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << (8 * (len - 8))
    } else if let (Some(first), Some(last)) = (bytes.first_chunk::<4>(), bytes.last_chunk::<4>()) {
        u128::from(u32::from_le_bytes(*first)) | u128::from(u32::from_le_bytes(*last)) << (8 * (len - 4))
    } else {
        bytes.iter().rev().fold(0, |word, &byte| word << 8 | u128::from(byte))
    }
}

impl Default for Text {
    #[inline]
    fn default() -> Text {
        Text { inline: Inline { bytes: [0; INLINE], len: 0 } }
    }
}

impl Clone for Text {
    #[inline]
    fn clone(&self) -> Text {
        if let Some(text) = self.shared() {
            // SAFETY: what `Arc::into_raw` gave; the reference of this text stays its own.
            let text = ManuallyDrop::new(unsafe { Arc::from_raw(text) });
            std::mem::forget(Arc::clone(&text));
        }
        // SAFETY: the same bytes are the same string; a reference was counted above for those that are shared.
        unsafe { std::ptr::from_ref(self).read() }
    }
}

impl Drop for Text {
    #[inline]
    fn drop(&mut self) {
        if let Some(text) = self.shared() {
            // SAFETY: what `Arc::into_raw` gave; the reference was this text's, which is not used any more.
            drop(unsafe { Arc::from_raw(text) });
        }
    }
}

impl Deref for Text {
    type Target = str;

    #[inline]
    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl From<&str> for Text {
    #[inline]
    fn from(text: &str) -> Text {
        if text.len() <= INLINE {
            return Text::short(packed(text.as_bytes()) | (text.len() as u128) << 120);
        }
        Text::of_shared(Arc::into_raw(Arc::<str>::from(text)).cast(), text.len())
    }
}

impl From<String> for Text {
    fn from(text: String) -> Text {
        Text::from(text.as_str())
    }
}

impl From<Text> for String {
    fn from(text: Text) -> String {
        text.to_string()
    }
}

impl<T> From<Option<T>> for Text
where
    Text: From<T>,
{
    fn from(text: Option<T>) -> Text {
        text.map_or(Text::missing(), Text::from)
    }
}

impl PartialEq for Text {
    #[inline]
    fn eq(&self, other: &Text) -> bool {
        // The same text of at most 15 bytes has the same bits.
        self.bits() == other.bits() || (self.tag() == SHARED && other.tag() == SHARED && **self == **other)
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        self.get() == Some(other)
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        self.get() == Some(other)
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    #[inline]
    fn cmp(&self, other: &Text) -> Ordering {
        if self.tag() <= INLINE as u8 && other.tag() <= INLINE as u8 {
            return self.bits().cmp(&other.bits());
        }
        match (self.get(), other.get()) {
            (Some(a), Some(b)) => a.cmp(b),
            (a, b) => a.is_none().cmp(&b.is_none()),
        }
    }
}

impl std::hash::Hash for Text {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.get().hash(state);
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get() {
            Some(text) => fmt::Debug::fmt(text, f),
            None => f.write_str(NOTHING),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_of_all_lengths_are_kept() {
        for n in 0..40 {
            let text: String = ('a'..='z').cycle().take(n).collect();
            let made = Text::from(text.as_str());
            let clone = made.clone();
            drop(made);
            assert_eq!(clone, *text);
            let wide = "é".repeat(n);
            assert_eq!(Text::from(wide.clone()), *wide);
        }
    }

    #[test]
    fn clones_share_what_is_long() {
        let long = Text::from("longer than fifteen bytes");
        assert_eq!(long.clone().as_ptr(), long.as_ptr());
        let short = Text::from("short");
        assert_ne!(short.clone().as_ptr(), short.as_ptr());
        let (longer, shorter) = (Text::from("a\0b\0"), Text::from("a\0b"));
        assert!(longer > shorter);
    }

    #[test]
    fn texts_are_ordered_as_strings_whatever_their_form() {
        let long = "longer than fifteen";
        let texts =
            ["", "\0", "a", "a\0", "ab", "b", "fifteen letters", "lon", long, "longer than fift", "é", "🐍🐍🐍🐍"];
        for a in texts {
            for b in texts {
                let (x, y) = (Text::from(a), Text::from(b));
                assert_eq!((x.cmp(&y), x == y), (a.cmp(b), a == b), "{a:?} {b:?}");
            }
            let text = Text::from(a);
            assert!(text < Text::missing() && text != Text::missing());
        }
        assert_eq!(Text::missing().cmp(&Text::missing()), Ordering::Equal);
    }

    #[test]
    fn joining_mapping_and_finding_agree_with_strings() {
        let texts = [
            "",
            "a",
            "b-",
            "-ab",
            "12345678",
            "fifteen letters",
            "sixteen  letters",
            "é",
            "aé-",
            "🐍🐍🐍",
            "\0x",
            "x\0",
        ];
        for a in texts {
            let text = Text::from(a);
            assert_eq!(text, *a);
            for b in texts {
                assert_eq!(text.join(&Text::from(b)), *[a, b].concat());
            }
            for byte in [b'-', b'a', b'x', 0, b's'] {
                assert_eq!(text.find_byte(byte), a.bytes().position(|other| other == byte), "{a:?} {byte}");
            }
            let upper = text.map_short(|byte| byte.to_ascii_uppercase());
            assert_eq!(upper.is_some(), a.is_ascii() && a.len() <= 15);
            assert!(upper.is_none_or(|upper| upper == *a.to_ascii_uppercase()));
        }
        assert!(
            Text::missing().join(&Text::from("a")).is_missing() && Text::from("a").join(&Text::missing()).is_missing()
        );
        assert!(Text::missing().map_short(|byte| byte).is_none());
    }

    #[test]
    fn a_missing_text_is_no_string() {
        let missing = Text::from(None::<&str>);
        assert_eq!((missing.get(), missing.as_str(), missing.is_missing()), (None, "None", true));
        assert_eq!(missing, missing.clone());
        assert_ne!(missing, Text::from("None"));
        assert_eq!(format!("{missing} {missing:?}"), "None None");
        assert_eq!(Text::from(Some("a")), *"a");
    }
}
