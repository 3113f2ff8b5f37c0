use ndtype::Array;

fn main() {
    let slice = Array::zeros([3], "f8").unwrap().as_slice::<f64>().unwrap();
    println!("{slice:?}");
}
