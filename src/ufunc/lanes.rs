//! Functions of the lanes along an axis that are no folds.

use crate::array::Array;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::iter::Walk;
use crate::kernels::grid::{Grid, ReduceFn};
use crate::layout::{Dims, Layout, Strides};

/// The value of a function for each lane along an axis, which has at least one element. The array's elements are aligned,
/// native and of the type that the function takes; it gives values of this dtype.
pub(crate) fn map_lanes(array: &Array, axis: usize, function: ReduceFn, dtype: Dtype) -> Result<Array> {
    let others =
        |axes: &[isize]| -> Strides { axes.iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, &s)| s).collect() };
    let shape: Dims = array.shape().iter().enumerate().filter(|(i, _)| *i != axis).map(|(_, &n)| n).collect();
    let kept = Layout::from_parts(shape.clone(), others(array.strides()));
    let mut values = Array::zeroed(Layout::elementwise(&shape, dtype.itemsize(), &[&kept])?, dtype)?;
    let walk = Walk::led_by(1, &shape, [values.strides(), kept.strides()]);
    let rows = walk.shape().last().copied().unwrap_or(1);
    let steps = [0, 1].map(|k| walk.strides(k).last().copied().unwrap_or(0));
    let (to, from, null) = (values.data_mut()?.as_ptr(), array.data().as_ptr(), std::ptr::null_mut());
    walk.try_for_each_inner(1, |[into, offset]| -> Result<()> {
        let grid = Grid {
            ptr: [to.wrapping_offset(into), from.wrapping_offset(offset), null, null],
            step: [0, array.strides()[axis], 0, 0],
            row_step: [steps[0], steps[1], 0, 0],
            n: array.shape()[axis],
            rows,
        };
        // SAFETY: lanes of the array, as the function takes them, and a value of the result, which is ours alone, for each.
        unsafe { function(&grid) };
        Ok(())
    })?;
    Ok(values)
}
