//! Files that are mapped, appended to, read in chunks, or have no header.

use std::fs;
use std::io::Cursor;
use std::path::PathBuf;

use ndtype::{self as np, Array, Dtype, FileMap, FileMapMut, NpyAppender, NpyChunks, NpyMapMut, NpzReader, NpzWriter};

/// A folder of one test's own, removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("ndtype-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn numbers(shape: &[isize]) -> Array {
    let count = shape.iter().product::<isize>();
    np::arange(0, count as i64, 1).unwrap().reshape(shape).unwrap()
}

fn same(a: &Array, b: &Array) -> bool {
    a.dtype() == b.dtype() && np::array_equal(a, b).unwrap()
}

#[test]
fn a_mapped_array_is_the_file_until_it_is_written_to() {
    let folder = Folder::new("map");
    let path = folder.file("a.npy");
    for array in
        [numbers(&[4, 5]), numbers(&[4, 5]).t(), numbers(&[0, 3]), numbers(&[]), numbers(&[7]).get("::-2").unwrap()]
    {
        np::save(&path, &array).unwrap();
        let before = fs::read(&path).unwrap();
        // SAFETY: the file is this test's alone, and is written only after the map is gone.
        let map = unsafe { FileMap::open(&path) }.unwrap();
        let mut mapped = Array::map_npy(&map).unwrap();
        assert!(same(&mapped, &array));
        if array.size() > 0 {
            assert!(map.as_bytes().as_ptr_range().contains(&mapped.as_ptr()));
        }
        let kept = mapped.clone();
        mapped.fill(9).unwrap();
        assert!(array.size() == 0 || !map.as_bytes().as_ptr_range().contains(&mapped.as_ptr()));
        assert!(same(&kept, &array), "a clone keeps the elements of the file");
        drop((map, mapped));
        assert!(same(&kept, &array), "the array keeps the map");
        drop(kept);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
}

#[test]
fn what_cannot_be_mapped() {
    let folder = Folder::new("unmapped");
    let path = folder.file("a.npy");
    // SAFETY: nobody else knows the files; they are written only while no map is there.
    let open = |path: &PathBuf| unsafe { FileMap::open(path) };
    assert!(open(&path).unwrap_err().is_io());
    assert!(open(&folder.0).and_then(|map| Array::map_npy(&map)).unwrap_err().is_io());
    fs::write(&path, b"").unwrap();
    assert!(open(&path).and_then(|map| Array::map_npy(&map)).unwrap_err().is_io());
    np::save(&path, &numbers(&[100])).unwrap();
    let whole = fs::read(&path).unwrap();
    for length in [1, 7, 60, 127, 128, 500, whole.len() - 1] {
        fs::write(&path, &whole[..length]).unwrap();
        let error = open(&path).and_then(|map| Array::map_npy(&map)).unwrap_err();
        assert!(error.is_io() && error.to_string().contains("a.npy"), "{error}");
        // SAFETY: as above.
        let error = unsafe { FileMapMut::open(&path) }.and_then(NpyMapMut::new).err().unwrap();
        assert!(error.is_io(), "{error}");
    }
    np::save(&path, &Array::zeros([3], "?").unwrap()).unwrap();
    let mut file = fs::read(&path).unwrap();
    *file.last_mut().unwrap() = 2;
    fs::write(&path, &file).unwrap();
    assert!(open(&path).and_then(|map| Array::map_npy(&map)).is_err());
}

#[test]
fn writes_to_a_mutable_map_reach_the_file() {
    let folder = Folder::new("map-mut");
    let path = folder.file("a.npy");
    for array in [numbers(&[4, 5]), numbers(&[4, 5]).t()] {
        np::save(&path, &array).unwrap();
        let mut expected = array.copy().unwrap();
        // SAFETY: the file is this test's alone, and is read by others only after the map is gone.
        let mut file = NpyMapMut::new(unsafe { FileMapMut::open(&path) }.unwrap()).unwrap();
        // A copy of the view must not take the next writes.
        let kept = file.view().copy().unwrap();
        let viewed = file.view().get("1").unwrap().sum(..).unwrap();
        assert!(same(&viewed, &array.get("1").unwrap().sum(..).unwrap()));
        file.set("1:, ::2", -7).unwrap();
        expected.set("1:, ::2", -7).unwrap();
        file.view_mut("0").unwrap().assign(&np::array![100]).unwrap();
        expected.view_mut("0").unwrap().assign(&np::array![100]).unwrap();
        assert!(same(&kept, &array));
        assert!(same(&file.view().copy().unwrap(), &expected));
        file.flush().unwrap();
        drop(file);
        assert!(same(&np::load(&path).unwrap(), &expected));
        // SAFETY: as above.
        let mut file = NpyMapMut::new(unsafe { FileMapMut::open(&path) }.unwrap()).unwrap();
        file.assign(&np::array![0]).unwrap();
        drop(file);
        assert!(same(&np::load(&path).unwrap(), &np::zeros_like(&array).unwrap()));
    }
}

#[test]
fn rows_are_appended() {
    let folder = Folder::new("append");
    let path = folder.file("a.npy");
    for dtype in ["i8", ">f4", "bfloat16", "S3", "M8[ns]", "[('a', '<i2'), ('b', '?'), ('', '<f8')]"] {
        let mut file = NpyAppender::create(&path, dtype, [3]).unwrap();
        let rows: Vec<Array> = (0..5).map(|count| Array::ones([count, 3], dtype).unwrap()).collect();
        for row in &rows {
            file.append(row).unwrap();
            assert_eq!(np::load(&path).unwrap().shape(), file.shape());
        }
        let mut file = NpyAppender::open(&path).unwrap();
        file.append(&rows[1]).unwrap();
        assert_eq!((file.shape(), file.dtype().to_string()), (&[11, 3][..], rows[0].dtype().to_string()));
        let whole = Array::ones([11, 3], dtype).unwrap();
        let mut expected = Vec::new();
        np::write_npy(&mut expected, &whole).unwrap();
        assert_eq!(fs::read(&path).unwrap(), expected, "{dtype}: as if written at once");
        for wrong in [Array::ones([1, 4], dtype), Array::ones([3], dtype), Array::ones([1, 3], "u8")] {
            assert!(file.append(&wrong.unwrap()).unwrap_err().is_io());
        }
        assert_eq!(fs::read(&path).unwrap(), expected, "what is refused changes nothing");
    }
    // Rows in another layout, and one axis that also counts as Fortran's order.
    np::save(&path, &numbers(&[4])).unwrap();
    NpyAppender::open(&path).unwrap().append(&numbers(&[9]).get("::-3").unwrap()).unwrap();
    assert_eq!(np::load(&path).unwrap().to_vec::<i64>().unwrap(), [0, 1, 2, 3, 8, 5, 2]);
    np::save(&path, &numbers(&[2, 3])).unwrap();
    NpyAppender::open(&path).unwrap().append(&numbers(&[3, 2]).t()).unwrap();
    assert_eq!(np::load(&path).unwrap().to_vec::<i64>().unwrap(), [0, 1, 2, 3, 4, 5, 0, 2, 4, 1, 3, 5]);
}

#[test]
fn what_cannot_grow() {
    let folder = Folder::new("grow");
    let path = folder.file("a.npy");
    for array in [numbers(&[]), numbers(&[2, 3]).t()] {
        np::save(&path, &array).unwrap();
        assert!(NpyAppender::open(&path).unwrap_err().is_io());
    }
    let mut two = Vec::new();
    np::write_npy(&mut two, &numbers(&[2])).unwrap();
    np::write_npy(&mut two, &numbers(&[3])).unwrap();
    fs::write(&path, &two).unwrap();
    assert!(NpyAppender::open(&path).unwrap_err().to_string().contains("another array"));
    // What an interrupted append left is written over.
    np::save(&path, &numbers(&[2])).unwrap();
    let mut file = fs::read(&path).unwrap();
    file.extend([0xff; 13]);
    fs::write(&path, &file).unwrap();
    NpyAppender::open(&path).unwrap().append(&np::array![5i64, 6]).unwrap();
    assert_eq!(np::load(&path).unwrap().to_vec::<i64>().unwrap(), [0, 1, 5, 6]);
    // A header without room to grow.
    let text = b"{'descr': '|i1', 'fortran_order': False, 'shape': (9,)}";
    let mut tight = b"\x93NUMPY\x01\x00".to_vec();
    tight.extend((text.len() as u16).to_le_bytes());
    tight.extend(text);
    tight.extend([1; 9]);
    fs::write(&path, &tight).unwrap();
    let mut file = NpyAppender::open(&path).unwrap();
    assert!(file.append(&Array::ones([1], "i1").unwrap()).unwrap_err().to_string().contains("no room"));
    assert_eq!(fs::read(&path).unwrap(), tight);
}

#[test]
fn chunks_are_the_rows() {
    let folder = Folder::new("chunks");
    let path = folder.file("a.npy");
    for (shape, rows) in
        [(&[10, 3][..], 4), (&[10, 3], 10), (&[10, 3], 99), (&[7], 1), (&[0, 3], 2), (&[3, 0], 2), (&[2, 3, 4], 1)]
    {
        let array = numbers(shape).astype(">i4").unwrap();
        np::save(&path, &array).unwrap();
        let chunks = NpyChunks::open(&path, rows).unwrap();
        assert_eq!((chunks.shape(), chunks.dtype()), (array.shape(), array.dtype()));
        let mut bytes = Vec::new();
        np::write_npy(&mut bytes, &array).unwrap();
        let streamed = NpyChunks::new(&bytes[..], rows).unwrap();
        let mut at = 0;
        for (chunk, other) in chunks.zip(streamed) {
            let (chunk, other) = (chunk.unwrap(), other.unwrap());
            let count = chunk.len();
            assert!(count <= rows && same(&chunk, &array.get(np::idx![at..at + count]).unwrap()));
            assert!(same(&chunk, &other));
            at += count;
        }
        assert_eq!(at, array.len());
    }
    np::save(&path, &numbers(&[2, 3]).t()).unwrap();
    assert!(NpyChunks::open(&path, 1).is_err());
    np::save(&path, &numbers(&[])).unwrap();
    assert!(NpyChunks::open(&path, 1).is_err());
    np::save(&path, &numbers(&[5])).unwrap();
    assert!(NpyChunks::open(&path, 0).is_err());
    // A stream that ends early fails once, and is then over.
    let bytes = fs::read(&path).unwrap();
    let results: Vec<bool> =
        NpyChunks::new(&bytes[..bytes.len() - 10], 2).unwrap().map(|chunk| chunk.is_ok()).collect();
    assert_eq!(results, [true, false]);
}

#[test]
fn raw_files() {
    let folder = Folder::new("raw");
    let path = folder.file("a.bin");
    let array = numbers(&[6]).astype("i4").unwrap();
    array.reshape([2, 3]).unwrap().t().tofile(&path).unwrap();
    let read = |dtype: &str, count, offset| np::fromfile(&path, dtype, count, offset);
    assert_eq!(read("i4", None, 0).unwrap().to_vec::<i32>().unwrap(), [0, 3, 1, 4, 2, 5]);
    assert_eq!(read("i4", Some(2), 4).unwrap().to_vec::<i32>().unwrap(), [3, 1]);
    assert_eq!(read("i4", Some(99), 16).unwrap().to_vec::<i32>().unwrap(), [2, 5]);
    assert_eq!(read("i4", None, 22).unwrap().size(), 0);
    assert_eq!(read("i4", None, 1000).unwrap().size(), 0);
    assert_eq!(read("V7", None, 0).unwrap().size(), 3);
    assert_eq!(read("(2,)i4", None, 0).unwrap().shape(), [3, 2]);
    for refused in ["O", "T", "S0", "V0"] {
        assert!(read(refused, None, 0).unwrap_err().is_io(), "{refused}");
    }
    assert!(read("?", None, 0).is_err(), "bytes that are no booleans");
    assert!(np::fromfile(&folder.0, "i4", None, 0).unwrap_err().is_io());
    assert!(Array::zeros([2], "T").unwrap().tofile(&path).is_err());
    assert!(array.astype("M8[s]").unwrap().tofile_text(&path, " ").unwrap_err().is_io());
    assert_eq!(read("i4", None, 0).unwrap().size(), 6, "the old file is there");
    fs::write(&path, b"1 2\xff3").unwrap();
    assert!(np::fromfile_text(&path, "i4", " ").unwrap_err().to_string().contains("at byte 3"));
    Array::zeros([0], "f8").unwrap().tofile_text(&path, ",").unwrap();
    assert_eq!(np::fromfile_text(&path, "f8", ",").unwrap().size(), 0);
}

#[test]
fn archives_with_very_many_members() {
    let mut archive = NpzWriter::new(Cursor::new(Vec::new()));
    let count = 65_600; // more than 16 bits can say
    let one = Array::ones([1], "i1").unwrap();
    for i in 0..count {
        archive.add(&i.to_string(), &one).unwrap();
    }
    assert!(archive.add("17", &one).unwrap_err().is_io());
    let mut archive = NpzReader::new(archive.finish().unwrap()).unwrap();
    assert_eq!(archive.len(), count);
    for name in ["0", "40000", "65599"] {
        assert_eq!(archive.get(name).unwrap().to_vec::<i8>().unwrap(), [1]);
    }
    assert!(archive.get("65600").is_err());
}

#[test]
fn archives_of_every_kind_of_array() {
    let folder = Folder::new("npz");
    let path = folder.file("a.npz");
    let big = numbers(&[300, 1000]);
    let arrays = [
        ("strided", big.get("::2, ::-3").unwrap()),
        ("fortran", big.t()),
        ("float8", big.astype("float8_e4m3").unwrap()),
        ("text", big.get("0").unwrap().astype("U5").unwrap()),
        ("nothing", numbers(&[0, 4])),
        ("scalar", numbers(&[])),
    ];
    for save in [np::savez, np::savez_compressed] {
        save(&path, arrays.iter().map(|(name, array)| (*name, array))).unwrap();
        let mut archive = np::load_npz(&path).unwrap();
        for (name, array) in arrays.iter().rev() {
            let read = archive.get(&format!("{name}.npy")).unwrap();
            assert_eq!((read.dtype(), read.shape()), (array.dtype(), array.shape()));
            assert_eq!(read.tobytes().unwrap(), array.tobytes().unwrap(), "{name}");
        }
    }
    let before = fs::read(&path).unwrap();
    let objects = Array::zeros([1], Dtype::Object).unwrap();
    assert!(np::savez(&path, [("a", &arrays[0].1), ("b", &objects)]).unwrap_err().is_io());
    assert!(np::savez(&path, [("a", &arrays[0].1), ("a", &arrays[0].1)]).unwrap_err().is_io());
    assert!(np::savez(&path, [("../a", &arrays[0].1)]).unwrap_err().is_io());
    assert_eq!(fs::read(&path).unwrap(), before);
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 1);
}
