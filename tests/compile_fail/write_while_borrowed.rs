use ndtype::{array, idx};

fn main() {
    let mut a = array![1, 2, 3];
    let slice = a.as_slice::<i32>().unwrap();
    let mut window = a.view_mut(idx![0..2]).unwrap();
    window.fill(7).unwrap();
    println!("{slice:?}");
}
