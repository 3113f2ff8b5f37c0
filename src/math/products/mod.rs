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
pub use einsum::{EinsumError, EinsumPath, einsum, einsum_path};
pub use error::ProductError;
pub use matmul::{matmul, matvec, vecdot, vecmat};
pub use tensordot::{SumAxes, tensordot};

use crate::array::{Array, ValueError};
use crate::dtype::{Casting, Dtype, IntoDtype};
use crate::error::Result;

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
    threads: Option<usize>,
}

impl Default for Product<'_> {
    fn default() -> Self {
        Product { out: None, dtype: None, casting: Casting::SameKind, axis: None, threads: None }
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

    fn without_axis(&self, function: &'static str) -> Result<()> {
        match self.axis {
            None => Ok(()),
            Some(_) => {
                Err(ValueError::Argument { reason: "no axis can be given to it", value: function.to_owned() }.into())
            }
        }
    }
}
