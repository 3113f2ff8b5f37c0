//! Memory that others allocated and that moves in without a copy, and single values as arrays.

use std::ptr::NonNull;
use std::sync::Arc;

use super::{Array, unwrapped};
use crate::buffer::Buffer;
use crate::element::{Element, Scalar};
use crate::error::Result;
use crate::layout::Layout;

/// One axis over the elements of a boxed slice, which moves in without a copy.
///
/// ```
/// use ndtype::Array;
/// let values: Box<[f32]> = Box::new([1.0, 2.0]);
/// let address = values.as_ptr();
/// assert_eq!(Array::from(values).as_ptr(), address.cast());
/// ```
impl<T: Element> From<Box<[T]>> for Array {
    fn from(values: Box<[T]>) -> Array {
        unwrapped(Array::from_vec(values.into_vec()))
    }
}

/// As [`Array::from_arc`].
impl<T: Element> From<Arc<[T]>> for Array {
    fn from(values: Arc<[T]>) -> Array {
        unwrapped(Array::from_arc(values))
    }
}

impl Array {
    /// One axis over a shared slice, without a copy. Others may hold it as well, so that the first write copies.
    ///
    /// ```
    /// use ndtype::{Array, idx};
    /// use std::sync::Arc;
    /// let shared: Arc<[i32]> = Arc::from([1, 2, 3]);
    /// let mut a = Array::from_arc(shared.clone())?;
    /// assert_eq!(a.as_ptr(), shared.as_ptr().cast());
    /// a.set(idx![0], 10)?; // copies
    /// assert_eq!((a.to_vec::<i32>()?, shared[0]), (vec![10, 2, 3], 1));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_arc<T: Element>(values: Arc<[T]>) -> Result<Array> {
        Array::from_owner(values)
    }

    /// One axis over the elements of anything that can lend a slice, without a copy: a memory map, reference-counted bytes, an
    /// array. It is kept as long as any array refers to it. The first write copies.
    ///
    /// The slice is asked for once, after the owner has moved to its last place, where it is never borrowed mutably: so
    /// it stays what it was until the owner is dropped, whatever the owner is, and a slice inside of the owner will do.
    /// (A memory map may be changed by other programs; that is for whoever makes the map to rule out, which is why making
    /// one is unsafe.)
    ///
    /// ```
    /// use ndtype::Array;
    /// struct Page(Vec<u8>); // stands for a memory map
    /// impl AsRef<[u8]> for Page {
    ///     fn as_ref(&self) -> &[u8] {
    ///         &self.0
    ///     }
    /// }
    /// let page = Page(vec![1, 0, 2, 0]);
    /// let address = page.0.as_ptr();
    /// let a = Array::from_owner::<u8, _>(page)?.view_dtype("<u2")?;
    /// assert_eq!((a.to_vec::<u16>()?, a.as_ptr()), (vec![1, 2], address));
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn from_owner<T: Element, O: AsRef<[T]> + Send + Sync + 'static>(owner: O) -> Result<Array> {
        // Behind an `Arc`, which unlike a `Box` may be moved while its content is borrowed.
        let owner = Arc::new(owner);
        let values: &[T] = (*owner).as_ref();
        if T::PADDED {
            // What is between the fields has no value yet, and cannot be given one here.
            return Array::from_slice(values);
        }
        let layout = Layout::c_order(&[values.len()], size_of::<T>())?;
        let (ptr, len) = (NonNull::from(values).cast::<u8>(), size_of_val(values));
        // SAFETY:
        // - reads: the owner stays where it is and is only ever borrowed as shared until it is dropped, so that the slice it
        //   lent is valid and unchanged all that time, as it would be in a borrow of that length;
        // - the buffer is not writable;
        // - elements that own memory belong to the owner, which drops them.
        let buffer = unsafe { Buffer::foreign(ptr, len, Box::new(owner), false) };
        Ok(Array::over(buffer, layout, T::dtype()))
    }
}

/// An array without axes.
///
/// # Panics
/// If there is no memory for one element.
impl From<Scalar> for Array {
    fn from(value: Scalar) -> Array {
        unwrapped(super::create::scalar_array(&value))
    }
}
