use ndtype::array;

fn main() {
    let _ = array![[1, 2], [3]];
}
