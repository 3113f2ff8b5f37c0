//! The files of `fuzz/seeds`, changed at random: each is read or refused with a message, and what was read is written and reads
//! back the same. `NDTYPE_MUTATIONS` says how many of each kind are made; the numbers are the same in every run.

use std::io::Cursor;

use ndtype::{self as np, NpyChunks, NpzReader};

/// Numbers that are always the same.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit.max(1)
    }
}

const TOKENS: &[&[u8]] = &[
    b"'descr'",
    b"'shape': (",
    b"True",
    b"(1, ",
    b",)",
    b"[('",
    b"')]",
    b"'<f8'",
    b"'|O'",
    b"'<M8[ns]'",
    b"'|V0'",
    b"'<U99'",
    b"L",
    b"-1",
    b"9223372036854775807",
    b"18446744073709551616",
    b"# ndtype: ",
    b"float8_e5m2",
    b"\xff",
    b"\\x00",
    b"\xc3\xa9",
    b"PK\x01\x02",
    b"PK\x03\x04",
    b"PK\x05\x06",
    b"PK\x06\x06",
    b"PK\x06\x07",
    b"\xff\xff\xff\xff",
    b"\0\0\0\0",
    b"../",
    b".npy",
    b"\"dtype\":\"F4\"",
    b"\"data_offsets\":[0,1]",
    b"[[[[",
    b"{\"",
    b"\\ud83d",
    b"\x93NUMPY\x01\0",
    b"\x93NUMPY\x03\0",
];

fn mutate(random: &mut Random, corpus: &[Vec<u8>]) -> Vec<u8> {
    let mut file = corpus[random.below(corpus.len())].clone();
    for _ in 0..=random.below(4) {
        let at = random.below(file.len() + 1);
        let length = random.below(9).min(file.len() - at);
        match random.below(9) {
            0 if at < file.len() => file[at] ^= 1 << random.below(8),
            1 if at < file.len() => file[at] = random.next() as u8,
            2 => drop(file.drain(at..at + length)),
            3 => file.truncate(at),
            4 => drop(file.splice(at..at, TOKENS[random.below(TOKENS.len())].iter().copied())),
            5 => {
                let token = TOKENS[random.below(TOKENS.len())];
                drop(file.splice(at..(at + token.len()).min(file.len()), token.iter().copied()));
            }
            6 => {
                // A number of some width, near a power of two.
                let number = (1u64 << random.below(64)).wrapping_add(random.below(3) as u64).wrapping_sub(1);
                let width = (1 << random.below(4)).min(file.len() - at);
                file[at..at + width].copy_from_slice(&number.to_le_bytes()[..width]);
            }
            7 => {
                let from = random.below(file.len() + 1);
                let block = file[from..(from + random.below(64)).min(file.len())].to_vec();
                drop(file.splice(at..at, block));
            }
            _ => {
                let other = &corpus[random.below(corpus.len())];
                let from = random.below(other.len() + 1);
                drop(file.splice(at.., other[from..].iter().copied()));
            }
        }
    }
    file
}

/// Runs a reader over mutations of the files of a folder; it says whether a file was read.
fn run(folder: &str, read: impl Fn(&[u8]) -> np::Result<()>) {
    let path = format!("{}/fuzz/seeds/{folder}", env!("CARGO_MANIFEST_DIR"));
    let mut paths: Vec<_> = std::fs::read_dir(&path).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let corpus: Vec<Vec<u8>> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
    assert!(corpus.len() >= 3, "{path}");
    for (path, file) in paths.iter().zip(&corpus) {
        read(file).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let count = std::env::var("NDTYPE_MUTATIONS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000);
    let (mut random, mut whole, mut refused) = (Random(0x9e37_79b9_7f4a_7c15), 0, 0);
    for i in 0..count {
        let file = mutate(&mut random, &corpus);
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| read(&file)));
        let Ok(outcome) = outcome else {
            panic!("mutation {i} of {folder} panics: {}", file.escape_ascii());
        };
        match outcome {
            Ok(()) => whole += 1,
            Err(error) => {
                refused += 1;
                assert!(!error.to_string().is_empty());
            }
        }
    }
    println!("{folder}: {whole} read, {refused} refused");
    assert!(whole > count / 200 && refused > count / 50, "{folder}: {whole} read, {refused} refused");
}

#[test]
fn npy() {
    run("npy", |bytes| {
        if let Ok(chunks) = NpyChunks::new(bytes, 2) {
            // Elements without bytes may be any number.
            chunks.take(1000).for_each(drop);
        }
        let array = np::read_npy(bytes)?;
        _ = array.to_string();
        let mut written = Vec::new();
        np::write_npy(&mut written, &array)?;
        let again = np::read_npy(&written[..]).expect("what was written reads back");
        assert_eq!((again.dtype(), again.shape()), (array.dtype(), array.shape()));
        assert_eq!(again.tobytes()?, array.tobytes()?);
        Ok(())
    });
}

#[test]
fn npz() {
    run("npz", |bytes| {
        let mut archive = NpzReader::new(Cursor::new(bytes))?;
        let names: Vec<String> = archive.names().map(str::to_owned).collect();
        for name in &names {
            let (array, raw) = (archive.get(name), archive.bytes(name));
            assert!(array.is_err() || raw.is_ok(), "{name:?}: an array but no bytes");
            array?;
        }
        Ok(())
    });
}

#[cfg(feature = "safetensors")]
#[test]
fn safetensors() {
    run("safetensors", |bytes| {
        let mut file = np::SafeTensorsReader::new(Cursor::new(bytes))?;
        let names: Vec<String> = file.names().map(str::to_owned).collect();
        for name in &names {
            let (dtype, shape) = file.info(name).map(|(d, s)| (d.clone(), s.to_vec())).expect("a tensor");
            let array = file.get(name)?;
            assert_eq!((array.dtype(), array.shape()), (&dtype, &shape[..]));
        }
        Ok(())
    });
}
