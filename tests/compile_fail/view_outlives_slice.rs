use ndtype::ArrayView;

fn main() {
    let view;
    {
        let values = vec![1.0, 2.0];
        view = ArrayView::from_slice(&values).unwrap();
    }
    println!("{:?}", view.shape());
}
