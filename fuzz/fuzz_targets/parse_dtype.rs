//! Any text: parsing ends in a dtype or an error that points into the text; what parses prints, and reads back equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndtype::{ByteOrder, Casting, Dtype, dtype::ParseError};

fuzz_target!(|text: &str| {
    for parsed in [text.parse::<Dtype>(), Dtype::parse_aligned(text)] {
        match parsed {
            Ok(dtype) => check(&dtype),
            Err(error) => {
                let cause = error.cause::<ParseError>().expect("a parse error");
                assert!(text.is_char_boundary(cause.position()), "position {} of {text:?}", cause.position());
                assert!(!error.to_string().is_empty());
            }
        }
    }
});

fn check(dtype: &Dtype) {
    let printed = dtype.to_string();
    let again: Dtype = printed.parse().unwrap_or_else(|e| panic!("{printed:?} does not read back: {e}"));
    assert_eq!(&again, dtype, "{printed:?}");
    assert_eq!(again.alignment(), dtype.alignment(), "{printed:?}");
    assert_eq!(dtype.swapped().swapped(), *dtype);
    assert!(dtype.newbyteorder(ByteOrder::Native).is_native());
    assert!(dtype.can_cast(dtype, Casting::No), "{printed:?}");
    assert!(!dtype.repr().is_empty() && !dtype.name().is_empty());
    let _ = (dtype.descr(), dtype.promote(dtype), dtype.kind(), dtype.char());
}
