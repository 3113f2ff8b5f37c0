//! Any bytes: a safetensors file and each of its tensors are read, or refused with a message.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use ndtype::SafeTensorsReader;

fuzz_target!(|bytes: &[u8]| {
    match SafeTensorsReader::new(Cursor::new(bytes)) {
        Ok(mut file) => {
            let names: Vec<String> = file.names().map(str::to_owned).collect();
            for name in &names {
                let (dtype, shape) = file.info(name).map(|(d, s)| (d.clone(), s.to_vec())).expect("a tensor");
                if let Ok(array) = file.get(name) {
                    assert_eq!((array.dtype(), array.shape()), (&dtype, &shape[..]));
                }
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
