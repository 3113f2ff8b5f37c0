//! Any bytes: reading an npy file ends in an array or an error with a message; what was read is written and reads back the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndtype::{NpyChunks, read_npy, write_npy};

fuzz_target!(|bytes: &[u8]| {
    match read_npy(bytes) {
        Ok(array) => {
            let _ = array.to_string();
            let mut written = Vec::new();
            // Records whose fields overlap or are out of order can be read but not written.
            if write_npy(&mut written, &array).is_ok() {
                let again = read_npy(&written[..]).expect("what was written reads back");
                assert_eq!((again.dtype(), again.shape()), (array.dtype(), array.shape()));
                assert_eq!(again.tobytes().expect("bytes"), array.tobytes().expect("bytes"));
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(chunks) = NpyChunks::new(bytes, 2) {
        // Elements without bytes may be any number.
        chunks.take(1000).for_each(drop);
    }
});
