//! Laws of layouts, checked on random ones against a model that walks all coordinates.

use std::collections::BTreeSet;

use proptest::prelude::*;

use super::naive::{offsets, positions};
use super::*;

const ITEMSIZE: usize = 4;

fn shapes() -> impl Strategy<Value = Vec<usize>> {
    let size = prop_oneof![2 => Just(1usize), 8 => 2..=4usize, 1 => Just(0)];
    prop::collection::vec(size, 0..=4)
}

/// Layouts of two kinds: any strides at all, and those that slicing, transposing and broadcasting leave behind.
fn layouts() -> impl Strategy<Value = Layout> {
    let any = shapes().prop_flat_map(|shape| {
        let strides = prop::collection::vec(-20..=20isize, shape.len());
        strides.prop_map(move |strides| Layout::new(&shape, &strides).unwrap())
    });
    let derived = (shapes(), prop::collection::vec((0..5u8, 0..4usize), 0..4)).prop_map(|(shape, steps)| {
        steps.into_iter().fold(Layout::c_order(&shape, ITEMSIZE).unwrap(), |layout, (step, which)| {
            if layout.ndim() == 0 {
                return layout;
            }
            let axis = which % layout.ndim();
            match step {
                0 => layout.transpose(None).unwrap(),
                1 => layout.flip(Some(&[axis as isize])).unwrap().1,
                2 => layout.moveaxis(&[axis as isize], &[0]).unwrap(),
                3 => {
                    let shape: Dims = layout.shape().iter().map(|&n| if n == 1 { 3 } else { n }).collect();
                    layout.broadcast_to(&shape).unwrap()
                }
                _ => {
                    let mut items = vec![slice(None, None, None); axis];
                    items.push(slice(None, None, Some(2)));
                    basic(&layout, &items).1
                }
            }
        })
    });
    prop_oneof![any, derived]
}

fn slice(start: Option<isize>, stop: Option<isize>, step: Option<isize>) -> Item {
    Item::Slice { start, stop, step }
}

fn basic(layout: &Layout, items: &[Item]) -> (isize, Layout) {
    match plan(layout, items).unwrap() {
        Plan::Basic { offset, layout } => (offset, layout),
        Plan::Advanced(plan) => panic!("{plan:?}"),
    }
}

/// The offsets in the given order.
fn walk(layout: &Layout, order: Order) -> Vec<isize> {
    match order {
        Order::C => offsets(0, layout),
        Order::F => offsets(0, &layout.transpose(None).unwrap()),
    }
}

/// The strides with which `shape` walks through these offsets, if there are any: the distances to the neighbours of the
/// first element leave no choice.
fn strides_for(shape: &[usize], wanted: &[isize], order: Order) -> Option<Layout> {
    let at = |position: &[usize]| {
        let flat = |all: Vec<(usize, usize)>| all.into_iter().fold(0, |flat, (i, n)| flat * n + i);
        let pairs = position.iter().copied().zip(shape.iter().copied());
        wanted[flat(match order {
            Order::C => pairs.collect(),
            Order::F => pairs.rev().collect(),
        })]
    };
    let strides: Vec<isize> = (0..shape.len())
        .map(|axis| {
            let mut neighbour = vec![0; shape.len()];
            neighbour[axis] = 1;
            if shape[axis] > 1 { at(&neighbour) - at(&vec![0; shape.len()]) } else { 0 }
        })
        .collect();
    let layout = Layout::new(shape, &strides).unwrap();
    (walk(&layout, order) == wanted).then_some(layout)
}

/// Ways to write `size` as a product, of which `pick` chooses one.
fn factored(mut size: usize, mut pick: usize) -> Vec<isize> {
    let mut shape = vec![];
    while size > 1 {
        let divisors: Vec<usize> = (1..=size).filter(|d| size.is_multiple_of(*d)).collect();
        let n = divisors[pick % divisors.len()];
        pick = pick / 3 + 1;
        shape.push(n as isize);
        size /= n;
        if shape.len() > 5 {
            shape.push(size as isize);
            break;
        }
    }
    shape
}

proptest! {
    #[test]
    fn contained_layouts_visit_only_places_of_the_other(a in layouts(), b in layouts()) {
        let places: BTreeSet<isize> = offsets(0, &a).into_iter().collect();
        let inside = offsets(0, &b).iter().all(|offset| places.contains(offset));
        prop_assert!(inside || !a.contains(&b));
        // What it is made for is recognised: elements that lie apart, or one row of them.
        if a.is_injective(ITEMSIZE) {
            prop_assert!(a.contains(&a));
            if a.ndim() > 0 && !a.is_empty() {
                prop_assert!(a.contains(&basic(&a, &[slice(None, None, Some(2))]).1));
            }
        }
    }

    #[test]
    fn extent_is_what_elements_touch(layout in layouts()) {
        let all = offsets(0, &layout);
        let low = all.iter().copied().min().unwrap_or(0);
        let high = all.iter().map(|o| o + ITEMSIZE as isize).max().unwrap_or(0);
        prop_assert_eq!(layout.extent(ITEMSIZE), low..high);
        prop_assert_eq!(layout.size(), all.len());
    }

    #[test]
    fn contiguous_means_without_gaps(layout in layouts()) {
        let dense: Vec<isize> = (0..layout.size()).map(|i| (i * ITEMSIZE) as isize).collect();
        prop_assert_eq!(layout.is_c_contiguous(ITEMSIZE), walk(&layout, Order::C) == dense);
        prop_assert_eq!(layout.is_f_contiguous(ITEMSIZE), walk(&layout, Order::F) == dense);
    }

    #[test]
    fn like_order_is_dense_and_keeps_the_order(layout in layouts()) {
        let like = layout.with_order_like(ITEMSIZE, ITEMSIZE).unwrap();
        let mut all = offsets(0, &like);
        all.sort_unstable();
        prop_assert_eq!(all, (0..layout.size()).map(|i| (i * ITEMSIZE) as isize).collect::<Vec<_>>());
        for i in 0..layout.ndim() {
            for j in 0..layout.ndim() {
                let larger = layout.strides()[i].unsigned_abs() > layout.strides()[j].unsigned_abs();
                if larger && layout.shape()[i] > 1 && layout.shape()[j] > 1 && !layout.is_empty() {
                    prop_assert!(like.strides()[i] > like.strides()[j]);
                }
            }
        }
    }

    #[test]
    fn coalescing_keeps_the_walk(layout in layouts(), other in prop::collection::vec(-20..=20isize, 4)) {
        let fused = layout.coalesced();
        prop_assert_eq!(offsets(0, &fused), offsets(0, &layout));
        if !layout.is_empty() {
            prop_assert!(!fused.shape().contains(&1));
            let stuck = |i: usize| fused.strides()[i] != fused.strides()[i + 1] * fused.shape()[i + 1] as isize;
            prop_assert!((1..fused.ndim()).all(|i| stuck(i - 1)));
        }
        // Two operands at once, of which the second has strides of its own, or those of the first doubled.
        for second in [other[..layout.ndim()].to_vec(), layout.strides().iter().map(|s| s * 2).collect()] {
            let second = Layout::new(layout.shape(), &second).unwrap();
            let (mut shape, mut a, mut b) = (layout.shape.clone(), layout.strides.clone(), second.strides.clone());
            coalesce(&mut shape, &mut [&mut a, &mut b]);
            prop_assert_eq!(offsets(0, &Layout::new(&shape, &a).unwrap()), offsets(0, &layout));
            prop_assert_eq!(offsets(0, &Layout::new(&shape, &b).unwrap()), offsets(0, &second));
        }
    }

    #[test]
    fn reshape_is_a_view_exactly_if_strides_exist(layout in layouts(), pick in 0..10_000usize, f_order: bool) {
        let order = if f_order { Order::F } else { Order::C };
        let mut shape = factored(layout.size(), pick);
        if layout.is_empty() {
            shape.push(0);
        }
        let (resolved, strides) = layout.reshape(&shape, ITEMSIZE, order).unwrap();
        prop_assert_eq!(resolved.iter().map(|&n| n as isize).collect::<Vec<_>>(), shape);
        if let Some(strides) = strides {
            let view = Layout::new(&resolved, &strides).unwrap();
            prop_assert_eq!(walk(&view, order), walk(&layout, order));
        } else {
            prop_assert_eq!(strides_for(&resolved, &walk(&layout, order), order), None);
        }
    }

    #[test]
    fn unknown_dimensions_resolve(layout in layouts(), pick in 0..10_000usize, at in 0..6usize) {
        let shape = factored(layout.size(), pick);
        if let Some(at) = at.checked_rem(shape.len()).filter(|_| !layout.is_empty()) {
            let mut asked = shape.clone();
            asked[at] = -1;
            let (resolved, _) = layout.reshape(&asked, ITEMSIZE, Order::C).unwrap();
            prop_assert_eq!(resolved.iter().map(|&n| n as isize).collect::<Vec<_>>(), shape);
        }
    }

    #[test]
    fn broadcasting_repeats(layout in layouts(), sizes in prop::collection::vec(0..4usize, 6), new in 0..=2usize) {
        let ndim = layout.ndim() + new;
        let shape: Vec<usize> = (0..ndim)
            .map(|i| match i.checked_sub(new).map(|i| layout.shape()[i]) {
                Some(n) if n != 1 => n,
                _ => sizes[i],
            })
            .collect();
        let wide = layout.broadcast_to(&shape).unwrap();
        prop_assert_eq!(&broadcast_shapes(&[&shape, layout.shape()]).unwrap()[..], &shape[..]);
        for position in positions(&shape) {
            let own: Vec<usize> = position[new..].iter().zip(layout.shape()).map(|(&i, &n)| i.min(n - 1)).collect();
            prop_assert_eq!(wide.offset_of(&position), layout.offset_of(&own));
        }
    }

    #[test]
    fn flipping_reverses(layout in layouts()) {
        let (start, flipped) = layout.flip(None).unwrap();
        let mut reversed = offsets(0, &layout);
        reversed.reverse();
        prop_assert_eq!(offsets(start, &flipped), reversed);
    }

    #[test]
    fn axes_move_with_their_elements(layout in layouts(), from in 0..4usize, to in 0..4usize) {
        prop_assume!(layout.ndim() > 0);
        let (from, to) = (from % layout.ndim(), to % layout.ndim());
        let moved = layout.moveaxis(&[from as isize], &[to as isize]).unwrap();
        for position in positions(layout.shape()) {
            let mut there = position.clone();
            let i = there.remove(from);
            there.insert(to, i);
            prop_assert_eq!(moved.offset_of(&there), layout.offset_of(&position));
        }
        let start = if to > from { to + 1 } else { to };
        prop_assert_eq!(layout.rollaxis(from as isize, start as isize).unwrap(), moved);
        let swapped = layout.swapaxes(from as isize, to as isize).unwrap();
        prop_assert_eq!(swapped.swapaxes(to as isize, from as isize).unwrap(), layout);
    }

    #[test]
    fn squeezing_and_expanding_keep_the_walk(layout in layouts(), at in 0..5usize) {
        prop_assert_eq!(offsets(0, &layout.squeeze(None).unwrap()), offsets(0, &layout));
        let expanded = layout.expand_dims(&[(at % (layout.ndim() + 1)) as isize], ITEMSIZE).unwrap();
        prop_assert_eq!(offsets(0, &expanded), offsets(0, &layout));
    }

    #[test]
    fn diagonals_walk_both_axes(layout in layouts(), offset in -4..=4isize, a in 0..4usize, b in 0..4usize) {
        prop_assume!(layout.ndim() >= 2);
        let (a, b) = (a % layout.ndim(), b % layout.ndim());
        prop_assume!(a != b);
        let (start, diagonal) = layout.diagonal(offset, a as isize, b as isize).unwrap();
        let mut rest = layout.shape().to_vec();
        rest.remove(a.max(b));
        rest.remove(a.min(b));
        let mut want = vec![];
        for position in positions(&rest) {
            for i in 0..layout.shape()[a] {
                let Some(j) = i.checked_add_signed(offset).filter(|&j| j < layout.shape()[b]) else { continue };
                let mut at = position.clone();
                let (first, second) = if a < b { ((a, i), (b, j)) } else { ((b, j), (a, i)) };
                at.insert(first.0, first.1);
                at.insert(second.0, second.1);
                want.push(layout.offset_of(&at));
            }
        }
        prop_assert_eq!(offsets(start, &diagonal), want);
    }

    #[test]
    fn windows_slide(layout in layouts(), sizes in prop::collection::vec(0..4usize, 4)) {
        let window: Vec<usize> = layout.shape().iter().zip(&sizes).map(|(&n, &w)| w.min(n)).collect();
        let slid = layout.sliding_window(&window, None).unwrap();
        for position in positions(slid.shape()) {
            let (at, within) = position.split_at(layout.ndim());
            let own: Vec<usize> = at.iter().zip(within).map(|(i, j)| i + j).collect();
            prop_assert_eq!(slid.offset_of(&position), layout.offset_of(&own));
        }
    }

    #[test]
    fn slices_take_what_stepping_takes(
        layout in layouts(),
        bounds in prop::collection::vec((prop::option::of(-6..6isize), prop::option::of(-6..6isize), 1..5isize, any::<bool>()), 4),
    ) {
        let (mut items, mut chosen) = (vec![], vec![]);
        for (&n, &(start, stop, step, backwards)) in layout.shape().iter().zip(&bounds) {
            let (n, step) = (n as isize, if backwards { -step } else { step });
            items.push(slice(start, stop, Some(step)));
            // Python's rules, one step after the other.
            let counted = |bound: isize| if bound < 0 { bound + n } else { bound };
            let (low, high) = if backwards { (-1, n - 1) } else { (0, n) };
            let mut i = start.map_or(if backwards { high } else { low }, |b| counted(b).max(low).min(high));
            let stop = stop.map_or(if backwards { low } else { high }, |b| counted(b).max(low).min(high));
            let mut taken = vec![];
            while if backwards { i > stop } else { i < stop } {
                taken.push(i as usize);
                i += step;
            }
            chosen.push(taken);
        }
        let (start, view) = basic(&layout, &items);
        let lengths: Vec<usize> = chosen.iter().map(Vec::len).collect();
        prop_assert_eq!(view.shape(), &lengths[..]);
        let pick = |position: Vec<usize>| -> Vec<usize> { position.iter().zip(&chosen).map(|(&i, c)| c[i]).collect() };
        let want: Vec<isize> = positions(&lengths).into_iter().map(|p| layout.offset_of(&pick(p))).collect();
        prop_assert_eq!(offsets(start, &view), want);
        prop_assert!(!view.is_empty() || start == 0);
    }

    #[test]
    fn no_overlap_means_no_shared_byte(a in layouts(), b in layouts(), distance in -100..100isize) {
        let bytes = |start, layout: &Layout| -> BTreeSet<isize> {
            offsets(start, layout).into_iter().flat_map(|o| o..o + ITEMSIZE as isize).collect()
        };
        if !overlap((0, &a, ITEMSIZE), (distance, &b, ITEMSIZE)) {
            prop_assert!(bytes(0, &a).is_disjoint(&bytes(distance, &b)));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in "[-0-9:,.\\[\\]() '\"NoneTrueFalsxnp\\\\é]{0,40}") {
        if let Err(error) = parse_index(&text) {
            let cause = error.cause::<IndexTextError>().unwrap();
            prop_assert!(error.is_parse() && cause.position() <= text.len() && cause.text() == text);
        }
    }

    #[test]
    fn integers_and_slices_read_back(items in prop::collection::vec((any::<Option<isize>>(), any::<Option<isize>>(), any::<Option<isize>>(), any::<bool>()), 1..6)) {
        let show = |n: Option<isize>| n.map_or(String::new(), |n| n.to_string());
        let (texts, want): (Vec<String>, Vec<TextItem>) = items
            .into_iter()
            .map(|(start, stop, step, whole)| match (start, whole) {
                (Some(index), true) => (index.to_string(), TextItem::Int(index)),
                _ => (format!("{}:{}:{}", show(start), show(stop), show(step)), TextItem::Slice { start, stop, step }),
            })
            .unzip();
        prop_assert_eq!(parse_index(&texts.join(" , ")).unwrap(), want);
    }
}
