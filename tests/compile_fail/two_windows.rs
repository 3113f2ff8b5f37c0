use ndtype::{array, idx};

fn main() {
    let mut a = array![1, 2, 3];
    let mut left = a.view_mut(idx![0..1]).unwrap();
    let mut right = a.view_mut(idx![1..3]).unwrap();
    left.fill(1).unwrap();
    right.fill(2).unwrap();
}
