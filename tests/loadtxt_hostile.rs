//! Text files that are none, or made to do harm: an error or an array, never a panic, never without end.

use ndtype::{Array, Delimiter, Dtype, Encoding, Error, GenFromText, LoadText, SaveText, TextFileError, array};

type Reader = fn(&[u8]) -> Result<Array, Error>;

/// Every way of reading that has code of its own.
const READERS: &[(&str, Reader)] = &[
    ("floats", |text| LoadText::new().read(text)),
    ("commas", |text| LoadText::new().delimiter(',').read(text)),
    ("integers", |text| LoadText::new().dtype("i4").read(text)),
    ("unsigned", |text| LoadText::new().dtype("u8").delimiter(',').read(text)),
    ("booleans", |text| LoadText::new().dtype("?").read(text)),
    ("complex", |text| LoadText::new().dtype("c8").read(text)),
    ("texts", |text| LoadText::new().dtype("U").quotechar('"').delimiter(',').read(text)),
    ("bytes", |text| LoadText::new().dtype("S3").quotechar('"').read(text)),
    ("dates", |text| LoadText::new().dtype("M8[s]").delimiter(',').read(text)),
    ("spans", |text| LoadText::new().dtype("m8").read(text)),
    ("records", |text| LoadText::new().dtype("i4, U3, f8").delimiter(',').read(text)),
    ("objects", |text| LoadText::new().dtype("O").read(text)),
    ("any length", |text| LoadText::new().dtype("T").comments(["//", "%%"]).read(text)),
    ("columns", |text| LoadText::new().usecols([1, -1]).ndmin(2).unpack(true).read(text)),
    ("latin1", |text| LoadText::new().dtype("U").encoding(Encoding::Latin1).read(text)),
    ("some rows", |text| LoadText::new().skiprows(1).max_rows(2).read(text)),
    ("far columns", |text| LoadText::new().usecols([isize::MAX, isize::MIN]).read(text)),
    ("gen", |text| GenFromText::new().read(text)),
    ("gen inferred", |text| GenFromText::new().infer_dtype().delimiter(",").autostrip(true).read(text)),
    ("gen names", |text| GenFromText::new().infer_dtype().names_from_file().invalid_raise(false).read(text)),
    ("gen widths", |text| GenFromText::new().dtype("U2").delimiter([1, 0, 3]).read(text)),
    ("gen width", |text| GenFromText::new().infer_dtype().delimiter(Delimiter::Width(0)).read(text)),
    ("gen narrow", |text| GenFromText::new().infer_dtype().delimiter(2).skip_footer(1).read(text)),
    ("gen strict", |text| GenFromText::new().dtype("i8, S2, f4").delimiter(",").loose(false).read(text)),
    ("gen columns", |text| GenFromText::new().usecols([isize::MIN, isize::MAX]).names(["a", "b"]).read(text)),
    ("gen filled", |text| GenFromText::new().missing_values("x").filling_value(1e300).dtype("i2").read(text)),
];

/// Texts with something wrong, or something rare.
fn seeds() -> Vec<Vec<u8>> {
    let mut seeds: Vec<Vec<u8>> = [
        "",
        "\n",
        "\r",
        "\r\n\r\n",
        "\0",
        "\0\0\n",
        "1\x002\n",
        "1 2\n3\n",
        "1,2\n3,4,5\n",
        "\"",
        "\"1",
        "\"1\n2",
        "1,\"2\n3\",4\n",
        "\"a\"\"",
        "#",
        "# \n",
        "1 2",
        "1 2\r3 4",
        "1 2\r\n3 4\r\n",
        "\u{feff}1 2\n",
        "1e",
        "1e+",
        "-",
        "+",
        ".",
        "--1",
        "1e999999999999999999999",
        "-1e-99999999999999",
        "99999999999999999999999999999999999999999999999999",
        "0x1p3",
        "1+",
        "1+j",
        "(1+2j",
        "nan inf -inf",
        "2020-13-45",
        "9999999999999-01-01",
        "1\u{a0}2\u{3000}3",
        "\u{661}\u{662}",
        "//x\n1%%y\n",
        "a b c\n1 2 3\n4 5 6\n",
        "a,b,c\n1,2,3\n4,,6\n",
        "true,1,x\nfalse,2,y\n",
        ",,,\n,,,",
        "%s %d\n",
    ]
    .iter()
    .map(|text| text.as_bytes().to_vec())
    .collect();
    seeds.extend([
        b"\xff\xfe1\n".to_vec(),
        b"1 \xc3".to_vec(),
        b"\xc3\n\xa9".to_vec(),
        b"\xed\xa0\x80".to_vec(),
        b"1\n\xf0\x9f\x98".to_vec(),
    ]);
    seeds.push(vec![b'1'; 300_000]);
    seeds.push([b"1 ".repeat(100_000), b"\n1\n".to_vec()].concat());
    seeds.push([b"\"".to_vec(), b"x\n".repeat(200_000)].concat());
    seeds.push(b"1 2\n".repeat(70_000));
    seeds.push([b"1,2\n".repeat(70_000), b"1,x\n".to_vec()].concat());
    seeds.push([b"9".repeat(262_143), "\u{e9} 1\n".as_bytes().to_vec()].concat());
    seeds
}

#[test]
fn hostile_texts_are_errors_or_arrays() {
    let mut read = 0;
    for seed in seeds() {
        for (name, reader) in READERS {
            // Records of a hundred thousand fields take a while, but nothing else.
            if seed.len() > 100_000 && name.starts_with("gen ") {
                continue;
            }
            // What comes out is looked at, so that it is whole.
            if let Ok(array) = reader(&seed) {
                assert_eq!(array.size(), array.shape().iter().product::<usize>(), "{name}");
            }
            read += 1;
        }
    }
    println!("{read} readings");
    assert!(read > 1000);
}

/// Reproducible random numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit as u64) as usize
    }
}

#[test]
fn changed_texts_are_errors_or_arrays() {
    const SIGNS: &[u8] = b"0123456789 ,.\n\r\t\"#+-eEjx()\0\xc3\xa9\xff%T:/";
    let seeds: Vec<Vec<u8>> = seeds().into_iter().filter(|seed| seed.len() < 1000).collect();
    let (mut random, mut arrays, mut errors) = (Random(0x1234_5678_9abc_def1), 0, 0);
    for _ in 0..6000 {
        let mut text = seeds[random.below(seeds.len())].clone();
        for _ in 0..=random.below(6) {
            let at = random.below(text.len() + 1);
            match random.below(4) {
                0 => text.insert(at, SIGNS[random.below(SIGNS.len())]),
                1 if at < text.len() => drop(text.remove(at)),
                2 if at < text.len() => text[at] = SIGNS[random.below(SIGNS.len())],
                _ => {
                    let other = &seeds[random.below(seeds.len())];
                    let cut = random.below(other.len() + 1);
                    text.splice(at..at, other[..cut].iter().copied());
                }
            }
        }
        let (_, reader) = READERS[random.below(READERS.len())];
        match reader(&text) {
            Ok(_) => arrays += 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                errors += 1;
            }
        }
    }
    println!("{arrays} arrays, {errors} errors");
    assert!(arrays > 500 && errors > 500);
}

fn cause(result: Result<Array, Error>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn errors_say_where() {
    let floats = |text: &str| cause(LoadText::new().read(text.as_bytes()));
    assert_eq!(floats("1 2\n3 4x\n"), "could not convert string \"4x\" to float64 at row 1, column 2");
    assert_eq!(
        floats("1 2\n3\n"),
        "the number of columns changed from 2 to 1 at row 2; use `usecols` to select a subset and avoid this error"
    );
    assert_eq!(
        cause(LoadText::new().dtype("i4,i4").read("1\n".as_bytes())),
        "the dtype passed requires 2 columns but 1 were found at row 1; use `usecols` to select a subset and avoid this error"
    );
    assert_eq!(
        cause(LoadText::new().usecols([3]).read("1 2\n".as_bytes())),
        "invalid column index 3 at row 1 with 2 columns"
    );
    // The same row and column after many plain rows, which are read in another way.
    let long = "1 2\n".repeat(500_000) + "1 x\n";
    assert_eq!(floats(&long), "could not convert string \"x\" to float64 at row 500000, column 2");
    assert!(floats(&("1 2\n".repeat(500_000) + "1 2 3\n")).contains("from 2 to 3 at row 500001"));
    let lines = cause(GenFromText::new().read("1 2\n3\n4 5 6\n".as_bytes()));
    let numpy = "Some errors were detected !\n    Line #2 (got 1 columns instead of 2)\n    Line #3 (got 3 columns instead of 2)";
    assert_eq!(lines, numpy);
    // A huge field is not repeated.
    assert!(floats(&"x".repeat(1_000_000)).len() < 300);
    let error = LoadText::new().read(&b"1 2\n3 \xff\n"[..]).unwrap_err();
    let place = error.cause::<TextFileError>();
    assert!(matches!(place, Some(TextFileError::Encoding { position: 6 })), "{error:?}");
}

#[test]
fn plain_rows_are_those_of_the_general_code() {
    // A quote sign that is a letter keeps rows from being read in one pass, and means nothing in them.
    let general = || LoadText::new().quotechar('q');
    let texts =
        ["1 2\n3 4\n", "1\t 2 \n-3.5e2 4e-3\r\n", "0.1 1e23\n1e-320 123456789012345678901\n", "1 2 # x\n3 4\n\n5 6\n"];
    for text in texts {
        let long = text.repeat(3000) + "\n";
        let (fast, slow) = (LoadText::new().read(long.as_bytes()).unwrap(), general().read(long.as_bytes()).unwrap());
        assert_eq!(fast.tobytes().unwrap(), slow.tobytes().unwrap(), "{text}");
        assert_eq!(fast.shape(), slow.shape());
        for rows in [1, 2, 1501] {
            let some = LoadText::new().max_rows(rows).ndmin(2).read(long.as_bytes()).unwrap();
            assert_eq!(some.shape(), [rows, 2]);
        }
    }
    // Enough for several threads.
    let lines = (0..300_000).map(|i| format!("{i},{}.{:03},{}\n", i % 977, i % 1000, -i)).collect::<Vec<_>>().concat();
    let read = |reader: LoadText<'_>| reader.delimiter(',').read(lines.as_bytes()).unwrap();
    let fast = read(LoadText::new());
    assert_eq!(fast.tobytes().unwrap(), read(general()).tobytes().unwrap());
    assert_eq!(fast.get_scalar(&[299_999, 2]).unwrap().as_f64(), Some(-299_999.0));
}

#[test]
fn progress_is_told() {
    let text = "1 2 3\n".repeat(200_000);
    let mut told = Vec::new();
    let table = LoadText::new().progress(|bytes| told.push(bytes)).read(text.as_bytes()).unwrap();
    assert_eq!(table.shape(), [200_000, 3]);
    assert!(told.len() > 1 && told.is_sorted());
    assert_eq!(told.last(), Some(&(text.len() as u64)));
    let mut last = 0;
    let table = GenFromText::new().progress(|bytes| last = bytes).read(&text.as_bytes()[..600]).unwrap();
    assert_eq!((table.shape(), last), (&[100, 3][..], 600));
}

#[test]
fn every_layout_is_written_and_read_back() {
    let base = Array::from_shape_vec([6, 4], (0..24).map(|i| f64::from(i) / 7.0).collect::<Vec<_>>()).unwrap();
    let layouts =
        [base.clone(), base.t(), base.flip(None).unwrap(), base.astype(">f8").unwrap(), base.astype("f4").unwrap()];
    for array in layouts {
        let mut text = Vec::new();
        SaveText::new().write(&mut text, &array).unwrap();
        let back = LoadText::new().dtype(array.dtype().clone()).read(&text[..]).unwrap();
        assert_eq!(back, array);
        assert_eq!(back.dtype(), array.dtype());
    }
    let empty = Array::zeros([0, 3], Dtype::Float64).unwrap();
    let mut text = Vec::new();
    SaveText::new().write(&mut text, &empty).unwrap();
    assert!(text.is_empty());
    assert!(SaveText::new().write(Vec::new(), &array![1.0].reshape([1, 1, 1]).unwrap()).is_err());
}

#[test]
fn folders_are_no_tables() {
    let folder = std::env::temp_dir();
    for error in [
        ndtype::loadtxt(&folder).unwrap_err(),
        ndtype::genfromtxt(&folder).unwrap_err(),
        ndtype::savetxt(&folder, &array![1.0]).unwrap_err(),
    ] {
        let Some(TextFileError::Io { path: Some(path), .. }) = error.cause::<TextFileError>() else {
            panic!("{error:?}")
        };
        assert_eq!(*path, folder.display().to_string());
    }
}

/// What a link points to is replaced, not the link; what was there keeps its permissions; nothing else is left.
#[test]
#[cfg(unix)]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = std::env::temp_dir().join(format!("ndtype-savetxt-link-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, link) = (folder.join("a.txt"), folder.join("b.txt"));
    std::fs::write(&file, "old").unwrap();
    std::fs::set_permissions(&file, PermissionsExt::from_mode(0o600)).unwrap();
    symlink(&file, &link).unwrap();
    ndtype::savetxt(&link, &array![1.0, 2.0]).unwrap();
    assert!(link.is_symlink());
    assert_eq!(ndtype::loadtxt(&file).unwrap(), array![1.0, 2.0]);
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    SaveText::new().fmt("%q").path(&link, &array![1.0]).unwrap_err();
    assert_eq!(ndtype::loadtxt(&link).unwrap(), array![1.0, 2.0]);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 2);
    std::fs::remove_dir_all(&folder).unwrap();
}
