//! Files that lie: every truncation and every change of a byte gives an error or an array, never a panic.

use ndtype::{self as np, Array, io::IoError, io::IoReason};

fn npy(array: &Array) -> Vec<u8> {
    let mut bytes = Vec::new();
    np::write_npy(&mut bytes, array).unwrap();
    bytes
}

fn raw(version: u8, text: &[u8], data: &[u8]) -> Vec<u8> {
    let width = if version == 1 { 2 } else { 4 };
    let mut bytes = b"\x93NUMPY".to_vec();
    bytes.extend([version, 0]);
    bytes.extend(&(text.len() as u32).to_le_bytes()[..width]);
    bytes.extend(text);
    bytes.extend(data);
    bytes
}

fn samples() -> Vec<Vec<u8>> {
    let record = "[('a', '?'), ('', '<f8'), ('s', '<U2', (2,)), ('t', '<M8[ns]'), ('b', bfloat16)]";
    vec![
        npy(&np::arange(0, 6, 1).unwrap().reshape([2, 3]).unwrap()),
        npy(&np::arange(0, 6, 1).unwrap().reshape([2, 3]).unwrap().t()),
        npy(&Array::zeros([2], record).unwrap()),
        npy(&Array::zeros([3], "?").unwrap()),
        npy(&Array::zeros([1], "[('€', 'i1')]").unwrap()),
    ]
}

#[test]
fn every_truncation_is_an_error() {
    for file in samples() {
        for length in 0..file.len() {
            let error = np::read_npy(&file[..length]).unwrap_err();
            assert!(error.is_io(), "{length}: {error}");
            assert!(error.cause::<IoError>().unwrap().offset().is_some(), "{error}");
        }
    }
}

#[test]
fn no_changed_byte_panics() {
    let (mut read, mut refused) = (0, 0);
    for file in samples() {
        for at in 0..file.len() {
            let old = file[at];
            for new in
                [0, 1, b' ', b'0', b'9', b'\'', b'(', b')', b',', b'#', b'L', 0x7f, 0x80, 0xff, old ^ 1, old ^ 0x20]
            {
                let mut file = file.clone();
                file[at] = new;
                match np::read_npy(&file[..]) {
                    Ok(array) => {
                        read += 1;
                        _ = array.to_string();
                    }
                    Err(error) => {
                        refused += 1;
                        assert!(!error.to_string().is_empty());
                    }
                }
            }
        }
    }
    println!("{read} read, {refused} refused");
    assert!(read > 1000 && refused > 1000);
}

#[test]
fn lies_are_named() {
    let header = |shape: &str| format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}}}\n").into_bytes();
    let reason = |bytes: &[u8]| {
        let error = np::read_npy(bytes).unwrap_err();
        format!("{:?}", error.cause::<IoError>().unwrap().reason()).split([' ', '(']).next().unwrap().to_owned()
    };
    assert_eq!(reason(b""), "Magic");
    assert_eq!(reason(b"PK\x03\x04 and so on"), "Magic");
    assert_eq!(reason(b"\x93NUMPY\x04\x00\x00\x00\x00\x00"), "Version");
    assert_eq!(reason(b"\x93NUMPY\x02\x00\xff\xff\xff\xff"), "TooLarge");
    assert_eq!(reason(b"\x93NUMPY\x01\x00\xff\xff"), "Truncated");
    // Sixteen exabytes less a bit, of which there are eight bytes.
    assert_eq!(reason(&raw(1, &header("(1152921504606846975,)"), &[0; 8])), "Truncated");
    assert_eq!(reason(&raw(1, &header("(1152921504606846976,)"), &[0; 8])), "Array");
    assert_eq!(reason(&raw(1, &header("(4294967296, 4294967296, 4294967296)"), &[0; 8])), "Array");
    assert_eq!(reason(&raw(1, &header("(0, 9223372036854775807, 9223372036854775807)"), &[])), "Array");
    assert_eq!(reason(&raw(1, &header(&format!("({})", "1,".repeat(65))), &[0; 8])), "Array");
    assert_eq!(reason(&raw(3, b"{'descr\xff': 1}", &[])), "NotUtf8");
    assert_eq!(reason(&raw(1, &[b'['; 60000], &[])), "Header");
    assert_eq!(reason(&raw(2, "[('a',".repeat(600_000).as_bytes(), &[])), "Header");
    let objects = b"{'descr': '|O', 'fortran_order': False, 'shape': (1,)}";
    assert_eq!(reason(&raw(1, objects, &[0; 8])), "Dtype");
    let bools = raw(1, b"{'descr': '|b1', 'fortran_order': False, 'shape': (2,)}", &[1, 2]);
    let error = np::read_npy(&bools[..]).unwrap_err();
    assert!(matches!(error.cause::<np::array::ValueError>(), Some(np::array::ValueError::NotBool { byte: 2 })));
    let comment = b"{'descr': '<V2', 'fortran_order': False, 'shape': (1,)} # ndtype: float8_e4m3";
    assert_eq!(reason(&raw(1, comment, &[0; 2])), "Header");
}

#[test]
fn files_are_named() {
    let folder = std::env::temp_dir();
    for path in [folder.clone(), folder.join("ndtype-no-such-file.npy")] {
        let error = np::load(&path).unwrap_err();
        let cause = error.cause::<IoError>().unwrap();
        assert_eq!(cause.path(), Some(path.as_path()));
        assert!(matches!(cause.reason(), IoReason::System { .. }), "{error}");
    }
    assert!(np::save(&folder, &np::array![1]).unwrap_err().is_io());
    assert!(np::save(folder.join("ndtype-no-such-folder/a.npy"), &np::array![1]).unwrap_err().is_io());
}

/// A writing that fails leaves the old file, and nothing else.
#[test]
fn replaced_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("ndtype-replace-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("a.npy");
    np::save(&path, &np::array![1, 2]).unwrap();
    np::save(&path, &Array::zeros([1], "T").unwrap()).unwrap_err();
    assert_eq!(np::load(&path).unwrap().to_vec::<i32>().unwrap(), [1, 2]);
    np::save(&path, &np::array![3]).unwrap();
    assert_eq!(np::load(&path).unwrap().to_vec::<i32>().unwrap(), [3]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(&folder).unwrap();
}
