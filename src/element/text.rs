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
// Sixteen bytes, all zero for the empty string: what fresh memory holds. Elements are copied as bytes after a clone is
// forgotten (`owned.rs`), so the bits of a clone are those of the original.
#[repr(C)]
pub union Text {
    inline: Inline,
    shared: Shared,
}

/// The last byte of a text tells which of the two it is: a length of at most 15, or [`SHARED`].
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

const _: () = assert!(size_of::<Text>() == 16 && size_of::<Shared>() == 16 && size_of::<Inline>() == 16);

// SAFETY: a text owns its bytes, or shares them with an `Arc<str>`, which may be sent and shared.
unsafe impl Send for Text {}
// SAFETY: likewise.
unsafe impl Sync for Text {}

impl Text {
    #[inline(always)]
    fn tag(&self) -> u8 {
        // SAFETY: all sixteen bytes are initialised in both forms, and any bytes are an `Inline`.
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

    /// The string.
    #[inline(always)]
    pub fn as_str(&self) -> &str {
        match self.shared() {
            // SAFETY: what `Arc::into_raw` gave, of which this text holds a reference.
            Some(text) => unsafe { &*text },
            None => {
                // SAFETY: the tag says that this is an `Inline`.
                let inline = unsafe { &self.inline };
                // SAFETY: the length is at most 15, and the bytes up to there came from a string.
                unsafe { std::str::from_utf8_unchecked(inline.bytes.get_unchecked(..usize::from(inline.len))) }
            }
        }
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
            let mut bytes = [0; INLINE];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            return Text { inline: Inline { bytes, len: text.len() as u8 } };
        }
        let mut len = [0; 7];
        // No allocation is longer than half of the memory that there are addresses for, which leaves the last byte empty.
        len.copy_from_slice(&(text.len() as u64).to_le_bytes()[..7]);
        let ptr = Arc::into_raw(Arc::<str>::from(text)).cast();
        Text { shared: Shared { ptr, padding: [0; 8 - size_of::<usize>()], len, tag: SHARED } }
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

impl PartialEq for Text {
    fn eq(&self, other: &Text) -> bool {
        **self == **other
    }
}

impl PartialEq<str> for Text {
    fn eq(&self, other: &str) -> bool {
        **self == *other
    }
}

impl PartialEq<&str> for Text {
    fn eq(&self, other: &&str) -> bool {
        **self == **other
    }
}

impl Eq for Text {}

impl PartialOrd for Text {
    fn partial_cmp(&self, other: &Text) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Text {
    fn cmp(&self, other: &Text) -> Ordering {
        (**self).cmp(&**other)
    }
}

impl std::hash::Hash for Text {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}

impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&**self, f)
    }
}

impl fmt::Debug for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
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
        assert!(Text::from("a\0b\0") > Text::from("a\0b"));
    }
}
