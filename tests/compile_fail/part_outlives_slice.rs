use ndtype::{ArrayView, idx};

fn main() {
    let part;
    {
        let values = vec![1.0, 2.0];
        part = ArrayView::from_slice(&values).unwrap().get(idx![0..1]).unwrap();
    }
    println!("{:?}", part.shape());
}
