//! Files that lie: every truncation and every change of a byte gives an error or an array, never a panic, and memory is asked
//! for only as far as the file backs it.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::io::Cursor;

use ndtype::{self as np, Array, NpyChunks, NpzReader, NpzWriter, io::IoError, io::IoReason};

/// Counts the bytes that a thread has, and the most it had.
struct Counting;

thread_local! {
    static USED: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

fn count(bytes: isize) {
    // A thread that ends has no counters any more.
    _ = USED.try_with(|used| {
        used.set(used.get() + bytes);
        _ = MOST.try_with(|most| most.set(most.get().max(used.get())));
    });
}

// SAFETY: the system's allocator does all of the work.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller's promises.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn realloc(&self, ptr: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count(size as isize - layout.size() as isize);
        // SAFETY: the caller's promises.
        unsafe { System.realloc(ptr, layout, size) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller's promises.
        unsafe { System.dealloc(ptr, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Runs something and asserts that it did not take much more memory than a file of this length backs.
fn frugally<T>(length: usize, run: impl FnOnce() -> T) -> T {
    let before = USED.get();
    MOST.set(before);
    let result = run();
    let taken = (MOST.get() - before) as usize;
    assert!(taken <= 64 * length + (3 << 20), "{taken} bytes for a file of {length}");
    result
}

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
            let error = frugally(length, || np::read_npy(&file[..length])).unwrap_err();
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
                match frugally(file.len(), || np::read_npy(&file[..])) {
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
        let error = frugally(bytes.len(), || np::read_npy(bytes)).unwrap_err();
        assert!(!error.to_string().is_empty());
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
    assert_eq!(reason(&raw(1, &vec![b'['; 60000], &[])), "Header");
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
    assert!(np::read_npy(&b""[..]).unwrap_err().to_string().ends_with("not an npy file: it is empty"));
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

/// A disk that is full is an error wherever something is written.
#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    let (a, full) = (np::arange(0, 10_000, 1).unwrap(), "/dev/full");
    let errors = [
        np::save(full, &a),
        np::savez(full, [("a", &a)]),
        np::savez_compressed(full, [("a", &a)]),
        a.tofile(full),
        a.tofile_text(full, " "),
        np::savetxt(full, &a),
        #[cfg(feature = "safetensors")]
        np::save_safetensors(full, [("a", &a)], &[]),
    ];
    for (i, error) in errors.into_iter().enumerate() {
        let text = error.expect_err("there is no room").to_string();
        assert!(text.contains(full) && text.contains("No space left"), "{i}: {text}");
    }
}

#[test]
fn the_counter_counts() {
    let before = USED.get();
    MOST.set(before);
    drop(vec![0u8; 5 << 20]);
    assert!(MOST.get() - before >= 5 << 20);
    assert!(USED.get() - before < 1 << 20);
}

#[test]
fn chunks_do_not_believe_a_header() {
    let header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (1152921504606846975,)}";
    let file = raw(1, header, &[0; 800]);
    let mut chunks = NpyChunks::new(&file[..], usize::MAX).unwrap();
    assert!(frugally(file.len(), || chunks.next()).unwrap().is_err());
    assert!(chunks.next().is_none());
    assert_eq!(NpyChunks::new(&file[..], 10).unwrap().take(10).flatten().count(), 10);
}

/// What a member of an archive claims to be.
#[derive(Clone)]
struct Claim {
    name: Vec<u8>,
    data: Vec<u8>,
    flags: u16,
    method: u16,
    crc: u32,
    packed: u32,
    size: u32,
    start: u32,
    extra: Vec<u8>,
}

impl Claim {
    fn new(name: &str, data: Vec<u8>) -> Claim {
        let mut crc = flate2::Crc::new();
        crc.update(&data);
        let (packed, size) = (data.len() as u32, data.len() as u32);
        let name = name.as_bytes().to_vec();
        Claim { name, data, flags: 0, method: 0, crc: crc.sum(), packed, size, start: 0, extra: Vec::new() }
    }
}

/// An archive of truthful members, the directory of which is what `lie` makes of the claims.
fn archive(mut claims: Vec<Claim>, lie: impl FnOnce(&mut Vec<Claim>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    for claim in &mut claims {
        claim.start = bytes.len() as u32;
        bytes.extend(b"PK\x03\x04\x14\0");
        bytes.extend([claim.flags, claim.method, 0, 0x21].iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([claim.crc, claim.packed, claim.size].iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([claim.name.len() as u16, 0].iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(&claim.name);
        bytes.extend(&claim.data);
    }
    lie(&mut claims);
    let start = bytes.len() as u32;
    for claim in &claims {
        bytes.extend(b"PK\x01\x02\x14\0\x14\0");
        bytes.extend([claim.flags, claim.method, 0, 0x21].iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend([claim.crc, claim.packed, claim.size].iter().flat_map(|x| x.to_le_bytes()));
        let lengths = [claim.name.len() as u16, claim.extra.len() as u16, 0, 0, 0, 0, 0];
        bytes.extend(lengths.iter().flat_map(|x| x.to_le_bytes()));
        bytes.extend(claim.start.to_le_bytes());
        bytes.extend(&claim.name);
        bytes.extend(&claim.extra);
    }
    let size = bytes.len() as u32 - start;
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend([claims.len() as u16; 2].iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend([size, start].iter().flat_map(|x| x.to_le_bytes()));
    bytes.extend([0, 0]);
    bytes
}

/// Opens an archive and reads all of it: how many members were read, or what was wrong with the archive itself.
fn read_all(file: &[u8]) -> Result<Vec<np::Result<Array>>, np::Error> {
    let mut archive = NpzReader::new(Cursor::new(file))?;
    let names: Vec<String> = archive.names().map(str::to_owned).collect();
    Ok(names.iter().map(|name| archive.get(name)).collect())
}

fn archives() -> Vec<Vec<u8>> {
    let (a, b) = (np::arange(0, 40, 1).unwrap().reshape([5, 8]).unwrap(), Array::zeros([100], "?").unwrap());
    let mut plain = NpzWriter::new(Cursor::new(Vec::new()));
    let mut packed = NpzWriter::new(Cursor::new(Vec::new())).compressed(9);
    for file in [&mut plain, &mut packed] {
        file.add("first", &a).unwrap();
        file.add("b/c", &b).unwrap();
    }
    vec![
        plain.finish().unwrap().into_inner(),
        packed.finish().unwrap().into_inner(),
        archive(vec![Claim::new("a.npy", npy(&a)), Claim::new("b.npy", npy(&b))], |_| ()),
    ]
}

#[test]
fn every_truncation_of_an_archive_is_an_error() {
    for file in archives() {
        assert!(read_all(&file).unwrap().iter().all(Result::is_ok));
        for length in 0..file.len() {
            let error = frugally(length, || read_all(&file[..length])).unwrap_err();
            assert!(error.is_io(), "{length}: {error}");
        }
    }
}

#[test]
fn no_changed_byte_of_an_archive_panics() {
    let (mut whole, mut members, mut refused) = (0, 0, 0);
    for file in archives() {
        for at in 0..file.len() {
            let old = file[at];
            for new in [0, 1, 0x7f, 0x80, 0xff, b'.', b'/', old ^ 1, old ^ 0x20, old.wrapping_add(1)] {
                let mut file = file.clone();
                file[at] = new;
                match frugally(file.len(), || read_all(&file)) {
                    Ok(read) if read.iter().all(Result::is_ok) => whole += 1,
                    Ok(read) => members += read.iter().filter(|array| array.is_err()).count(),
                    Err(error) => {
                        refused += 1;
                        assert!(error.is_io(), "{error}");
                    }
                }
            }
        }
    }
    println!("{whole} read, {refused} refused, {members} members refused");
    assert!(whole > 1000 && refused > 1000 && members > 1000);
}

#[test]
fn lies_of_archives_are_named() {
    let data = npy(&np::arange(0, 40, 1).unwrap());
    let members = || vec![Claim::new("a.npy", data.clone()), Claim::new("b.npy", data.clone())];
    let complaint = |lie: &dyn Fn(&mut Vec<Claim>)| {
        let file = archive(members(), |claims| lie(claims));
        let error = match frugally(file.len(), || read_all(&file)) {
            Err(error) => error,
            Ok(read) => read.into_iter().find_map(Result::err).expect("a lie that is not believed"),
        };
        assert!(error.is_io());
        error.to_string()
    };
    let named = |name: &'static [u8]| complaint(&move |claims| claims[1].name = name.to_vec());
    for name in ["../b.npy", "/b.npy", "a/../../b.npy", "..\\b.npy", "./b.npy", "b//c.npy", "\0", ""] {
        let file = archive(vec![Claim::new(name, data.clone())], |_| ());
        let error = read_all(&file).unwrap_err().to_string();
        assert!(error.contains("would lead elsewhere as a path"), "{name:?}: {error}");
    }
    assert!(named(b"b\xff.npy").contains("not UTF-8"));
    assert!(named(b"a.npy").contains("two members of one name"));
    assert!(named(b"c.npy").contains("another name"));
    assert!(complaint(&|claims| claims[1].start = claims[0].start).contains("reaches into the next"));
    let later = |claims: &mut Vec<Claim>| {
        claims[1].start += 1;
        (claims[1].packed, claims[1].size) = (9, 9);
    };
    assert!(complaint(&later).contains("no member where"));
    assert!(complaint(&|claims| claims[1].start = 0x7fff_ffff).contains("reaches into the next"));
    assert!(complaint(&|claims| claims[0].packed += 200).contains("cannot have"));
    let both = |claims: &mut Vec<Claim>, by: u32| (claims[0].packed, claims[0].size) = (by, by);
    assert!(complaint(&|claims| both(claims, 100_000)).contains("reaches into the next"));
    assert!(complaint(&|claims| both(claims, 200)).contains("at byte 128: the file ends in the data"));
    assert!(complaint(&|claims| claims[1].crc ^= 1).contains("checksum"));
    assert!(complaint(&|claims| claims[1].method = 12).contains("compression other than deflate"));
    assert!(complaint(&|claims| claims[1].flags = 1).contains("encrypted"));
    // Four gigabytes from a few bytes, and exabytes by the sizes of 64 bits.
    assert!(complaint(&|claims| (claims[1].method, claims[1].size) = (8, u32::MAX - 1)).contains("cannot have"));
    assert!(complaint(&|claims| claims[1].size = u32::MAX).contains("64 bits are missing"));
    let wide = |sizes: [u64; 3]| {
        complaint(&move |claims| {
            let claim = &mut claims[1];
            (claim.size, claim.packed, claim.start) = (u32::MAX, u32::MAX, u32::MAX);
            claim.extra = [1, 0, 24, 0].into_iter().chain(sizes.iter().flat_map(|x| x.to_le_bytes())).collect();
        })
    };
    assert!(wide([u64::MAX; 3]).contains("reaches into the next"));
    assert!(wide([1 << 60, 1 << 60, 40]).contains("reaches into the next"));
    assert!(wide([448, 448, u64::MAX - 300]).contains("reaches into the next"));
    // A folder is left out, anything else that is no npy file is refused only when it is asked for as one.
    let file = archive(vec![Claim::new("d/", vec![]), Claim::new("readme.txt", b"hello".to_vec())], |_| ());
    let mut read = NpzReader::new(Cursor::new(&file)).unwrap();
    assert_eq!(read.names().collect::<Vec<_>>(), ["readme.txt"]);
    assert!(read.get("readme.txt").unwrap_err().to_string().contains("not an npy file"));
    assert_eq!(read.bytes("readme.txt").unwrap(), b"hello");
}

/// A member that unpacks to a thousand times its bytes is read only as far as its header says.
#[test]
fn bombs() {
    let shape = "(1000000000000,)";
    let header = format!("{{'descr': '|i1', 'fortran_order': False, 'shape': {shape}}}");
    let mut unpacked = raw(1, header.as_bytes(), &[]);
    unpacked.resize(1 << 20, 0);
    let mut encoder = flate2::write::DeflateEncoder::new(Vec::new(), flate2::Compression::best());
    std::io::Write::write_all(&mut encoder, &unpacked).unwrap();
    let mut claim = Claim::new("a.npy", unpacked);
    claim.data = encoder.finish().unwrap();
    (claim.method, claim.packed) = (8, claim.data.len() as u32);
    assert!(claim.data.len() < 2000);
    let file = archive(vec![claim], |_| ());
    let before = USED.get();
    MOST.set(before);
    let error = read_all(&file).unwrap().remove(0).unwrap_err();
    assert!(error.to_string().contains("of 1000000000000 bytes are there"), "{error}");
    assert!(MOST.get() - before < 8 << 20, "{}", MOST.get() - before);
}
