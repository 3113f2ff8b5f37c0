//! Loops made of Rust closures over typed elements.
//!
//! A closure takes its operands by value, so that those that own memory are cloned, and what it returns replaces what was
//! in its place: nothing is overwritten without being dropped. Every element is valid at each call of the closure, so that
//! it may panic.

use std::marker::PhantomData;

use super::grid::{Captured, Grid, MAX_OPERANDS};
use std::mem::ManuallyDrop;

use crate::dtype::Dtype;
use crate::element::{Element, clear_padding};
use crate::error::Result;
use crate::simd::{Kernel, dispatch};

/// A copy of the element at a place.
///
/// # Safety
/// - A valid `T` is there. Records may be unaligned: their dtype need not say what Rust's struct asks for.
#[inline(always)]
unsafe fn get<T: Element>(place: *const u8) -> T {
    // SAFETY: the caller's promise; the bits read out are forgotten, so that the element keeps its own.
    let value = ManuallyDrop::new(unsafe { place.cast::<T>().read_unaligned() });
    T::clone(&value)
}

/// Replaces the element at a place.
///
/// # Safety
/// - A valid `T` is there, aligned or not, or if it is plain room for one; nothing else refers to it.
#[inline(always)]
unsafe fn put<T: Element>(place: *mut u8, value: T) {
    if const { T::PLAIN && !T::PADDED } {
        // SAFETY: the caller's promise; there is nothing to drop.
        return unsafe { place.cast::<T>().write_unaligned(value) };
    }
    // SAFETY: the caller's promise. The value is replaced before it is dropped: dropping may panic.
    let old = (!T::PLAIN).then(|| unsafe { place.cast::<T>().read_unaligned() });
    // SAFETY: the place of that value.
    unsafe { place.cast::<T>().write_unaligned(value) };
    // SAFETY: likewise.
    unsafe { clear_padding::<T>(place, 1) };
    drop(old);
}

/// A closure over typed elements.
trait Typed: Send + Sync {
    /// The sizes of the operands, inputs first.
    const SIZES: [usize; MAX_OPERANDS];
    /// No operand owns anything.
    const PLAIN: bool;

    fn dtypes(&self) -> Vec<Dtype>;

    /// Calls the closure for each position of a grid.
    ///
    /// # Safety
    /// - As for [`Captured::run`].
    unsafe fn each(&self, grid: &Grid) -> Result<()>;
}

impl<C: Typed> Captured for C {
    fn dtypes(&self) -> Vec<Dtype> {
        Typed::dtypes(self)
    }

    unsafe fn run(&self, grid: &Grid) -> Result<()> {
        if const { C::PLAIN } && grid.step.iter().zip(C::SIZES).all(|(&step, size)| step == size as isize) {
            return dispatch(Dense(self, grid));
        }
        // SAFETY: the caller's promises.
        unsafe { self.each(grid) }
    }
}

/// Rows without gaps, of elements that own nothing: in the machine's instructions.
struct Dense<'a, C>(&'a C, &'a Grid);

impl<C: Typed> Kernel for Dense<'_, C> {
    type Output = Result<()>;

    #[inline(always)]
    fn run(self) -> Result<()> {
        // The same grid, with steps that the compiler knows.
        let grid = Grid { step: C::SIZES.map(|size| size as isize), ..*self.1 };
        // SAFETY: made by `run` above, which promises as much as this asks for.
        unsafe { self.0.each(&grid) }
    }
}

macro_rules! closures {
    ($($(#[$doc:meta])* $name:ident $out:literal: $($operand:ident $value:ident $k:literal),*;)*) => {
        $(
            $(#[$doc])*
            pub(crate) struct $name<F, $($operand,)* O>(F, PhantomData<fn($($operand),*) -> O>);

            impl<F: Fn($($operand),*) -> Result<O>, $($operand,)* O> $name<F, $($operand,)* O> {
                pub(crate) fn new(function: F) -> Self {
                    $name(function, PhantomData)
                }
            }

            impl<F: Fn($($operand),*) -> Result<O> + Send + Sync, $($operand: Element,)* O: Element> Typed
                for $name<F, $($operand,)* O>
            {
                const SIZES: [usize; MAX_OPERANDS] = {
                    let mut sizes = [0; MAX_OPERANDS];
                    $(sizes[$k] = size_of::<$operand>();)*
                    sizes[$out] = size_of::<O>();
                    sizes
                };
                const PLAIN: bool = O::PLAIN $(&& $operand::PLAIN)*;

                fn dtypes(&self) -> Vec<Dtype> {
                    vec![$($operand::dtype(),)* O::dtype()]
                }

                #[inline(always)]
                unsafe fn each(&self, grid: &Grid) -> Result<()> {
                    for row in 0..grid.rows {
                        for i in 0..grid.n {
                            // SAFETY: an input of the grid, of this type.
                            $(let $value = unsafe { get::<$operand>(grid.element($k, row, i)) };)*
                            let value = (self.0)($($value),*)?;
                            // SAFETY: the output of the grid; of an input in its place there is a copy by now.
                            unsafe { put::<O>(grid.element($out, row, i), value) };
                        }
                    }
                    Ok(())
                }
            }
        )*
    };
}

closures! {
    /// A closure of one element.
    Closure1 1: A a 0;
    /// A closure of two elements.
    Closure2 2: A a 0, B b 1;
    /// A closure of three elements.
    Closure3 3: A a 0, B b 1, C c 2;
}
