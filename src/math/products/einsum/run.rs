//! Carrying a plan out: each pair becomes a product of stacks of matrices, or a plain one.

use super::super::dot::signed;
use super::super::multiply::multiply;
use super::plan::{Label, Plan};
use crate::array::Array;
use crate::dtype::Dtype;
use crate::error::Result;
use crate::ufunc::{ADD, Core, LOGICAL_OR, MULTIPLY, Reduce};

/// An array whose axes have labels, each once.
#[derive(Clone)]
struct Labelled {
    array: Array,
    labels: Vec<Label>,
}

/// The result of a plan, computed in this dtype.
pub(super) fn run(plan: &Plan, operands: &[&Array], dtype: &Dtype, threads: Option<usize>) -> Result<Array> {
    let mut list = Vec::new();
    for (array, labels) in operands.iter().zip(&plan.operands) {
        list.push(Labelled::new(array, labels, plan)?);
    }
    for pair in &plan.pairs {
        let [i, j] = pair.places;
        let (right, left) = (list.remove(j), list.remove(i));
        // What only one of the two has, and nothing else wants, is summed before they are joined.
        let left = left.summed(|label| pair.kept.contains(&label) || right.labels.contains(&label), dtype)?;
        let right = right.summed(|label| pair.kept.contains(&label) || left.labels.contains(&label), dtype)?;
        list.push(joined(&left, &right, &pair.kept, dtype, threads)?);
    }
    let last = list.pop().expect("a plan leaves one operand");
    let last = last.summed(|label| plan.output.contains(&label), dtype)?;
    // A label of the output that was broadcast away has the size of one.
    last.ordered(&plan.output)
}

impl Labelled {
    /// The diagonal of labels that an operand has twice, without the axes that it is broadcast along.
    fn new(array: &Array, labels: &[Label], plan: &Plan) -> Result<Labelled> {
        let (mut array, mut labels) = (array.clone(), labels.to_vec());
        while let Some((i, j)) = repeated(&labels) {
            array = array.diagonal(0, i as isize, j as isize)?;
            labels.remove(j);
            let label = labels.remove(i);
            labels.push(label);
        }
        let lost = |i: usize| array.shape()[i] == 1 && plan.size(labels[i]) != 1;
        let gone: Vec<isize> = (0..labels.len()).filter(|&i| lost(i)).map(|i| i as isize).collect();
        if !gone.is_empty() {
            array = array.squeeze(Some(&gone))?;
            let mut i = 0;
            labels.retain(|_| {
                i += 1;
                !gone.contains(&(i - 1))
            });
        }
        Ok(Labelled { array, labels })
    }

    /// With the labels that are not wanted summed over.
    fn summed(self, wanted: impl Fn(Label) -> bool, dtype: &Dtype) -> Result<Labelled> {
        let axes: Vec<isize> =
            self.labels.iter().enumerate().filter(|(_, label)| !wanted(**label)).map(|(i, _)| i as isize).collect();
        if axes.is_empty() {
            return Ok(self);
        }
        let spec = Reduce::axes(&axes);
        let array = match dtype {
            Dtype::Bool => LOGICAL_OR.reduce(&self.array, spec)?,
            dtype => ADD.reduce(&self.array, spec.dtype(dtype.clone())?)?,
        };
        Ok(Labelled { array, labels: self.labels.into_iter().filter(|&label| wanted(label)).collect() })
    }

    /// A view with the axes in this order; those that it does not have get a size of one.
    fn ordered(&self, order: &[Label]) -> Result<Array> {
        if order == self.labels {
            return Ok(self.array.clone());
        }
        let place = |label: &Label| self.labels.iter().position(|l| l == label);
        let axes = signed(order.iter().filter_map(place));
        let new: Vec<isize> = (0..order.len()).filter(|&i| place(&order[i]).is_none()).map(|i| i as isize).collect();
        self.array.transpose(&axes)?.expand_dims(&new)
    }

    fn has(&self, label: Label) -> bool {
        self.labels.contains(&label)
    }

    fn size(&self, label: Label) -> usize {
        self.labels.iter().position(|&l| l == label).map_or(1, |i| self.array.shape()[i])
    }

    /// A stack: these labels, and an axis for each group of several.
    fn stacked(&self, stack: &[Label], groups: [&[Label]; 2]) -> Result<Array> {
        let order: Vec<Label> = [stack, groups[0], groups[1]].concat();
        let ordered = self.ordered(&order)?;
        if groups.iter().all(|group| group.len() <= 1) {
            return Ok(ordered);
        }
        let size = |labels: &[Label]| labels.iter().map(|&label| self.size(label)).product::<usize>();
        let sizes = groups.iter().filter(|group| !group.is_empty()).map(|group| size(group));
        ordered.reshape(signed(stack.iter().map(|&label| self.size(label)).chain(sizes)))
    }
}

/// The first two places of a label that there is twice.
fn repeated(labels: &[Label]) -> Option<(usize, usize)> {
    let second = |i: usize| labels[i + 1..].iter().position(|&l| l == labels[i]).map(|j| i + 1 + j);
    (0..labels.len()).find_map(|i| Some((i, second(i)?)))
}

/// The product of two operands, summed over what both have and is not kept. Every other label is kept.
fn joined(
    left: &Labelled,
    right: &Labelled,
    kept: &[Label],
    dtype: &Dtype,
    threads: Option<usize>,
) -> Result<Labelled> {
    let of = |wanted: &dyn Fn(Label) -> bool, from: &Labelled| -> Vec<Label> {
        from.labels.iter().copied().filter(|&label| wanted(label)).collect()
    };
    let is_kept = |label: Label| kept.contains(&label);
    // In the order of the larger operand, which is then the less likely to be copied.
    let larger = if left.array.size() >= right.array.size() { left } else { right };
    let summed = of(&|l| left.has(l) && right.has(l) && !is_kept(l), larger);
    if summed.is_empty() {
        let (a, b) = (left.ordered(kept)?, right.ordered(kept)?);
        let product = MULTIPLY.with().dtype(dtype.clone())?.call(&[&a, &b])?;
        return Ok(Labelled { array: product, labels: kept.to_vec() });
    }
    let stack = of(&|l| right.has(l) && is_kept(l), left);
    let rows = of(&|l| !right.has(l), left);
    let cols = of(&|l| !left.has(l), right);
    let core = Core { row: rows.is_empty(), column: cols.is_empty(), conjugate: false, threads };
    let a = left.stacked(&stack, [&rows, &summed])?;
    let b = right.stacked(&stack, [&summed, &cols])?;
    let mut product = multiply(&a, &b, dtype, core)?;
    let labels = [&stack[..], &rows, &cols].concat();
    if labels.len() != product.ndim() {
        let size = |&label: &Label| if left.has(label) { left.size(label) } else { right.size(label) };
        product = product.reshape(signed(labels.iter().map(size)))?;
    }
    Ok(Labelled { array: product, labels })
}
