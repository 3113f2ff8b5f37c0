//! NumPy's older products: `dot`, `inner`, `outer`, `vdot`.

use super::Product;
use super::error::ProductError;
use super::multiply::{multiply, product_dtype};
use crate::array::Array;
use crate::error::Result;
use crate::ufunc::{Core, MULTIPLY};

/// The sum of products over the last axis of `a` and the last but one of `b`, or its only one: NumPy's `dot`. For matrices and
/// vectors it is [`matmul`](super::matmul()), for an operand without axes the plain product; of more axes, the result has all
/// the others.
///
/// Errors: sizes that do not fit, dtypes that have no products.
///
/// ```
/// use ndtype::{self as np, Array, array};
/// assert_eq!(np::dot(&array![1, 2, 3], &array![4, 5, 6])?.item::<i32>()?, 32);
/// let (a, b) = (Array::zeros([2, 3, 4], "f8")?, Array::zeros([5, 4, 6], "f8")?);
/// assert_eq!(a.dot(&b)?.shape(), [2, 3, 5, 6]);
/// let error = np::dot(&array![[1, 2]], &array![1, 2, 3]).unwrap_err();
/// assert_eq!(error.to_string(), "shapes (1,2) and (3,) not aligned: 2 (dim 1) != 3 (dim 0)");
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn dot(a: &Array, b: &Array) -> Result<Array> {
    Product::new().dot(a, b)
}

/// The sum of products over the last axes of both: NumPy's `inner`. The plain product for an operand without axes.
///
/// Errors: sizes that do not fit, dtypes that have no products.
///
/// ```
/// use ndtype::{self as np, array};
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(np::inner(&a, &a)?.to_vec::<i32>()?, [5, 11, 11, 25]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn inner(a: &Array, b: &Array) -> Result<Array> {
    Product::new().inner(a, b)
}

/// Each element of `a` times each of `b`, as a matrix: NumPy's `outer`. Both are flattened.
///
/// Errors: dtypes that cannot be multiplied.
///
/// ```
/// use ndtype::{self as np, array};
/// let table = np::outer(&array![1, 2], &array![1, 10, 100])?;
/// assert_eq!((table.shape(), table.to_vec::<i32>()?), (&[2, 3][..], vec![1, 10, 100, 2, 20, 200]));
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn outer(a: &Array, b: &Array) -> Result<Array> {
    Product::new().outer(a, b)
}

/// The sum of the products of all elements, those of `a` conjugated: NumPy's `vdot`. Both are flattened.
///
/// Errors: different numbers of elements, dtypes that have no products.
///
/// ```
/// use ndtype::{self as np, array};
/// assert_eq!(np::vdot(&array![[1, 2], [3, 4]], &array![1, 1, 1, 1])?.item::<i32>()?, 10);
/// assert!(np::vdot(&array![1, 2], &array![1]).unwrap_err().is_shape());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn vdot(a: &Array, b: &Array) -> Result<Array> {
    Product::new().vdot(a, b)
}

impl Array {
    /// The sum of products with another array: [`dot`].
    pub fn dot(&self, other: &Array) -> Result<Array> {
        dot(self, other)
    }
}

/// A shape, as `reshape` takes it.
pub(super) fn signed(shape: impl IntoIterator<Item = usize>) -> Vec<isize> {
    shape.into_iter().map(|n| n as isize).collect()
}

impl Product<'_> {
    /// [`dot`] with these options.
    pub fn dot(self, a: &Array, b: &Array) -> Result<Array> {
        let axis = b.ndim().saturating_sub(2);
        self.summed("dot", a, b, axis)
    }

    /// [`inner`] with these options.
    pub fn inner(self, a: &Array, b: &Array) -> Result<Array> {
        let axis = b.ndim().saturating_sub(1);
        self.summed("inner", a, b, axis)
    }

    /// [`outer`] with these options.
    pub fn outer(self, a: &Array, b: &Array) -> Result<Array> {
        self.without_axis("outer")?;
        self.plain(&a.ravel()?.expand_dims(&[1])?, &b.ravel()?)
    }

    /// [`vdot`] with these options.
    pub fn vdot(self, a: &Array, b: &Array) -> Result<Array> {
        self.without_axis("vdot")?;
        if a.size() != b.size() {
            return Err(ProductError::Elements { shapes: [a.shape().into(), b.shape().into()] }.into());
        }
        let dtype = product_dtype("vdot", &[a.dtype(), b.dtype()], self.dtype.as_ref(), self.casting)?;
        let core = Core { row: true, column: true, conjugate: true, threads: self.threads };
        let result = multiply(&a.ravel()?, &b.ravel()?, &dtype, core)?;
        self.deliver("vdot", &[a, b], result)
    }

    /// The plain product, with broadcasting.
    fn plain(self, a: &Array, b: &Array) -> Result<Array> {
        let mut call = MULTIPLY.with().casting(self.casting).order(self.order);
        if let Some(out) = self.out {
            call = call.out(out);
        }
        if let Some(dtype) = self.dtype {
            call = call.dtype(dtype)?;
        }
        if let Some(threads) = self.threads {
            call = call.threads(threads);
        }
        call.call(&[a, b])
    }

    /// The sum of products over the last axis of `a` and one of the last two of `b`.
    fn summed(self, function: &'static str, a: &Array, b: &Array, axis: usize) -> Result<Array> {
        self.without_axis(function)?;
        if a.ndim() == 0 || b.ndim() == 0 {
            return self.plain(a, b);
        }
        let last = a.ndim() - 1;
        let k = a.shape()[last];
        if b.shape()[axis] != k {
            let shapes = [a.shape().into(), b.shape().into()];
            return Err(ProductError::NotAligned { shapes, axes: [last, axis] }.into());
        }
        let dtype = product_dtype(function, &[a.dtype(), b.dtype()], self.dtype.as_ref(), self.casting)?;
        if a.ndim() <= 2 && b.ndim() <= 2 {
            // Vectors and matrices, as they are; `inner` with the second one turned.
            let core = Core { row: a.ndim() == 1, column: b.ndim() == 1, threads: self.threads, ..Core::default() };
            let result = if axis == 1 { multiply(a, &b.t(), &dtype, core)? } else { multiply(a, b, &dtype, core)? };
            return self.deliver(function, &[a, b], result);
        }
        let rest = b.shape().iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, &n)| n);
        let shape: Vec<usize> = a.shape()[..last].iter().copied().chain(rest).collect();
        let rows: usize = a.shape()[..last].iter().product();
        let left = a.reshape([rows as isize, k as isize])?;
        let stacked = b.ndim() > 2 && axis + 1 < b.ndim();
        let right = match b.ndim() {
            1 => b.expand_dims(&[1])?,
            2 if axis == 0 => b.clone(),
            _ if stacked => b.clone(),
            // All but the last axis are one.
            _ => b.reshape([b.shape()[..axis].iter().product::<usize>() as isize, k as isize])?.t(),
        };
        let mut result = multiply(&left, &right, &dtype, Core { threads: self.threads, ..Core::default() })?;
        if stacked {
            // The rows of `a` come first.
            result = result.moveaxis(&[-2], &[0])?.to_contiguous()?;
        }
        self.deliver(function, &[a, b], result.reshape(signed(shape))?)
    }
}
