use ndtype::Element;

#[derive(Clone)]
struct Mine;

unsafe impl Element for Mine {
    const PLAIN: bool = true;
    const ANY_BITS: bool = true;
}

fn main() {}
