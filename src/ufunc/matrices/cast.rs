//! Elements of any numeric dtype, as the numbers that products are computed in.

use crate::cast::Transfer;
use crate::dtype::{Casting, Dtype, ScalarId};
use crate::error::Result;
use crate::kernels::matmul::{Load, factor};

/// Whether the elements of a dtype are taken as they are for numbers of a type that products are computed in.
pub(super) fn is_taken_for(dtype: &Dtype, computed: ScalarId) -> bool {
    dtype.scalar_id().is_some_and(|id| id.row().size == computed.row().size && factor(id) == computed)
}

/// A cast of the elements of an operand.
pub(super) struct Cast {
    from: Dtype,
    transfer: Transfer,
}

impl Cast {
    /// The cast of elements of a dtype for products of another one, computed in a third: they are rounded to the second if
    /// they may have other values. `None` if they are taken as they are.
    pub(super) fn plan(from: &Dtype, dtype: &Dtype, computed: ScalarId) -> Result<Option<Cast>> {
        if is_taken_for(from, computed) && (from == dtype || is_taken_for(dtype, computed)) {
            return Ok(None);
        }
        let transfer = if from.can_cast(dtype, Casting::Safe) {
            Transfer::plan(from, &computed.dtype())?
        } else {
            Transfer::plan_by_way_of(from, dtype, &computed.dtype())?
        };
        Ok(Some(Cast { from: from.clone(), transfer }))
    }
}

// SAFETY: a transfer among numbers writes all that it is asked for.
unsafe impl Load for Cast {
    fn from(&self) -> &Dtype {
        &self.from
    }

    unsafe fn load(&self, from: *const u8, stride: isize, to: *mut u8, n: usize) {
        // SAFETY: the caller's promises.
        let done = unsafe { self.transfer.run(from, stride, to, self.transfer.target().itemsize() as isize, n) };
        debug_assert!(done.is_ok(), "numbers can always be cast");
    }
}
