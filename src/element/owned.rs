//! Elements that own memory, in raw bytes: dropping and cloning them, also inside records and sub-arrays.

use super::{Object, Text};
use crate::dtype::Dtype;

/// Calls `visit` with each owning value in one element: its dtype (`String` or `Object`) and its byte offset.
fn visit_owners(dtype: &Dtype, offset: usize, visit: &mut impl FnMut(&Dtype, usize)) {
    match dtype {
        Dtype::String | Dtype::Object => visit(dtype, offset),
        Dtype::SubArray(sub) if sub.base().has_object() => {
            let size = sub.base().itemsize();
            for i in 0..sub.shape().iter().product() {
                visit_owners(sub.base(), offset + i * size, visit);
            }
        }
        Dtype::Struct(record) => {
            for field in record.fields() {
                visit_owners(field.dtype(), offset + field.offset(), visit);
            }
        }
        _ => {}
    }
}

/// Drops the owning values in `count` elements that follow each other.
///
/// # Safety
/// - `ptr` is valid for reads and writes of `count` elements of `dtype`, each valid.
/// - They are not used as values afterwards.
pub(crate) unsafe fn drop_elements(dtype: &Dtype, ptr: *mut u8, count: usize) {
    if let Dtype::String = dtype {
        let texts = ptr.cast::<Text>();
        for i in 0..count {
            // SAFETY: a valid `Text` is there, and is not used afterwards. It may be in a record that is packed.
            drop(unsafe { texts.wrapping_add(i).read_unaligned() });
        }
        return;
    }
    for i in 0..count {
        visit_owners(dtype, i * dtype.itemsize(), &mut |dtype, offset| {
            // SAFETY: the offset is inside element `i`.
            let value = unsafe { ptr.add(offset) };
            match dtype {
                // SAFETY: a valid `Text` is there, and is not used afterwards. Records may be packed, so it is read out.
                Dtype::String => drop(unsafe { value.cast::<Text>().read_unaligned() }),
                // SAFETY: likewise an `Object`.
                _ => drop(unsafe { value.cast::<Object>().read_unaligned() }),
            }
        });
    }
}

/// Replaces the element at `dst` by a copy of the one at `src`; what `dst` owned is dropped.
///
/// # Safety
/// - `src` is valid for reads, `dst` for reads and writes, of one element of `dtype`, each valid.
/// - They are the same or do not overlap.
pub(crate) unsafe fn clone_element(dtype: &Dtype, src: *const u8, dst: *mut u8) {
    if src == dst.cast_const() {
        return;
    }
    if let Dtype::String = dtype {
        // SAFETY: a valid `Text` is there; the bits read out are forgotten, so the source keeps its own.
        let text = std::mem::ManuallyDrop::new(unsafe { src.cast::<Text>().read_unaligned() });
        // SAFETY: likewise; this one is replaced before it is dropped.
        let old = unsafe { dst.cast::<Text>().read_unaligned() };
        // SAFETY: the place of that text.
        unsafe { dst.cast::<Text>().write_unaligned(Text::clone(&text)) };
        return drop(old);
    }
    if !dtype.has_object() {
        // SAFETY: both are valid for the size of an element and do not overlap; it owns nothing.
        return unsafe { src.copy_to_nonoverlapping(dst, dtype.itemsize()) };
    }
    // First count the references that the copy will hold, then replace the bytes, and drop what was there last of all:
    // dropping runs the code of others, which may panic, and must find every element valid.
    visit_owners(dtype, 0, &mut |dtype, offset| {
        // SAFETY: the offset is inside the element.
        let value = unsafe { src.add(offset) };
        if *dtype == Dtype::String {
            // SAFETY: a valid `Text` is there; the bits read out are forgotten, so the source keeps its own.
            let text = std::mem::ManuallyDrop::new(unsafe { value.cast::<Text>().read_unaligned() });
            std::mem::forget((*text).clone());
        } else {
            // SAFETY: likewise an `Object`.
            let object = std::mem::ManuallyDrop::new(unsafe { value.cast::<Object>().read_unaligned() });
            std::mem::forget((*object).clone());
        }
    });
    // SAFETY: `dst` is valid for reading an element.
    let mut old =
        smallvec::SmallVec::<[u8; 64]>::from_slice(unsafe { std::slice::from_raw_parts(dst, dtype.itemsize()) });
    // SAFETY: both are valid for the size of an element and do not overlap. The references counted above are now held by
    // `dst`: the bits of a clone of these types are those of the original.
    unsafe { src.copy_to_nonoverlapping(dst, dtype.itemsize()) };
    // SAFETY: the old element's bytes, of which `dst` no longer holds any.
    unsafe { drop_elements(dtype, old.as_mut_ptr(), 1) };
}

/// One element that owns memory, outside of any array: a record or sub-array with text or objects in it.
pub(crate) struct OwnedElement {
    dtype: Dtype,
    // Not bytes, which would forget that they hold pointers.
    memory: Box<[std::mem::MaybeUninit<u8>]>,
}

impl OwnedElement {
    /// An element of zeros, which are a valid one of every dtype.
    pub(super) fn zeroed(dtype: &Dtype) -> OwnedElement {
        let memory = vec![std::mem::MaybeUninit::new(0); dtype.itemsize()].into_boxed_slice();
        OwnedElement { dtype: dtype.clone(), memory }
    }

    /// A copy of an element.
    ///
    /// # Safety
    /// - `src` is valid for reading an element of `dtype`, and holds one.
    pub(crate) unsafe fn copy_of(dtype: &Dtype, src: *const u8) -> OwnedElement {
        let mut element = OwnedElement::zeroed(dtype);
        // SAFETY: the caller's promise for `src`; the memory is as long as an element and holds one.
        unsafe { clone_element(dtype, src, element.memory.as_mut_ptr().cast()) };
        element
    }

    /// Where the element is, to write to it.
    pub(super) fn as_mut_ptr(&mut self) -> *mut u8 {
        self.memory.as_mut_ptr().cast()
    }

    /// Where the element is.
    pub(crate) fn as_ptr(&self) -> *const u8 {
        self.memory.as_ptr().cast()
    }
}

impl Clone for OwnedElement {
    fn clone(&self) -> OwnedElement {
        // SAFETY: the memory holds a valid element of the dtype.
        unsafe { OwnedElement::copy_of(&self.dtype, self.as_ptr()) }
    }
}

impl Drop for OwnedElement {
    fn drop(&mut self) {
        // SAFETY: the memory holds a valid element of the dtype, which nothing uses any more.
        unsafe { drop_elements(&self.dtype, self.memory.as_mut_ptr().cast(), 1) };
    }
}
