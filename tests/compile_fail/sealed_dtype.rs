use ndtype::{Dtype, HasDtype};

struct Mine;

impl HasDtype for Mine {
    fn dtype() -> Dtype {
        Dtype::Int8
    }
}

fn main() {}
