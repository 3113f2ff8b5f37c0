//! Means and medians of spans of time, which are spans, rounded toward zero.

use super::statistics::{as_lanes, counted, deliver, result_shape};
use crate::array::{Array, ValueError};
use crate::dtype::Dtype;
use crate::element::calendar::NAT;
use crate::error::Result;
use crate::kernels::select;
use crate::simd::{Kernel, dispatch};
use crate::ufunc::{self, ADD, Reduce};

/// The mean along axes; NaT without elements, or with NaT among them.
pub(super) fn mean(a: &Array, spec: Reduce<'_>) -> Result<Array> {
    let dtype = own_dtype("mean", a, &spec)?;
    if spec.r#where.is_some() {
        let mean = ufunc::divide(ADD.reduce(a, spec.same_axes())?, &counted(a, &spec)?)?;
        return deliver("mean", mean, spec.out);
    }
    let shape = result_shape(a, &spec)?;
    let (moved, (lanes, size)) = as_lanes(a, &spec, &dtype)?;
    let ticks = moved.view_dtype(Dtype::Int64)?;
    let means: Vec<i64> = match size {
        0 => vec![NAT; lanes],
        _ => ticks.as_slice::<i64>()?.chunks_exact(size).map(mean_of).collect(),
    };
    deliver("mean", Array::from_vec(means)?.view_dtype(dtype)?.reshape(shape)?, spec.out)
}

/// The median along axes: NaT without elements, or with NaT among them unless that is skipped.
pub(super) fn median(operation: &'static str, a: &Array, spec: Reduce<'_>, skip_nat: bool) -> Result<Array> {
    let dtype = own_dtype(operation, a, &spec)?;
    let shape = result_shape(a, &spec)?;
    let (moved, (lanes, size)) = as_lanes(a, &spec, &dtype)?;
    let ticks = moved.view_dtype(Dtype::Int64)?;
    let mut room = Vec::with_capacity(size);
    let medians: Vec<i64> = match size {
        0 => vec![NAT; lanes],
        _ => ticks.as_slice::<i64>()?.chunks_exact(size).map(|lane| median_of(lane, &mut room, skip_nat)).collect(),
    };
    deliver(operation, Array::from_vec(medians)?.view_dtype(dtype)?.reshape(shape)?, spec.out)
}

/// The native dtype of spans, which is that of their means; another one cannot be asked for.
fn own_dtype(operation: &'static str, a: &Array, spec: &Reduce<'_>) -> Result<Dtype> {
    let native = a.dtype().native_scalar();
    match &spec.dtype {
        Some(dtype) if dtype != native => {
            Err(ValueError::Unsupported { operation: "another dtype for the mean of spans", dtype: dtype.clone() }
                .into())
        }
        _ if matches!(a.dtype(), Dtype::SubArray(_)) => {
            Err(ValueError::Unsupported { operation, dtype: a.dtype().clone() }.into())
        }
        _ => Ok(native.clone()),
    }
}

/// The sum of counts in two halves, and whether NaT is among them.
struct Halves<'a>(&'a [i64]);

impl Kernel for Halves<'_> {
    type Output = (i64, i64, bool);

    #[inline(always)]
    fn run(self) -> (i64, i64, bool) {
        let (mut high, mut low, mut nat) = (0i64, 0i64, false);
        for &t in self.0 {
            high += t >> 32;
            low += t & 0xffff_ffff;
            nat |= t == NAT;
        }
        (high, low, nat)
    }
}

fn mean_of(lane: &[i64]) -> i64 {
    let mut sum = 0i128;
    // As many as keep the sums of halves within 64 bits.
    for part in lane.chunks(1 << 30) {
        let (high, low, nat) = dispatch(Halves(part));
        if nat {
            return NAT;
        }
        sum += (i128::from(high) << 32) + i128::from(low);
    }
    // Between the smallest and the largest count, so that it fits.
    (sum / lane.len() as i128) as i64
}

fn median_of(lane: &[i64], room: &mut Vec<i64>, skip_nat: bool) -> i64 {
    room.clear();
    room.extend(lane.iter().filter(|&&t| t != NAT));
    let kept = room.len();
    if kept < lane.len() && !skip_nat || kept == 0 {
        return NAT;
    }
    match select::nth(room, kept / 2) {
        // Rounded toward zero.
        (Some(lower), upper) if kept.is_multiple_of(2) => i64::midpoint(lower, upper),
        (_, middle) => middle,
    }
}
