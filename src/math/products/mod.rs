//! Products of matrices, vectors and arrays of more axes.
//!
//! 1. `multiply`: stacks of matrices of any dtype, which all others come down to.
//! 2. `matmul`: NumPy's generalised ufuncs. 3. `dot`: `dot`, `inner`, `outer`, `vdot`; `tensordot`: sums over any axes.
//! 4. `einsum`: Einstein's sums, in any number of operands.
//!
//! What it refuses: loops over elements, which are the kernels'.

mod dot;
mod einsum;
mod error;
mod matmul;
mod multiply;
mod tensordot;

pub use dot::{dot, inner, outer, vdot};
pub use einsum::{EinsumAxes, EinsumError, EinsumPath, IntoSubscripts, einsum, einsum_path};
pub use error::ProductError;
pub use matmul::{matmul, matvec, vecdot, vecmat};
pub use tensordot::{SumAxes, tensordot};

use crate::array::{Array, Order, ValueError};
use crate::dtype::{Casting, Dtype, IntoDtype};
use crate::error::Result;
use multiply::Target;

/// Options of products: NumPy's keyword arguments.
///
/// ```
/// use ndtype::{Array, Product, array};
/// let a = array![[1, 2], [3, 4]];
/// let mut c = Array::zeros([2, 2], "f8")?;
/// Product::new().out(&mut c).dtype("f4")?.matmul(&a, &a)?;
/// assert_eq!(c.to_vec::<f64>()?, [7.0, 10.0, 15.0, 22.0]);
/// # Ok::<(), ndtype::Error>(())
/// ```
#[derive(Debug)]
pub struct Product<'a> {
    out: Option<&'a mut Array>,
    dtype: Option<Dtype>,
    casting: Casting,
    axis: Option<isize>,
    axes: Option<Vec<Vec<isize>>>,
    keepdims: bool,
    order: Order,
    path: Option<EinsumPath>,
    threads: Option<usize>,
}

impl Default for Product<'_> {
    fn default() -> Self {
        Product {
            out: None,
            dtype: None,
            casting: Casting::SameKind,
            axis: None,
            axes: None,
            keepdims: false,
            order: Order::K,
            path: None,
            threads: None,
        }
    }
}

impl<'a> Product<'a> {
    /// No options.
    #[must_use]
    pub fn new() -> Product<'a> {
        Product::default()
    }

    /// Where the result goes: an array of its shape, or a larger one that it is broadcast to, of a dtype that the rule of
    /// casting allows.
    #[must_use]
    pub fn out(mut self, out: &'a mut Array) -> Self {
        self.out = Some(out);
        self
    }

    /// The dtype to compute in, and of the result. An error if it is none.
    pub fn dtype(mut self, dtype: impl IntoDtype) -> Result<Self> {
        self.dtype = Some(dtype.into_dtype()?);
        Ok(self)
    }

    /// Which casts of operands and to an output are allowed; [`Casting::SameKind`] if nothing is said.
    #[must_use]
    pub fn casting(mut self, casting: Casting) -> Self {
        self.casting = casting;
        self
    }

    /// How many threads may work on it, whatever [`set_threads`](crate::set_threads) says; 1 for this one alone. Results do not
    /// depend on it.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.threads = Some(threads);
        self
    }

    /// The axis along which the vectors of [`vecdot`] lie; other products refuse it.
    #[must_use]
    pub fn axis(mut self, axis: isize) -> Self {
        self.axis = Some(axis);
        self
    }

    /// Where the matrices and vectors of [`matmul`], [`matvec`], [`vecmat`] and [`vecdot`] lie: their axes in each operand and in
    /// the result, which may be left out if it has none; other products refuse it.
    ///
    /// ```
    /// use ndtype::{Array, Product};
    /// let (a, b) = (Array::ones([2, 3, 5], "i8")?, Array::ones([3, 4, 5], "i8")?);
    /// let c = Product::new().axes([[0, 1], [0, 1], [0, 1]]).matmul(&a, &b)?;
    /// assert_eq!(c.shape(), [2, 4, 5]);
    /// # Ok::<(), ndtype::Error>(())
    /// ```
    #[must_use]
    pub fn axes<A: AsRef<[isize]>>(mut self, axes: impl IntoIterator<Item = A>) -> Self {
        self.axes = Some(axes.into_iter().map(|axes| axes.as_ref().to_vec()).collect());
        self
    }

    /// Whether the result of [`vecdot`] keeps the axis of the vectors, with a size of one; other products refuse it.
    #[must_use]
    pub fn keepdims(mut self, keepdims: bool) -> Self {
        self.keepdims = keepdims;
        self
    }

    /// In which order the axes of the result lie in memory, if it is a new array: Fortran's, C's, Fortran's if all operands are
    /// so ([`Order::A`]), or what suits the product.
    #[must_use]
    pub fn order(mut self, order: Order) -> Self {
        self.order = order;
        self
    }

    /// The order in which [`einsum`] joins its operands, in place of the best one; see [`EinsumPath::new`].
    #[must_use]
    pub fn path(mut self, path: EinsumPath) -> Self {
        self.path = Some(path);
        self
    }

    /// A result where it goes: in the output, or in the order of axes that was asked for.
    fn deliver(self, function: &'static str, operands: &[&Array], result: Array) -> Result<Array> {
        if self.out.is_some() {
            return Target { out: self.out, casting: self.casting }.deliver(function, result);
        }
        let fortran = |array: &&Array| array.flags().f_contiguous && !array.flags().c_contiguous;
        match self.order {
            Order::K => Ok(result),
            Order::A if operands.iter().all(fortran) => result.copy_in(Order::F),
            Order::A => result.copy_in(Order::C),
            order => result.copy_in(order),
        }
    }

    fn without_axis(&self, function: &'static str) -> Result<()> {
        let reason = match (self.axis, &self.axes, self.keepdims, &self.path) {
            (None, None, false, None) => return Ok(()),
            (.., Some(_)) => "no path can be given to it",
            (.., true, _) => "its axes cannot be kept",
            _ => "no axis can be given to it",
        };
        Err(ValueError::Argument { reason, value: function.to_owned() }.into())
    }
}
