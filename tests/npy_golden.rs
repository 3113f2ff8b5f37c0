//! npy files against NumPy's: read, and written again byte for byte. `tests/golden/generate_npy.py` makes the files; if
//! `NDTYPE_PYTHON` names a Python with NumPy, others on the spot as well.

#[path = "golden/base64.rs"]
mod base64;
mod golden;

use std::io::Cursor;

use base64::base64;
use golden::Tally;
use ndtype::{self as np, Array, Dtype, FileMap, NpzReader, NpzWriter};

fn digest(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |h, &b| (h ^ u64::from(b)).wrapping_mul(0x100_0000_01b3));
    format!("{hash:016x}")
}

/// All bytes of the elements, the gaps of records among them.
fn bytes(array: &Array) -> Vec<u8> {
    let opaque = Dtype::Void(array.itemsize());
    let array = if array.itemsize() > 0 { array.view_dtype(opaque).unwrap() } else { array.clone() };
    array.tobytes().unwrap()
}

/// The lines of the golden file, in fields.
fn lines() -> Vec<Vec<String>> {
    let path = format!("{}/tests/golden/npy.txt", env!("CARGO_MANIFEST_DIR"));
    fields(&std::fs::read_to_string(path).unwrap())
}

fn fields(text: &str) -> Vec<Vec<String>> {
    text.lines().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn numpy_at_hand() {
    let Some(text) = golden::made_now("generate_npy.py") else { return };
    check_files("npy files made now", fields(&text));
    check_archives("npz files made now", &fields(&text));
}

/// A file of this test's own, removed at the end.
struct Scratch(std::path::PathBuf);

impl Scratch {
    fn new(name: &str) -> Scratch {
        Scratch(std::env::temp_dir().join(format!("ndtype-golden-{}-{name}", std::process::id())))
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        _ = std::fs::remove_file(&self.0);
    }
}

/// Dtype, shape, order and data of a line.
fn check_array(tally: &mut Tally, array: &Array, fields: &[String], name: &str) {
    // The list form of a title without a name names the field after the title.
    if name != "foreign title without name" {
        tally.check(array.dtype().clone(), dtype(&fields[3]), || format!("the dtype of {name}"));
    }
    let shape: Vec<String> = array.shape().iter().map(ToString::to_string).collect();
    tally.check(shape.join(","), fields[4].clone(), || format!("the shape of {name}"));
    let flags = array.flags();
    let order = if flags.f_contiguous && !flags.c_contiguous { "F" } else { "C" };
    // Elements without bytes lie in both orders.
    let want = if array.itemsize() == 0 { "C" } else { &fields[5] };
    tally.check(order, want, || format!("the order of {name}"));
    tally.check(digest(&bytes(array)), fields[6].clone(), || format!("the data of {name}"));
}

fn dtype(text: &str) -> Dtype {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn files_of_numpy() {
    check_files("npy files", lines());
}

fn check_files(what: &str, lines: Vec<Vec<String>>) {
    let mut tally = Tally::default();
    let scratch = Scratch::new(&format!("{what}.npy"));
    for fields in lines {
        let (kind, name, file) = (fields[0].as_str(), fields[1].as_str(), base64(&fields[2]));
        if !["file", "foreign", "refused"].contains(&kind) {
            continue;
        }
        let read = np::read_npy(&file[..]);
        if kind == "refused" {
            tally.check(read.is_err_and(|error| error.is_io()), true, || format!("{name} is refused"));
            continue;
        }
        let array = match read {
            Ok(array) => array,
            Err(error) => {
                tally.check(error.to_string(), String::new(), || format!("{kind} {name}"));
                continue;
            }
        };
        check_array(&mut tally, &array, &fields, &format!("{kind} {name}"));
        let mut written = Vec::new();
        np::write_npy(&mut written, &array).unwrap();
        if kind == "file" {
            tally.check(&written, &file, || format!("{name} written"));
        } else {
            let again = np::read_npy(&written[..]).unwrap();
            tally.check(again.tobytes().unwrap(), array.tobytes().unwrap(), || format!("{name} written"));
        }
        std::fs::write(&scratch.0, &file).unwrap();
        let loaded = np::load(&scratch.0).unwrap();
        tally.check(bytes(&loaded), bytes(&array), || format!("{name} loaded"));
        // SAFETY: the file is this test's alone, and is written only after the map is gone.
        let mapped = Array::map_npy(&unsafe { FileMap::open(&scratch.0) }.unwrap()).unwrap();
        tally.check((mapped.dtype(), mapped.shape()), (array.dtype(), array.shape()), || format!("{name} mapped"));
        tally.check(bytes(&mapped), bytes(&array), || format!("{name} mapped"));
    }
    tally.finish(what, 5900);
}

#[test]
fn archives_of_numpy() {
    check_archives("npz files", &lines());
}

fn check_archives(what: &str, lines: &[Vec<String>]) {
    let mut tally = Tally::default();
    let scratch = Scratch::new(&format!("{what}.npz"));
    let starts: Vec<usize> = (0..lines.len()).filter(|&i| lines[i][0] == "npz").collect();
    for start in starts {
        let (name, file, kind) = (&lines[start][1], base64(&lines[start][2]), lines[start][3].as_str());
        let members: Vec<&Vec<String>> = lines[start + 1..].iter().take_while(|fields| fields[0] == "member").collect();
        let mut archive = NpzReader::new(Cursor::new(&file)).unwrap_or_else(|error| panic!("{name}: {error}"));
        let names: Vec<String> = archive.names().map(str::to_owned).collect();
        let want: Vec<String> = members.iter().map(|fields| fields[1].clone()).collect();
        tally.check(&names, &want, || format!("the names in {name}"));
        std::fs::write(&scratch.0, &file).unwrap();
        // SAFETY: the file is this test's alone, and is written only after the map is gone.
        let map = unsafe { FileMap::open(&scratch.0) }.unwrap();
        let mut mapped = NpzReader::over(&map).unwrap();
        let mut again = NpzWriter::new(Cursor::new(Vec::new()));
        if kind == "deflated" {
            again = again.compressed(6);
        }
        for fields in members.iter().rev() {
            let array = archive.get(&fields[1]).unwrap_or_else(|error| panic!("{name}: {error}"));
            check_array(&mut tally, &array, fields, &format!("{name} {}", fields[1]));
            tally.check(bytes(&mapped.map(&fields[1]).unwrap()), bytes(&array), || format!("{} mapped", fields[1]));
            let file = archive.bytes(&fields[1]).unwrap();
            tally.check(bytes(&np::read_npy(&file[..]).unwrap()), bytes(&array), || format!("{} as bytes", fields[1]));
        }
        for name in &names {
            again.add(name, &archive.get(name).unwrap()).unwrap();
        }
        let again = again.finish().unwrap().into_inner();
        if kind == "stored" {
            tally.check(&again, &file, || format!("{name} written"));
        } else {
            let mut again = NpzReader::new(Cursor::new(again)).unwrap();
            for name in &names {
                let (ours, theirs) = (again.get(name).unwrap(), archive.get(name).unwrap());
                tally.check(bytes(&ours), bytes(&theirs), || format!("{name} written"));
            }
        }
    }
    tally.finish(what, 280);
}

#[test]
fn numbers_as_text() {
    let mut tally = Tally::default();
    let scratch = Scratch::new("text");
    for fields in lines().iter().filter(|fields| fields[0] == "text") {
        let (separator, text, elements) = (&fields[1], base64(&fields[2]), base64(&fields[4]));
        let array = np::frombuffer(elements.clone(), &fields[3], 0, None).unwrap();
        array.tofile_text(&scratch.0, separator).unwrap();
        let written = std::fs::read(&scratch.0).unwrap();
        tally.check(String::from_utf8(written), String::from_utf8(text), || format!("{array:?} {separator:?}"));
        if array.dtype().kind() == np::DtypeKind::Complex || array.dtype() == &Dtype::Bool {
            continue; // NumPy does not read the parentheses and words that it writes either.
        }
        let back = np::fromfile_text(&scratch.0, &fields[3], separator).unwrap();
        tally.check(back.tobytes().unwrap(), elements, || format!("{array:?} {separator:?}"));
    }
    tally.finish("texts", 35);
}

/// Arrays that do not lie in either order are written in C's.
#[test]
fn layouts() {
    let a = np::arange(0, 6_000_000, 1).unwrap().reshape([100, 300, 200]).unwrap();
    let layouts = [
        a.clone(),
        a.t(),
        a.transpose(&[1, 0, 2]).unwrap(),
        a.get("::2, ::-3, 5:150:7").unwrap(),
        a.get("::-1").unwrap(),
        a.get("0, 0").unwrap().broadcast_to([1000, 200]).unwrap(),
        a.get("3:3").unwrap(),
        a.get("1, 2, 3").unwrap(),
    ];
    for layout in layouts {
        let mut bytes = Vec::new();
        np::write_npy(&mut bytes, &layout).unwrap();
        let back = np::read_npy(&bytes[..]).unwrap();
        assert_eq!((back.shape(), back.dtype()), (layout.shape(), layout.dtype()));
        assert!(np::array_equal(&back, &layout).unwrap());
        let (flags, kept) = (layout.flags(), back.flags());
        assert_eq!(flags.f_contiguous && !flags.c_contiguous, kept.f_contiguous && !kept.c_contiguous);
    }
}

/// Files that NumPy reads as void, and this library as what they are: read, and written again.
#[test]
fn ml_formats_of_numpy() {
    let mut tally = Tally::default();
    for fields in lines().iter().filter(|fields| fields[0] == "ml") {
        let (name, file, data) = (&fields[1], base64(&fields[2]), base64(&fields[3]));
        let array = np::read_npy(&file[..]).unwrap_or_else(|error| panic!("{name}: {error}"));
        tally.check(array.dtype().clone(), dtype(name), || format!("the dtype {name}"));
        tally.check(array.tobytes().unwrap(), data, || format!("the data of {name}"));
        let mut written = Vec::new();
        np::write_npy(&mut written, &array).unwrap();
        tally.check(String::from_utf8_lossy(&written), String::from_utf8_lossy(&file), || format!("{name} written"));
    }
    tally.finish("ML formats", 240);
}

#[test]
fn ml_formats_come_back() {
    let names = [
        "bfloat16",
        ">bfloat16",
        "float8_e3m4",
        "float8_e4m3",
        "float8_e4m3b11fnuz",
        "float8_e4m3fn",
        "float8_e4m3fnuz",
        "float8_e5m2",
        "float8_e5m2fnuz",
        "float8_e8m0fnu",
        "float6_e2m3fn",
        "float6_e3m2fn",
        "float4_e2m1fn",
        "int2",
        "int4",
        "uint2",
        "uint4",
        "complex32",
        "[('x', bfloat16), ('y', '<i4'), ('m', float8_e5m2, (2,))]",
        "{'names': ['', 'y'], 'formats': [complex32, '<i4'], 'offsets': [0, 4], 'itemsize': 8}",
        "{'names': ['x', ''], 'formats': [int4, (bfloat16, (2,))], 'offsets': [0, 1], 'itemsize': 5}",
    ];
    for name in names {
        let dtype = dtype(name);
        let a = Array::zeros([3, 2], &dtype).unwrap();
        let mut bytes = Vec::new();
        np::write_npy(&mut bytes, &a).unwrap();
        let back = np::read_npy(&bytes[..]).unwrap();
        assert_eq!((back.dtype(), back.shape()), (&dtype, &[3, 2][..]), "{name}");
        // Without the comment it is what NumPy sees.
        let at = bytes.windows(10).position(|w| w == b"# ndtype: ").unwrap();
        bytes[at + 2] = b'N';
        let plain = np::read_npy(&bytes[..]).unwrap();
        assert_eq!(plain.itemsize(), dtype.itemsize());
        assert_ne!(plain.dtype(), &dtype);
    }
}
