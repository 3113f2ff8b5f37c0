//! npy files against NumPy's: read, and written again byte for byte. `tests/golden/generate_npy.py` makes the files.

mod golden;

use golden::Tally;
use ndtype::{self as np, Array, Dtype};

fn base64(text: &str) -> Vec<u8> {
    let digit = |b: u8| match b {
        b'A'..=b'Z' => b - b'A',
        b'a'..=b'z' => b - b'a' + 26,
        b'0'..=b'9' => b - b'0' + 52,
        b'+' => 62,
        _ => 63,
    };
    let mut bytes = Vec::new();
    for group in text.trim_end_matches('=').as_bytes().chunks(4) {
        let bits = group.iter().fold(0u32, |bits, &b| bits << 6 | u32::from(digit(b))) << (6 * (4 - group.len()));
        bytes.extend(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}

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

fn dtype(text: &str) -> Dtype {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn files_of_numpy() {
    let path = format!("{}/tests/golden/npy.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let mut tally = Tally::default();
    for line in text.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let (kind, name, file) = (fields[0], fields[1], base64(fields[2]));
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
        // The list form of a title without a name names the field after the title.
        if name != "title without name" {
            tally.check(array.dtype().clone(), dtype(fields[3]), || format!("the dtype of {kind} {name}"));
        }
        let shape: Vec<String> = array.shape().iter().map(ToString::to_string).collect();
        tally.check(shape.join(",").as_str(), fields[4], || format!("the shape of {kind} {name}"));
        let flags = array.flags();
        let order = if flags.f_contiguous && !flags.c_contiguous { "F" } else { "C" };
        // Elements without bytes lie in both orders.
        let want = if array.itemsize() == 0 { "C" } else { fields[5] };
        tally.check(order, want, || format!("the order of {kind} {name}"));
        tally.check(digest(&bytes(&array)).as_str(), fields[6], || format!("the data of {kind} {name}"));
        let mut written = Vec::new();
        np::write_npy(&mut written, &array).unwrap();
        if kind == "file" {
            tally.check(written, file, || format!("{name} written"));
        } else {
            let again = np::read_npy(&written[..]).unwrap();
            tally.check(again.tobytes().unwrap(), array.tobytes().unwrap(), || format!("{name} written"));
        }
    }
    tally.finish("npy files", 3600);
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
