//! Any bytes: an archive and each of its members are read, or refused with a message.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use ndtype::NpzReader;

fuzz_target!(|bytes: &[u8]| {
    match NpzReader::new(Cursor::new(bytes)) {
        Ok(mut archive) => {
            let names: Vec<String> = archive.names().map(str::to_owned).collect();
            for name in &names {
                let (array, raw) = (archive.get(name), archive.bytes(name));
                assert!(array.is_err() || raw.is_ok(), "{name:?}: an array but no bytes");
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
});
