//! What a sum does, without data: which axes go together, and in which order operands are joined.
//!
//! 1. Every axis of every operand gets a label: its letter, or a number for an axis of the ellipsis, counted from the end.
//! 2. Operands are joined in pairs until one is left. A pair keeps the labels that the output or another operand has, and sums
//!    over the others. The order is the cheapest one in multiplications; of many operands, the cheapest pair each time.

use super::error::EinsumError;
use super::parse::{Subscripts, Term};

/// An axis: a letter, or from [`ELLIPSIS`] on an axis of the ellipsis, the last one first.
pub(super) type Label = u16;

const ELLIPSIS: Label = 256;
/// Up to so many operands, every order is tried.
const ALL_ORDERS: usize = 5;

/// Two operands that are joined: their places in the list, from which they go; what comes of them goes to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) places: [usize; 2],
    /// The labels of the result.
    pub(super) kept: Vec<Label>,
}

/// The whole sum.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// The labels of each operand's axes, as they are.
    pub(super) operands: Vec<Vec<Label>>,
    /// The size of each label; an operand may have a size of one instead.
    pub(super) sizes: Vec<(Label, usize)>,
    pub(super) pairs: Vec<Pair>,
    pub(super) output: Vec<Label>,
}

impl Plan {
    /// The plan for operands of these shapes; the order is the best one unless it is given.
    pub(super) fn new(
        subscripts: &Subscripts,
        shapes: &[&[usize]],
        steps: Option<&[Vec<usize>]>,
    ) -> Result<Plan, EinsumError> {
        let (expected, given) = (subscripts.inputs.len(), shapes.len());
        if given == 0 {
            return Err(EinsumError::NoOperands);
        }
        if expected != given {
            return Err(EinsumError::Operands { expected, given });
        }
        let mut operands = Vec::new();
        for (operand, (term, shape)) in subscripts.inputs.iter().zip(shapes).enumerate() {
            operands.push(labels_of(operand, term, shape)?);
        }
        let sizes = sizes_of(&operands, shapes)?;
        let output = output_of(subscripts, &operands)?;
        let kept: Vec<Vec<Label>> =
            operands.iter().zip(shapes).map(|(labels, shape)| present(labels, shape, &sizes)).collect();
        let order = Order { sizes: &sizes, output: &output };
        let pairs = match steps {
            None => order.best(&kept),
            Some(steps) => order.given(&kept, steps)?,
        };
        Ok(Plan { operands, sizes, pairs, output })
    }

    pub(super) fn size(&self, label: Label) -> usize {
        size_of(&self.sizes, label)
    }
}

pub(super) fn size_of(sizes: &[(Label, usize)], label: Label) -> usize {
    sizes.iter().find(|(l, _)| *l == label).map_or(1, |(_, n)| *n)
}

/// The labels of an operand without those that it is broadcast along, each once.
fn present(labels: &[Label], shape: &[usize], sizes: &[(Label, usize)]) -> Vec<Label> {
    let mut found = Vec::new();
    for (&label, &n) in labels.iter().zip(shape) {
        if !found.contains(&label) && n == size_of(sizes, label) {
            found.push(label);
        }
    }
    found
}

fn labels_of(operand: usize, term: &Term, shape: &[usize]) -> Result<Vec<Label>, EinsumError> {
    let letters = term.letters.iter().map(|&letter| Label::from(letter));
    let Some(extra) = shape.len().checked_sub(term.letters.len()) else {
        return Err(EinsumError::TooMany { operand, shape: shape.into() });
    };
    let labels: Vec<Label> = match term.ellipsis {
        None if extra > 0 => return Err(EinsumError::TooFew { operand, shape: shape.into() }),
        None => letters.collect(),
        Some(before) => {
            let dots = (0..extra as Label).rev().map(|i| ELLIPSIS + i);
            letters.clone().take(before).chain(dots).chain(letters.skip(before)).collect()
        }
    };
    for (i, &label) in labels.iter().enumerate() {
        if let Some(j) = labels[..i].iter().position(|&l| l == label)
            && shape[i] != shape[j]
        {
            let (subscript, sizes) = (char::from(label as u8), [shape[j], shape[i]]);
            return Err(EinsumError::Collapse { operand, subscript, sizes });
        }
    }
    Ok(labels)
}

fn sizes_of(operands: &[Vec<Label>], shapes: &[&[usize]]) -> Result<Vec<(Label, usize)>, EinsumError> {
    let mut sizes: Vec<(Label, usize)> = Vec::new();
    for (labels, shape) in operands.iter().zip(shapes) {
        for (&label, &n) in labels.iter().zip(*shape) {
            match sizes.iter_mut().find(|(l, _)| *l == label) {
                None => sizes.push((label, n)),
                Some((_, size)) if *size == n || n == 1 => {}
                Some((_, size)) if *size == 1 => *size = n,
                Some((_, size)) => {
                    let subscript = (label < ELLIPSIS).then(|| char::from(label as u8));
                    let shapes = shapes.iter().map(|&shape| shape.into()).collect();
                    return Err(EinsumError::Sizes { subscript, sizes: [*size, n], shapes });
                }
            }
        }
    }
    Ok(sizes)
}

/// The labels of the output: those of the text, or those of the ellipsis and the letters that appear once, in order.
fn output_of(subscripts: &Subscripts, operands: &[Vec<Label>]) -> Result<Vec<Label>, EinsumError> {
    let mut dots: Vec<Label> = operands.iter().flatten().copied().filter(|&label| label >= ELLIPSIS).collect();
    dots.sort_unstable();
    dots.dedup();
    dots.reverse();
    let Some(term) = &subscripts.output else {
        let mut letters: Vec<Label> = operands.iter().flatten().copied().filter(|&label| label < ELLIPSIS).collect();
        letters.sort_unstable();
        let once = letters.chunk_by(|a, b| a == b).filter(|group| group.len() == 1).map(|group| group[0]);
        dots.extend(once);
        return Ok(dots);
    };
    for (i, &letter) in term.letters.iter().enumerate() {
        let subscript = char::from(letter);
        if !operands.iter().flatten().any(|&label| label == Label::from(letter)) {
            return Err(EinsumError::Unknown { subscript });
        }
        if term.letters[..i].contains(&letter) {
            return Err(EinsumError::Twice { subscript });
        }
    }
    let letters = term.letters.iter().map(|&letter| Label::from(letter));
    match term.ellipsis {
        None if !dots.is_empty() => Err(EinsumError::NoEllipsis),
        None => Ok(letters.collect()),
        Some(before) => Ok(letters.clone().take(before).chain(dots).chain(letters.skip(before)).collect()),
    }
}

/// The search for an order.
struct Order<'a> {
    sizes: &'a [(Label, usize)],
    output: &'a [Label],
}

impl Order<'_> {
    fn best(&self, operands: &[Vec<Label>]) -> Vec<Pair> {
        let mut list = operands.to_vec();
        let mut pairs = Vec::new();
        while list.len() > ALL_ORDERS {
            let all = all_pairs(list.len()).map(|places| (self.cost(&list, places), places));
            let cheapest = all.min_by(|(a, _), (b, _)| a.total_cmp(b));
            let Some((_, places)) = cheapest else { break };
            pairs.push(self.join(&mut list, places));
        }
        pairs.extend(self.cheapest(&list).1);
        pairs
    }

    /// A given order. What comes of a step goes to the end of the list, though it may be one operand as it was.
    fn given(&self, operands: &[Vec<Label>], steps: &[Vec<usize>]) -> Result<Vec<Pair>, EinsumError> {
        let mut list = operands.to_vec();
        // The same operands, as the path counts them and as the pairs do.
        let mut counted: Vec<usize> = (0..list.len()).collect();
        let mut ours = counted.clone();
        let mut pairs = Vec::new();
        for (step, places) in steps.iter().enumerate() {
            let wrong = || EinsumError::Step { step, places: places[..].into(), operands: counted.len() };
            let again = |(i, place): (usize, &usize)| places[..i].contains(place);
            if places.is_empty() || places.iter().any(|&i| i >= counted.len()) || places.iter().enumerate().any(again) {
                return Err(wrong());
            }
            let chosen: Vec<usize> = places.iter().map(|&i| counted[i]).collect();
            counted.retain(|operand| !chosen.contains(operand));
            let mut joined = chosen[0];
            for &other in &chosen[1..] {
                let place = |operand: usize| ours.iter().position(|&o| o == operand).unwrap_or_default();
                let (i, j) = (place(joined), place(other));
                pairs.push(self.join(&mut list, [i.min(j), i.max(j)]));
                ours.remove(i.max(j));
                ours.remove(i.min(j));
                joined = operands.len() + pairs.len();
                ours.push(joined);
            }
            counted.push(joined);
        }
        match counted.len() {
            1 => Ok(pairs),
            operands => Err(EinsumError::Unfinished { operands }),
        }
    }

    /// The cheapest of all orders, and what it costs.
    fn cheapest(&self, list: &[Vec<Label>]) -> (f64, Vec<Pair>) {
        let mut best = (f64::INFINITY, Vec::new());
        if list.len() < 2 {
            return (0.0, Vec::new());
        }
        for places in all_pairs(list.len()) {
            let mut rest = list.to_vec();
            let cost = self.cost(&rest, places);
            let pair = self.join(&mut rest, places);
            let (later, pairs) = self.cheapest(&rest);
            if cost + later < best.0 || best.1.is_empty() {
                best = (cost + later, std::iter::once(pair).chain(pairs).collect());
            }
        }
        best
    }

    /// How many multiplications a pair takes, and a little for the size of what is left.
    fn cost(&self, list: &[Vec<Label>], [i, j]: [usize; 2]) -> f64 {
        let size = |labels: &[Label]| labels.iter().map(|&l| size_of(self.sizes, l) as f64).product::<f64>();
        let mut union = list[i].clone();
        union.extend(list[j].iter().filter(|label| !list[i].contains(label)));
        size(&union) + size(&self.kept(list, [i, j])) * 1e-3
    }

    /// The labels of a pair that the output or another operand has.
    fn kept(&self, list: &[Vec<Label>], [i, j]: [usize; 2]) -> Vec<Label> {
        let mut kept = Vec::new();
        for &label in list[i].iter().chain(&list[j]) {
            let wanted = |(place, labels): (usize, &Vec<Label>)| place != i && place != j && labels.contains(&label);
            let needed = self.output.contains(&label) || list.iter().enumerate().any(wanted);
            if needed && !kept.contains(&label) {
                kept.push(label);
            }
        }
        kept
    }

    fn join(&self, list: &mut Vec<Vec<Label>>, places: [usize; 2]) -> Pair {
        let kept = self.kept(list, places);
        list.remove(places[1]);
        list.remove(places[0]);
        list.push(kept.clone());
        Pair { places, kept }
    }
}

/// Every two of so many places, the first one lower.
fn all_pairs(n: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..n).flat_map(move |i| (i + 1..n).map(move |j| [i, j]))
}

#[cfg(test)]
mod tests {
    use super::super::parse::parse;
    use super::*;

    fn plan(text: &str, shapes: &[&[usize]]) -> Result<Plan, EinsumError> {
        Plan::new(&parse(text).unwrap(), shapes, None)
    }

    #[test]
    fn a_chain_is_joined_where_it_is_cheapest() {
        let chain = plan("ij,jk,kl->il", &[&[2, 100], &[100, 100], &[100, 2]]).unwrap();
        assert_eq!(chain.pairs[0].places, [0, 1]);
        assert_eq!(chain.pairs[1].kept, [u16::from(b'l'), u16::from(b'i')]);
        let other = plan("ij,jk,kl->il", &[&[100, 100], &[100, 100], &[100, 2]]).unwrap();
        assert_eq!(other.pairs[0].places, [1, 2]);
        let shapes: Vec<&[usize]> = std::iter::repeat_n(&[3][..], 7).chain([&[3, 4][..]]).collect();
        assert_eq!(plan("a,a,a,a,a,a,a,ab->b", &shapes).unwrap().pairs.len(), 7);
    }

    #[test]
    fn a_given_order_is_kept() {
        let subscripts = parse("ij,jk,kl,lm").unwrap();
        let shapes: [&[usize]; 4] = [&[2, 3], &[3, 4], &[4, 5], &[5, 6]];
        let given = |steps: &[&[usize]]| -> Result<Vec<[usize; 2]>, EinsumError> {
            let steps: Vec<Vec<usize>> = steps.iter().map(|step| step.to_vec()).collect();
            let plan = Plan::new(&subscripts, &shapes, Some(&steps))?;
            Ok(plan.pairs.iter().map(|pair| pair.places).collect())
        };
        assert_eq!(given(&[&[2, 3], &[0, 2], &[0, 1]]).unwrap(), [[2, 3], [0, 2], [0, 1]]);
        assert_eq!(given(&[&[0, 1, 2, 3]]).unwrap(), [[0, 1], [0, 2], [0, 1]]);
        // An operand alone goes to the end of the list, but nothing is done to it.
        assert_eq!(given(&[&[0], &[0, 3], &[0, 1], &[0, 1]]).unwrap(), [[0, 1], [0, 1], [0, 1]]);
        assert_eq!(given(&[&[0, 1], &[0, 1]]), Err(EinsumError::Unfinished { operands: 2 }));
        for wrong in [&[0, 4][..], &[1, 1], &[]] {
            let places = wrong.into();
            assert_eq!(given(&[&[0, 1, 2, 3], wrong]), Err(EinsumError::Step { step: 1, places, operands: 1 }));
        }
    }

    #[test]
    fn outputs_that_are_not_given_have_the_ellipsis_and_the_letters_that_appear_once() {
        let implicit = plan("b...a,ac", &[&[2, 5, 6, 3], &[3, 4]]).unwrap();
        assert_eq!(implicit.output, [ELLIPSIS + 1, ELLIPSIS, u16::from(b'b'), u16::from(b'c')]);
        assert!(plan("ii", &[&[3, 3]]).unwrap().output.is_empty());
    }

    #[test]
    fn what_does_not_fit_is_an_error() {
        use EinsumError::*;
        assert_eq!(plan("ij", &[]), Err(NoOperands));
        assert_eq!(plan("ij,jk", &[&[2, 3]]), Err(Operands { expected: 2, given: 1 }));
        assert_eq!(plan("ij->k", &[&[2, 3]]), Err(Unknown { subscript: 'k' }));
        assert_eq!(plan("ij->ii", &[&[2, 3]]), Err(Twice { subscript: 'i' }));
        assert_eq!(plan("i...->i", &[&[2, 3]]), Err(NoEllipsis));
        assert_eq!(plan("ii", &[&[1, 3]]), Err(Collapse { operand: 0, subscript: 'i', sizes: [1, 3] }));
        assert!(matches!(plan("ij,jk", &[&[2, 3], &[4, 2]]), Err(Sizes { subscript: Some('j'), sizes: [3, 4], .. })));
        assert!(matches!(plan("...,...", &[&[2], &[3]]), Err(Sizes { subscript: None, .. })));
        assert!(matches!(plan("i", &[&[2, 3]]), Err(TooFew { operand: 0, .. })));
        assert!(matches!(plan("ijk", &[&[2, 3]]), Err(TooMany { operand: 0, .. })));
    }
}
