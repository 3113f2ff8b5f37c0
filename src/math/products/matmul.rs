//! NumPy's generalised ufuncs on matrices and vectors: `matmul`, `matvec`, `vecmat`, `vecdot`.

use super::Product;
use super::error::ProductError;
use super::multiply::{multiply_into, product_dtype};
use crate::array::{Array, ValueError};
use crate::dtype::DtypeKind;
use crate::error::Result;
use crate::layout::Dims;
use crate::ufunc::{self, Core};

/// The product of two matrices, or of stacks of them, which are broadcast: NumPy's `matmul`, Python's `a @ b`. An operand with
/// one axis is a row on the left, a column on the right, and that axis is gone from the result.
///
/// All numbers have products, with the common dtype of the operands: integers wrap around, booleans are "or" of "and", floats
/// of fewer than 32 bits are summed as float32 and rounded once; so have objects. Without anything to sum there are zeros. The
/// bits of the result depend neither on the layout of the operands nor on the machine.
///
/// Errors: an operand without axes, sizes that do not fit, dtypes that have no products.
///
/// ```
/// use ndtype::{self as np, Array, array};
/// let (a, b) = (array![[1, 2], [3, 4]], array![[0, 1], [1, 0]]);
/// assert_eq!(np::matmul(&a, &b)?.to_vec::<i32>()?, [2, 1, 4, 3]);
/// assert_eq!(a.matmul(&array![10, 1])?.to_vec::<i32>()?, [12, 34]);
/// let stack = Array::ones([5, 3, 2], "f4")?;
/// assert_eq!(np::matmul(&stack, &a)?.shape(), [5, 3, 2]);
/// let error = np::matmul(&a, &array![1, 2, 3]).unwrap_err();
/// assert!(error.is_shape() && error.to_string().contains("(size 3 is different from 2)"));
/// # Ok::<(), ndtype::Error>(())
/// ```
#[doc(alias = "@")]
pub fn matmul(a: &Array, b: &Array) -> Result<Array> {
    Product::new().matmul(a, b)
}

/// The product of a matrix and a vector, or of stacks of them, which are broadcast: NumPy's `matvec`.
///
/// Errors: a matrix with less than two axes, a vector without any, sizes that do not fit, dtypes that have no products.
///
/// ```
/// use ndtype::{self as np, array};
/// let (a, x) = (array![[1, 2], [3, 4]], array![[1, 0], [0, 1], [1, 1]]);
/// assert_eq!(np::matvec(&a, &x)?.to_vec::<i32>()?, [1, 3, 2, 4, 3, 7]);
/// assert!(np::matvec(&x, &array![1, 2, 3]).unwrap_err().is_shape());
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn matvec(a: &Array, x: &Array) -> Result<Array> {
    Product::new().matvec(a, x)
}

/// The product of a vector, conjugated if it is complex, and a matrix, or of stacks of them, which are broadcast: NumPy's
/// `vecmat`.
///
/// Errors: as for [`matvec`].
///
/// ```
/// use ndtype::{self as np, array};
/// let (x, a) = (array![1, 10], array![[1, 2], [3, 4]]);
/// assert_eq!(np::vecmat(&x, &a)?.to_vec::<i32>()?, [31, 42]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn vecmat(x: &Array, a: &Array) -> Result<Array> {
    Product::new().vecmat(x, a)
}

/// The sum of the products of two vectors, the first conjugated if it is complex, or of stacks of them, which are broadcast:
/// NumPy's `vecdot`. The vectors lie along the last axis, or the one of [`Product::axis`].
///
/// Errors: an operand without axes, vectors of different lengths, dtypes that have no products.
///
/// ```
/// use ndtype::{self as np, Product, array};
/// let a = array![[1, 2], [3, 4]];
/// assert_eq!(np::vecdot(&a, &array![10, 1])?.to_vec::<i32>()?, [12, 34]);
/// assert_eq!(Product::new().axis(0).vecdot(&a, &a)?.to_vec::<i32>()?, [10, 20]);
/// # Ok::<(), ndtype::Error>(())
/// ```
pub fn vecdot(a: &Array, b: &Array) -> Result<Array> {
    Product::new().vecdot(a, b)
}

impl Array {
    /// The product with another matrix, or stack of them: [`matmul`].
    pub fn matmul(&self, other: &Array) -> Result<Array> {
        matmul(self, other)
    }
}

/// A function, as its errors name it, and how many axes its operands need.
struct Signature {
    function: &'static str,
    spelled: &'static str,
    requires: [usize; 2],
}

const MATMUL: Signature = Signature { function: "matmul", spelled: "(n?,k),(k,m?)->(n?,m?)", requires: [1, 1] };
const MATVEC: Signature = Signature { function: "matvec", spelled: "(m,n),(n)->(m)", requires: [2, 1] };
const VECMAT: Signature = Signature { function: "vecmat", spelled: "(n),(n,m)->(m)", requires: [1, 2] };
const VECDOT: Signature = Signature { function: "vecdot", spelled: "(n),(n)->()", requires: [1, 1] };

impl Signature {
    /// An error if an operand has too few axes, or, if `sizes` count, those that are summed over, counted from the end, have
    /// different ones.
    fn check(&self, [a, b]: [&Array; 2], [i, j]: [usize; 2], sizes: bool) -> Result<()> {
        let Signature { function, spelled: signature, requires } = *self;
        for (operand, array) in [a, b].into_iter().enumerate() {
            let (has, requires) = (array.ndim(), requires[operand]);
            if has < requires {
                return Err(ProductError::Dimensions { function, signature, operand, has, requires }.into());
            }
        }
        if !sizes {
            return Ok(());
        }
        let (expected, size) = (a.shape()[a.ndim() - i], b.shape()[b.ndim() - j]);
        if size != expected {
            // Counted among the last axes of the second operand, of which the one that is summed over comes first.
            return Err(ProductError::Core { function, signature, operand: Some(1), axis: 0, size, expected }.into());
        }
        Ok(())
    }

    /// An error if an output has other last axes than the result.
    fn check_out(&self, out: Option<&Array>, core: &[usize]) -> Result<()> {
        let Signature { function, spelled: signature, .. } = *self;
        let Some(out) = out else { return Ok(()) };
        let (has, requires) = (out.ndim(), core.len());
        if has < requires {
            return Err(ProductError::Dimensions { function, signature, operand: 2, has, requires }.into());
        }
        let sizes = out.shape()[has - requires..].iter().zip(core).enumerate();
        for (axis, (&size, &expected)) in sizes {
            if size != expected {
                return Err(ProductError::Core { function, signature, operand: None, axis, size, expected }.into());
            }
        }
        Ok(())
    }
}

impl Signature {
    /// An operand with these axes last, of which it needs so many.
    fn moved(&self, operand: usize, x: &Array, axes: &[isize], count: usize) -> Result<Array> {
        if axes.len() != count {
            let (function, given) = (self.function, axes.len());
            return Err(ProductError::Axes { function, operand, given, expected: count }.into());
        }
        x.moveaxis(axes, &(-(count as isize)..0).collect::<Vec<_>>())
    }
}

impl Product<'_> {
    /// [`matmul`] with these options.
    pub fn matmul(self, a: &Array, b: &Array) -> Result<Array> {
        let axes = [a.ndim().min(2), b.ndim().min(2)];
        self.generalised(&MATMUL, [a, b], axes, |[a, b]| Core {
            row: a.ndim() == 1,
            column: b.ndim() == 1,
            ..Core::default()
        })
    }

    /// [`matvec`] with these options.
    pub fn matvec(self, a: &Array, x: &Array) -> Result<Array> {
        self.generalised(&MATVEC, [a, x], [2, 1], |_| Core { column: true, ..Core::default() })
    }

    /// [`vecmat`] with these options.
    pub fn vecmat(self, x: &Array, a: &Array) -> Result<Array> {
        let core = |_: [&Array; 2]| Core { row: true, ..Core::default() };
        if x.dtype().native_scalar().kind() == DtypeKind::Complex {
            return self.generalised(&VECMAT, [&ufunc::conjugate(x)?, a], [1, 2], core);
        }
        self.generalised(&VECMAT, [x, a], [1, 2], core)
    }

    /// [`vecdot`] with these options.
    pub fn vecdot(mut self, a: &Array, b: &Array) -> Result<Array> {
        if let Some(axis) = self.axis.take() {
            if self.axes.is_some() {
                let reason = "both an axis and axes are given to it";
                return Err(ValueError::Argument { reason, value: "vecdot".to_owned() }.into());
            }
            // Checked first, so that an operand without axes is told what it lacks.
            VECDOT.check([a, b], [1, 1], false)?;
            self.axes = Some(vec![vec![axis]; 2]);
        }
        let core = Core { row: true, column: true, conjugate: true, threads: None };
        self.generalised(&VECDOT, [a, b], [1, 1], |_| core)
    }

    /// A product of operands with so many axes each that it is about.
    fn generalised(
        mut self,
        signature: &Signature,
        operands: [&Array; 2],
        counts: [usize; 2],
        core: impl Fn([&Array; 2]) -> Core,
    ) -> Result<Array> {
        let function = signature.function;
        let (axes, keepdims) = (self.axes.take(), std::mem::take(&mut self.keepdims));
        if function != VECDOT.function && keepdims {
            self.keepdims = true;
        }
        self.without_axis(function)?;
        let core = core(operands);
        let results = usize::from(!core.row) + usize::from(!core.column);
        let Some(axes) = axes else {
            if keepdims {
                return self.placed(signature, operands, core, &[], &[-1]);
            }
            return self.product(signature, operands, core);
        };
        signature.check(operands, [1, 1], false)?;
        // That of a result that has none may be left out.
        let complete = axes.len() == 3 || (axes.len() == 2 && results == 0);
        if !complete {
            return Err(ProductError::AxesLists { function, given: axes.len() }.into());
        }
        let a = signature.moved(0, operands[0], &axes[0], counts[0])?;
        let b = signature.moved(1, operands[1], &axes[1], counts[1])?;
        let of_result = axes.get(2).map_or(&[][..], |axes| &axes[..]);
        let kept =
            if keepdims { if of_result.is_empty() { axes[0].clone() } else { of_result.to_vec() } } else { vec![] };
        if !keepdims && of_result.len() != results {
            let (given, expected) = (of_result.len(), results);
            return Err(ProductError::Axes { function, operand: 2, given, expected }.into());
        }
        let placed = if keepdims { &[][..] } else { of_result };
        self.placed(signature, [&a, &b], core, placed, &kept)
    }

    /// The product, whose last axes are moved to these places, with axes of size one in others.
    fn placed(
        mut self,
        signature: &Signature,
        operands: [&Array; 2],
        core: Core,
        axes: &[isize],
        kept: &[isize],
    ) -> Result<Array> {
        let out = self.out.take();
        let plain =
            Product { dtype: self.dtype.take(), casting: self.casting, threads: self.threads, ..Product::new() };
        let result = plain.product(signature, operands, core)?;
        let result = result.moveaxis(&(-(axes.len() as isize)..0).collect::<Vec<_>>(), axes)?;
        let result = if kept.is_empty() { result } else { result.expand_dims(kept)? };
        self.out = out;
        self.deliver(signature.function, &operands, result)
    }

    /// The product of operands whose last axes it is about.
    fn product(mut self, signature: &Signature, [a, b]: [&Array; 2], core: Core) -> Result<Array> {
        let function = signature.function;
        let column = if core.column { 1 } else { 2 };
        signature.check([a, b], [1, column], true)?;
        let mut axes = Dims::new();
        axes.extend((!core.row).then(|| a.shape()[a.ndim() - 2]));
        axes.extend((!core.column).then(|| b.shape()[b.ndim() - 1]));
        let dtype = product_dtype(function, &[a.dtype(), b.dtype()], self.dtype.as_ref(), self.casting)?;
        signature.check_out(self.out.as_deref(), &axes)?;
        let core = Core { threads: self.threads, ..core };
        let result = multiply_into(a, b, &dtype, core, self.out.as_deref_mut())?;
        if self.out.as_deref().is_some_and(|out| out.as_ptr() == result.as_ptr() && out.shape() == result.shape()) {
            return Ok(result);
        }
        self.deliver(function, &[a, b], result)
    }
}
