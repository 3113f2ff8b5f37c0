//! Slices and values of Rust types.

use super::{Array, ValueError};
use crate::dtype::DtypeError;
use crate::element::{Element, Scalar, clear_padding};
use crate::error::Result;

impl Array {
    /// An error unless the elements are values of `T` in native byte order.
    fn check_type<T: Element>(&self) -> Result<()> {
        if self.dtype == T::dtype() {
            return Ok(());
        }
        Err(DtypeError::WrongType { expected: T::dtype(), dtype: self.dtype.clone() }.into())
    }

    /// The error for elements that do not follow each other.
    #[cold]
    pub(super) fn not_contiguous(&self) -> crate::error::Error {
        ValueError::NotContiguous { shape: self.shape().into(), strides: self.strides().into() }.into()
    }

    /// The elements as a slice, without a copy. An error that names both if the dtype is not that of `T`; one if the
    /// elements do not follow each other in C's order, or are not aligned.
    ///
    /// ```
    /// use ndtype::array;
    /// assert_eq!(array![1.5, 2.5].as_slice::<f64>()?, [1.5, 2.5]);
    /// assert!(array![1, 2].as_slice::<f64>().is_err());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn as_slice<T: Element>(&self) -> Result<&[T]> {
        self.check_type::<T>()?;
        if !self.layout.is_c_contiguous(self.itemsize()) {
            return Err(self.not_contiguous());
        }
        if self.is_empty() {
            return Ok(&[]);
        }
        // A record that is not said to be aligned has an equal dtype.
        if !self.is_aligned() || !self.first().addr().get().is_multiple_of(align_of::<T>()) {
            return Err(ValueError::NotAligned.into());
        }
        // SAFETY: the elements are valid values of `T`, aligned, one after the other, and stay so as long as `self` is
        // borrowed.
        Ok(unsafe { std::slice::from_raw_parts(self.first().as_ptr().cast::<T>(), self.size()) })
    }

    /// The elements as a slice to write to; copies them first if their memory is shared. Errors as for
    /// [`as_slice`](Self::as_slice); and for structs with padding, of which [`update_slice`](Self::update_slice) takes care.
    pub fn as_slice_mut<T: Element>(&mut self) -> Result<&mut [T]> {
        if T::PADDED {
            self.check_type::<T>()?;
            return Err(ValueError::Padded { dtype: T::dtype() }.into());
        }
        self.slice_mut()
    }

    /// Lends the elements as a slice to write to, and gives back what the function does. As
    /// [`as_slice_mut`](Self::as_slice_mut), also for structs of [`record!`](crate::record) that have padding, which is cleared afterwards.
    ///
    /// ```
    /// use ndtype::{Array, record};
    /// record! {
    ///     #[derive(Clone, Copy, Debug, PartialEq)]
    ///     struct Sample { id: u8, level: f32 }
    /// }
    /// let mut a = Array::from_vec(vec![Sample { id: 1, level: 0.5 }; 2])?;
    /// a.update_slice(|samples: &mut [Sample]| samples[1] = Sample { id: 2, level: 1.5 })?;
    /// assert_eq!(a.field("level")?.to_vec::<f32>()?, [0.5, 1.5]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn update_slice<T: Element, R>(&mut self, update: impl FnOnce(&mut [T]) -> R) -> Result<R> {
        /// Clears the padding also when the function panics.
        struct Clear<'a, T: Element>(&'a mut [T]);
        impl<T: Element> Drop for Clear<'_, T> {
            fn drop(&mut self) {
                // SAFETY: the elements of the slice, all of them.
                unsafe { clear_padding::<T>(self.0.as_mut_ptr().cast(), self.0.len()) };
            }
        }
        let clear = Clear(self.slice_mut::<T>()?);
        Ok(update(&mut *clear.0))
    }

    fn slice_mut<T: Element>(&mut self) -> Result<&mut [T]> {
        self.as_slice::<T>()?;
        if self.is_empty() {
            return Ok(&mut []);
        }
        let first = self.make_unique()?;
        // SAFETY: as for `as_slice`; this array is the only one over its memory, and is borrowed mutably. A copy made for
        // that is contiguous and aligned as well.
        Ok(unsafe { std::slice::from_raw_parts_mut(first.as_ptr().cast::<T>(), self.size()) })
    }

    /// The elements in C's order. An error that names both dtypes if they are not values of `T`.
    pub fn to_vec<T: Element>(&self) -> Result<Vec<T>> {
        match self.as_slice::<T>() {
            Ok(slice) => Ok(slice.to_vec()),
            Err(_) => Ok(self.iter::<T>()?.collect()),
        }
    }

    /// The elements in C's order, one by one. An error that names both dtypes if they are not values of `T`.
    #[expect(clippy::iter_not_returning_iterator, reason = "an iterator, or an error that names the dtypes")]
    pub fn iter<T: Element>(&self) -> Result<Iter<'_, T>> {
        self.check_type::<T>()?;
        if let Ok(slice) = self.as_slice::<T>() {
            return Ok(Iter(Steps::Slice(slice.iter())));
        }
        Ok(Iter(Steps::Strided(Strided { array: self, position: vec![0; self.ndim()], offset: 0, left: self.size() })))
    }

    /// The one element of an array of size 1.
    pub fn item<T: Element>(&self) -> Result<T> {
        match (self.size(), self.iter::<T>()?.next()) {
            (1, Some(value)) => Ok(value),
            (size, _) => Err(ValueError::NotOneElement { size }.into()),
        }
    }

    /// One element, as a value of any dtype. Positions may be negative.
    pub fn get_scalar(&self, position: &[isize]) -> Result<Scalar> {
        if let Some(offset) = self.offset_of(position) {
            return self.scalar_at(offset);
        }
        let items: Vec<crate::layout::Item> = position.iter().map(|&i| crate::layout::Item::Int(i)).collect();
        let crate::layout::Plan::Basic { offset, layout } = crate::layout::plan(&self.layout, &items)? else {
            return Err(ValueError::NotOneElement { size: self.size() }.into());
        };
        if layout.ndim() != 0 {
            return Err(ValueError::NotOneElement { size: layout.size() }.into());
        }
        self.scalar_at(offset)
    }

    /// The byte offset of an element; `None` if there is no such element.
    fn offset_of(&self, position: &[isize]) -> Option<isize> {
        if position.len() != self.ndim() {
            return None;
        }
        let mut offset = 0isize;
        for ((&at, &n), &stride) in position.iter().zip(self.shape()).zip(self.strides()) {
            let counted = if at < 0 { at + n as isize } else { at };
            if counted < 0 || counted as usize >= n {
                return None;
            }
            offset = offset.wrapping_add(stride.wrapping_mul(counted));
        }
        Some(offset)
    }

    /// The element at a byte offset from the first.
    pub(super) fn scalar_at(&self, offset: isize) -> Result<Scalar> {
        let ptr = self.first().as_ptr().wrapping_offset(offset);
        if self.dtype.has_object() {
            // SAFETY: the offset is that of an element of this array, which is a valid value of the dtype.
            return Ok(unsafe { Scalar::read(&self.dtype, ptr) });
        }
        // SAFETY: the offset is that of an element of this array, whose bytes are initialised.
        let bytes = unsafe { std::slice::from_raw_parts(ptr, self.itemsize()) };
        // The only bytes that are no value are those of a boolean.
        let no_bool = || ValueError::NotBool { byte: bytes.first().copied().unwrap_or_default() };
        Scalar::from_bytes(&self.dtype, bytes).ok_or_else(|| no_bool().into())
    }

    /// The elements in C's order as values of any dtype.
    pub fn scalars(&self) -> Result<Vec<Scalar>> {
        let mut found = super::reserved(self.size())?;
        // The order of the axes is that of the shape, not of memory.
        let mut position = vec![0usize; self.ndim()];
        for _ in 0..self.size() {
            found.push(self.scalar_at(self.layout.offset_of(&position))?);
            advance(&mut position, self.shape());
        }
        Ok(found)
    }
}

/// Two arrays of the same shape with equal elements, as [`array_equal`](Array::array_equal) has it.
impl PartialEq for Array {
    fn eq(&self, other: &Array) -> bool {
        self.array_equal(other).unwrap_or(false)
    }
}

/// The next position in C's order.
pub(super) fn advance(position: &mut [usize], shape: &[usize]) {
    for (at, &n) in position.iter_mut().zip(shape).rev() {
        *at += 1;
        if *at < n {
            return;
        }
        *at = 0;
    }
}

/// The elements of an array in C's order, as values of a Rust type: what [`Array::iter`] returns.
pub struct Iter<'a, T>(Steps<'a, T>);

/// How to get from one element to the next.
enum Steps<'a, T> {
    /// They follow each other in memory.
    Slice(std::slice::Iter<'a, T>),
    Strided(Strided<'a>),
}

struct Strided<'a> {
    array: &'a Array,
    position: Vec<usize>,
    offset: isize,
    left: usize,
}

impl Strided<'_> {
    /// The place of the next element.
    fn next(&mut self) -> Option<*const u8> {
        if self.left == 0 {
            return None;
        }
        self.left -= 1;
        let place = self.array.first().as_ptr().wrapping_offset(self.offset);
        for axis in (0..self.position.len()).rev() {
            let (n, stride) = (self.array.shape()[axis], self.array.strides()[axis]);
            self.position[axis] += 1;
            self.offset = self.offset.wrapping_add(stride);
            if self.position[axis] < n {
                break;
            }
            self.position[axis] = 0;
            self.offset = self.offset.wrapping_sub(stride.wrapping_mul(n as isize));
        }
        Some(place)
    }
}

impl<T: Element> Iterator for Iter<'_, T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let place = match &mut self.0 {
            Steps::Slice(slice) => return slice.next().cloned(),
            Steps::Strided(strided) => strided.next()?.cast::<T>(),
        };
        // SAFETY: the place is that of an element, which is a valid `T`, possibly unaligned. What is read is not dropped
        // here: plain values need no drop, others are cloned and the bits forgotten.
        let bits = std::mem::ManuallyDrop::new(unsafe { place.read_unaligned() });
        Some(T::clone(&bits))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = match &self.0 {
            Steps::Slice(slice) => slice.len(),
            Steps::Strided(strided) => strided.left,
        };
        (left, Some(left))
    }
}

impl<T: Element> ExactSizeIterator for Iter<'_, T> {}
