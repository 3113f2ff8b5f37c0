//! Any bytes, read as tables with options that the first byte chooses: an array or an error with a message. The fast way of reading
//! plain rows and the way that knows every option find the same; what is written of a table reads back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use ndtype::{Array, DtypeKind, Encoding, Error, GenFromText, LoadText, SaveText, array_equal_nan};

const DTYPES: [&str; 16] = [
    "f8",
    "f4",
    "i8",
    "u1",
    "?",
    "c16",
    "U",
    "S3",
    "T",
    "O",
    "M8[s]",
    "m8[D]",
    "f2",
    "i4, U3, f8",
    "bfloat16",
    "[('a', 'i2', (2,)), ('b', 'M8[D]')]",
];

fn load(options: u8) -> LoadText<'static> {
    let reader = LoadText::new().dtype(DTYPES[usize::from(options & 15)]);
    let reader = if options & 16 == 0 { reader } else { reader.delimiter(',') };
    let reader = if options & 32 == 0 { reader } else { reader.quotechar('"') };
    if options & 64 == 0 { reader } else { reader.comments(["//", "%"]).quotechar(None).encoding(Encoding::Latin1) }
}

fn generate(options: u8) -> GenFromText<'static> {
    let reader = match options & 3 {
        0 => GenFromText::new(),
        1 => GenFromText::new().infer_dtype(),
        2 => GenFromText::new().dtype("i4, U3, f8").loose(options & 4 == 0),
        _ => GenFromText::new().infer_dtype().names_from_file().invalid_raise(false),
    };
    match options >> 4 & 3 {
        0 => reader,
        1 => reader.delimiter(",").autostrip(true),
        2 => reader.delimiter([1, 3, 2]),
        _ => reader.delimiter(2).skip_footer(1),
    }
}

fn look(read: Result<Array, Error>) -> Option<Array> {
    match read {
        Ok(array) => {
            let _ = array.to_string();
            Some(array)
        }
        Err(error) => {
            assert!(!error.to_string().is_empty());
            None
        }
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&options, text)) = bytes.split_first() else { return };
    if options & 128 != 0 {
        look(generate(options).read(text));
        return;
    }
    let Some(table) = look(load(options).ndmin(2).read(text)) else { return };
    if table.dtype().kind() != DtypeKind::Struct && !table.is_empty() {
        // Columns that are asked for are read field by field.
        let columns: Vec<isize> = (0..table.shape()[1] as isize).collect();
        let slowly = load(options).ndmin(2).usecols(columns).read(text).expect("all columns are there");
        assert_eq!((table.dtype(), table.shape()), (slowly.dtype(), slowly.shape()));
        if table.dtype().kind().is_numeric() {
            assert!(array_equal_nan(&table, &slowly).expect("comparable"), "{table:?} {slowly:?}");
        }
    }
    if options & 127 == 0 && !table.is_empty() {
        let mut written = Vec::new();
        SaveText::new().write(&mut written, &table).expect("floats are written");
        let again = LoadText::new().ndmin(2).read(&written[..]).expect("what was written reads back");
        assert!(array_equal_nan(&table, &again).expect("comparable"), "{table:?} {again:?}");
    }
});
