//! A short list of numbers, kept in place: what shapes and strides are made of.
//!
//! Views are made by the million, and most of what making one costs is copying its shape and strides. Up to four of them
//! are copied as one value of fixed size, without a call or a branch on their number.

use std::ops::{Deref, DerefMut};

/// How many items are kept in place.
const INLINE: usize = 4;

/// A list of numbers; up to four of them without an allocation.
#[derive(Clone)]
pub(crate) struct Small<T>(Repr<T>);

#[derive(Clone)]
enum Repr<T> {
    Inline { len: u8, items: [T; INLINE] },
    Heap(Vec<T>),
}

impl<T: Copy + Default> Small<T> {
    #[inline]
    pub(crate) fn new() -> Small<T> {
        Small(Repr::Inline { len: 0, items: [T::default(); INLINE] })
    }

    #[inline]
    pub(crate) fn from_slice(slice: &[T]) -> Small<T> {
        if slice.len() > INLINE {
            return Small(Repr::Heap(slice.to_vec()));
        }
        let mut items = [T::default(); INLINE];
        items.iter_mut().zip(slice).for_each(|(item, &from)| *item = from);
        Small(Repr::Inline { len: slice.len() as u8, items })
    }

    /// The first `len` of these, of which the rest is zero.
    #[inline]
    pub(super) fn from_padded(items: &[T; 2 * INLINE], len: usize) -> Small<T> {
        match items {
            &[a, b, c, d, ..] if len <= INLINE => Small(Repr::Inline { len: len as u8, items: [a, b, c, d] }),
            _ => Small(Repr::Heap(items[..len].to_vec())),
        }
    }

    #[inline]
    pub(crate) fn from_elem(item: T, len: usize) -> Small<T> {
        if len <= INLINE {
            return Small(Repr::Inline { len: len as u8, items: [item; INLINE] });
        }
        Small(Repr::Heap(vec![item; len]))
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        match &mut self.0 {
            Repr::Inline { len, items } if usize::from(*len) < INLINE => {
                items[usize::from(*len)] = item;
                *len += 1;
            }
            _ => self.spilled().push(item),
        }
    }

    /// The items on the heap, moved there if they were not.
    #[cold]
    fn spilled(&mut self) -> &mut Vec<T> {
        if let Repr::Inline { .. } = self.0 {
            self.0 = Repr::Heap(self.to_vec());
        }
        match &mut self.0 {
            Repr::Heap(items) => items,
            Repr::Inline { .. } => unreachable!("moved to the heap above"),
        }
    }

    pub(crate) fn extend_from_slice(&mut self, items: &[T]) {
        self.extend(items.iter().copied());
    }

    pub(crate) fn insert_from_slice(&mut self, index: usize, items: &[T]) {
        self.extend_from_slice(items);
        self[index..].rotate_right(items.len());
    }

    pub(crate) fn insert(&mut self, index: usize, item: T) {
        self.push(item);
        self[index..].rotate_right(1);
    }

    #[inline]
    pub(crate) fn truncate(&mut self, new_len: usize) {
        match &mut self.0 {
            Repr::Inline { len, .. } => *len = (*len).min(new_len.min(INLINE) as u8),
            Repr::Heap(items) => items.truncate(new_len),
        }
    }
}

impl<T> Deref for Small<T> {
    type Target = [T];

    #[inline]
    fn deref(&self) -> &[T] {
        match &self.0 {
            Repr::Inline { len, items } => &items[..usize::from(*len).min(INLINE)],
            Repr::Heap(items) => items,
        }
    }
}

impl<T> DerefMut for Small<T> {
    #[inline]
    fn deref_mut(&mut self) -> &mut [T] {
        match &mut self.0 {
            Repr::Inline { len, items } => &mut items[..usize::from(*len).min(INLINE)],
            Repr::Heap(items) => items,
        }
    }
}

impl<T: Copy + Default> Default for Small<T> {
    fn default() -> Small<T> {
        Small::new()
    }
}

impl<T: Copy + Default> Extend<T> for Small<T> {
    #[inline]
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        for item in items {
            self.push(item);
        }
    }
}

impl<T: Copy + Default> FromIterator<T> for Small<T> {
    #[inline]
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Small<T> {
        let mut small = Small::new();
        small.extend(items);
        small
    }
}

impl<T: Copy + Default> From<&[T]> for Small<T> {
    fn from(slice: &[T]) -> Small<T> {
        Small::from_slice(slice)
    }
}

impl<T: Copy + Default> From<Vec<T>> for Small<T> {
    fn from(items: Vec<T>) -> Small<T> {
        if items.len() <= INLINE { Small::from_slice(&items) } else { Small(Repr::Heap(items)) }
    }
}

impl<T: Copy + Default> IntoIterator for Small<T> {
    type Item = T;
    type IntoIter = IntoIter<T>;

    fn into_iter(self) -> IntoIter<T> {
        IntoIter { items: self, next: 0 }
    }
}

/// The items by value.
#[derive(Clone)]
pub(crate) struct IntoIter<T> {
    items: Small<T>,
    next: usize,
}

impl<T: Copy> Iterator for IntoIter<T> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        let item = self.items.get(self.next).copied();
        self.next += 1;
        item
    }
}

impl<'a, T> IntoIterator for &'a Small<T> {
    type Item = &'a T;
    type IntoIter = std::slice::Iter<'a, T>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T: PartialEq> PartialEq for Small<T> {
    fn eq(&self, other: &Small<T>) -> bool {
        **self == **other
    }
}

impl<T: Eq> Eq for Small<T> {}

impl<T: std::fmt::Debug> std::fmt::Debug for Small<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

impl<T> AsRef<[T]> for Small<T> {
    fn as_ref(&self) -> &[T] {
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn behaves_like_a_vector_on_both_sides_of_the_limit() {
        for n in 0..10usize {
            let (mut small, mut vector): (Small<usize>, Vec<usize>) = ((0..n).collect(), (0..n).collect());
            assert_eq!(*small, *vector);
            small.insert(n / 2, 99);
            vector.insert(n / 2, 99);
            assert_eq!(*small, *vector);
            small.truncate(n.saturating_sub(2));
            vector.truncate(n.saturating_sub(2));
            assert_eq!(*small.clone(), *vector);
            assert_eq!(Small::from_elem(7, n).len(), n);
        }
    }
}
