//! New arrays with their axes in an order of choice, and arrays like another one.

use super::create::new_shape;
use super::{Array, ValueError};
use crate::dtype::{Dtype, IntoDtype};
use crate::element::Scalar;
use crate::error::{Error, Result};
use crate::layout::{Layout, Strides};

/// In which order the axes of an array lie in memory.
///
/// ```
/// use ndtype::{Array, Order};
/// assert_eq!(Array::zeros_in([2, 3], "i2", Order::C)?.strides(), [6, 2]);
/// assert_eq!(Array::zeros_in([2, 3], "i2", Order::F)?.strides(), [2, 4]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Order {
    /// C's: the last axis is the fastest.
    #[default]
    C,
    /// Fortran's: the first axis is the fastest.
    F,
    /// As close to the order of the array that is copied as possible.
    K,
    /// Fortran's if the array that is copied is in that order and not in C's, else C's.
    A,
}

impl Order {
    /// The order that `A` stands for with this array; others as they are.
    pub(super) fn for_array(self, array: &Array) -> Order {
        if self != Order::A {
            return self;
        }
        let flags = array.flags();
        if flags.f_contiguous && !flags.c_contiguous { Order::F } else { Order::C }
    }
}

impl Array {
    /// Zeros, in this order: NumPy's `zeros(shape, dtype, order)`. An error for `K` and `A`, which need a prototype.
    ///
    /// ```
    /// use ndtype::{Array, Order};
    /// assert!(Array::zeros_in([2, 3], "f4", Order::F)?.flags().f_contiguous);
    /// assert!(Array::zeros_in([2, 3], "f4", Order::K).unwrap_err().is_value());
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn zeros_in(shape: impl AsRef<[usize]>, dtype: impl IntoDtype, order: Order) -> Result<Array> {
        let (layout, dtype) = ordered_layout(shape.as_ref(), dtype.into_dtype()?, order)?;
        Array::zeros_of(layout, dtype)
    }

    /// Elements of any value, in this order. Errors as for [`zeros_in`](Self::zeros_in).
    ///
    /// ```
    /// use ndtype::{Array, Order};
    /// assert_eq!(Array::empty_in([2, 3], "f4", Order::F)?.strides(), [4, 8]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn empty_in(shape: impl AsRef<[usize]>, dtype: impl IntoDtype, order: Order) -> Result<Array> {
        let (layout, dtype) = ordered_layout(shape.as_ref(), dtype.into_dtype()?, order)?;
        any(layout, dtype)
    }

    /// Ones, in this order. Errors as for [`zeros_in`](Self::zeros_in).
    ///
    /// ```
    /// use ndtype::{Array, Order};
    /// assert_eq!(Array::ones_in([2, 1], "u1", Order::F)?.to_vec::<u8>()?, [1, 1]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn ones_in(shape: impl AsRef<[usize]>, dtype: impl IntoDtype, order: Order) -> Result<Array> {
        let dtype = dtype.into_dtype()?;
        Array::full_in(shape, super::create::one(&dtype), dtype, order)
    }

    /// The same value everywhere, in this order. Errors as for [`zeros_in`](Self::zeros_in).
    ///
    /// ```
    /// use ndtype::{Array, Order};
    /// assert_eq!(Array::full_in([2, 2], 2.5, "f8", Order::F)?.to_vec::<f64>()?, [2.5; 4]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn full_in(
        shape: impl AsRef<[usize]>,
        value: impl Into<Scalar>,
        dtype: impl IntoDtype,
        order: Order,
    ) -> Result<Array> {
        let mut array = Array::empty_in(shape, dtype, order)?;
        array.fill(value)?;
        Ok(array)
    }

    /// A copy with memory of its own, in this order: NumPy's `a.copy(order)`.
    ///
    /// ```
    /// use ndtype::{Order, array};
    /// let a = array![[1i8, 2], [3, 4]];
    /// assert_eq!(a.copy_in(Order::F)?.strides(), [1, 2]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    pub fn copy_in(&self, order: Order) -> Result<Array> {
        self.copied_as(layout_like(self, self.shape(), self.itemsize(), order)?)
    }
}

fn any(layout: Layout, dtype: Dtype) -> Result<Array> {
    // Old bytes are no booleans, so these are zeroed.
    if dtype.holds_bool() {
        return Array::zeroed(layout, dtype);
    }
    Array::to_fill(layout, dtype)
}

fn ordered_layout(shape: &[usize], dtype: Dtype, order: Order) -> Result<(Layout, Dtype)> {
    let (shape, dtype) = new_shape(shape, dtype);
    let layout = match order {
        Order::C => Layout::c_order(&shape, dtype.itemsize())?,
        Order::F => Layout::f_order(&shape, dtype.itemsize())?,
        Order::K | Order::A => {
            let reason = "only the orders C and F are permitted without an array to take the order from";
            return Err(ValueError::Argument { reason, value: format!("{order:?}") }.into());
        }
    };
    Ok((layout, dtype))
}

/// The layout of a new array of this shape with the axis order of a prototype, as NumPy's `empty_like` chooses it.
fn layout_like(prototype: &Array, shape: &[usize], itemsize: usize, order: Order) -> Result<Layout> {
    let flags = prototype.flags();
    let order = match order.for_array(prototype) {
        // An order of other axes says nothing.
        Order::K if shape.len() != prototype.ndim() || shape.len() <= 1 || flags.c_contiguous => Order::C,
        Order::K if flags.f_contiguous => Order::F,
        order => order,
    };
    match order {
        Order::C | Order::A => Layout::c_order(shape, itemsize),
        Order::F => Layout::f_order(shape, itemsize),
        Order::K => {
            // For the check that all of it fits in memory.
            Layout::c_order(shape, itemsize)?;
            let mut axes: Vec<usize> = (0..shape.len()).collect();
            axes.sort_by_key(|&axis| std::cmp::Reverse(prototype.strides()[axis].unsigned_abs()));
            let mut strides: Strides = shape.iter().map(|_| 0).collect();
            let mut stride = itemsize;
            for &axis in axes.iter().rev() {
                strides[axis] = stride as isize;
                stride *= shape[axis];
            }
            Layout::new(shape, &strides)
        }
    }
}

/// What arrays like another one have in common with it: all but what is set here. NumPy's `empty_like` and its kin with
/// all their arguments.
///
/// ```
/// use ndtype::{Like, Order, array};
/// let a = array![[1, 2, 3], [4, 5, 6]].t();
/// assert_eq!(Like::new(&a).zeros()?.strides(), [4, 12]); // in the order of its axes
/// let b = Like::new(&a).dtype("f8").order(Order::C).shape([2, 2]).full(0.5)?;
/// assert_eq!(b.to_vec::<f64>()?, [0.5; 4]);
/// assert!(Like::new(&a).dtype("f9").ones().is_err());
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug)]
#[must_use]
pub struct Like<'a> {
    prototype: &'a Array,
    dtype: Result<Option<Dtype>>,
    shape: Option<Vec<usize>>,
    order: Order,
}

impl<'a> Like<'a> {
    /// The shape, the dtype and the order of the axes of this array.
    pub fn new(prototype: &'a Array) -> Like<'a> {
        Like { prototype, dtype: Ok(None), shape: None, order: Order::K }
    }

    /// Another dtype.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Like<'a> {
        self.dtype = dtype.into_dtype().map(Some);
        self
    }

    /// Another shape. With another number of axes the order is C's, unless it is set.
    pub fn shape(mut self, shape: impl AsRef<[usize]>) -> Like<'a> {
        self.shape = Some(shape.as_ref().to_vec());
        self
    }

    /// Another order of the axes.
    pub fn order(mut self, order: Order) -> Like<'a> {
        self.order = order;
        self
    }

    fn layout(self) -> Result<(Layout, Dtype), Error> {
        let dtype = self.dtype?.unwrap_or_else(|| self.prototype.dtype().clone());
        let shape = self.shape.unwrap_or_else(|| self.prototype.shape().to_vec());
        let (shape, dtype) = new_shape(&shape, dtype);
        Ok((layout_like(self.prototype, &shape, dtype.itemsize(), self.order)?, dtype))
    }

    /// Elements of any value.
    pub fn empty(self) -> Result<Array> {
        let (layout, dtype) = self.layout()?;
        any(layout, dtype)
    }

    /// Zeros.
    pub fn zeros(self) -> Result<Array> {
        let (layout, dtype) = self.layout()?;
        Array::zeros_of(layout, dtype)
    }

    /// Ones.
    pub fn ones(self) -> Result<Array> {
        let mut array = self.empty()?;
        array.fill(super::create::one(array.dtype()))?;
        Ok(array)
    }

    /// The same value everywhere, cast to the dtype.
    pub fn full(self, value: impl Into<Scalar>) -> Result<Array> {
        let mut array = self.empty()?;
        array.fill(value)?;
        Ok(array)
    }
}

/// Elements of any value, with the shape, dtype and axis order of another array: NumPy's `empty_like`. For other dtypes,
/// shapes and orders see [`Like`].
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1i8, 2, 3], [4, 5, 6]].t();
/// assert_eq!(np::empty_like(&a)?.strides(), [1, 3]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn empty_like(array: &Array) -> Result<Array> {
    Like::new(array).empty()
}

/// Zeros with the shape, dtype and axis order of another array: NumPy's `zeros_like`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::zeros_like(&array![1.5, 2.5])?.to_vec::<f64>()?, [0.0, 0.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn zeros_like(array: &Array) -> Result<Array> {
    Like::new(array).zeros()
}

/// Ones with the shape, dtype and axis order of another array: NumPy's `ones_like`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::ones_like(&array![1.5, 2.5])?.to_vec::<f64>()?, [1.0, 1.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn ones_like(array: &Array) -> Result<Array> {
    Like::new(array).ones()
}

/// One value with the shape, dtype and axis order of another array: NumPy's `full_like`.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::full_like(&array![1u8, 2], 7)?.to_vec::<u8>()?, [7, 7]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn full_like(array: &Array, value: impl Into<Scalar>) -> Result<Array> {
    Like::new(array).full(value)
}
