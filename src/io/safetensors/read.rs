//! Reading safetensors files.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Cursor, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use super::json::Json;
use super::{DTYPES, LENGTH, MAX_HEADER, METADATA};
use crate::array::{Array, FillError};
use crate::buffer::FileMap;
use crate::dtype::{ByteOrder, Dtype};
use crate::error::Result;
use crate::io::error::{IoError, IoReason, Outcome};
use crate::io::npy;
use crate::layout::{Layout, Order};

/// The texts about a file, as keys and values.
type Metadata = Vec<(String, String)>;

/// A tensor, as the header has it.
#[derive(Debug)]
struct Tensor {
    name: String,
    dtype: Dtype,
    shape: Vec<usize>,
    /// Where its bytes are, counted from the end of the header.
    start: u64,
    end: u64,
}

/// A safetensors file, whose tensors are read when they are asked for. All of the header is checked before.
///
/// ```
/// use ndtype::{self as np, SafeTensorsReader};
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-st-{}.safetensors", std::process::id()));
/// let weights = np::array![[1.0, 2.0]].astype("bfloat16")?;
/// np::save_safetensors(&path, [("weights", &weights)], &[("format", "pt")])?;
/// let mut file = np::load_safetensors(&path)?;
/// assert_eq!(file.names().collect::<Vec<_>>(), ["weights"]);
/// assert_eq!(file.metadata(), [("format".to_owned(), "pt".to_owned())]);
/// assert_eq!(file.get("weights")?.dtype(), &np::Dtype::BFloat16);
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
#[derive(Debug)]
pub struct SafeTensorsReader<R> {
    source: R,
    /// In the order of their bytes.
    tensors: Vec<Tensor>,
    places: HashMap<String, usize>,
    metadata: Metadata,
    data_start: u64,
    path: Option<PathBuf>,
}

/// Opens a safetensors file, whose tensors are read when they are asked for. See [`SafeTensorsReader`].
pub fn load_safetensors(path: impl AsRef<Path>) -> Result<SafeTensorsReader<File>> {
    SafeTensorsReader::open(path)
}

impl SafeTensorsReader<File> {
    /// Opens a file. Errors are those of [`new`](Self::new).
    pub fn open(path: impl AsRef<Path>) -> Result<SafeTensorsReader<File>> {
        let path = path.as_ref();
        let open = || {
            let (file, _) = npy::open(path)?;
            SafeTensorsReader::try_new(file, Some(path.to_owned()))
        };
        Ok(open().map_err(|error| error.in_file(path))?)
    }
}

impl SafeTensorsReader<Cursor<FileMap>> {
    /// The tensors in a mapped file. Errors are those of [`new`](Self::new).
    pub fn over(map: &FileMap) -> Result<SafeTensorsReader<Cursor<FileMap>>> {
        let file = SafeTensorsReader::try_new(Cursor::new(map.clone()), Some(map.path().to_owned()));
        Ok(file.map_err(|error| error.in_file(map.path()))?)
    }

    /// A tensor by name that is not read: its elements are where the file is mapped. Booleans are looked at.
    ///
    /// ```
    /// use ndtype::{self as np, FileMap, SafeTensorsReader};
    /// # let path = std::env::temp_dir().join(format!("ndtype-doc-st-map-{}.safetensors", std::process::id()));
    /// np::save_safetensors(&path, [("x", &np::array![1, 2])], &[])?;
    /// // SAFETY: the file is this example's alone.
    /// let map = unsafe { FileMap::open(&path) }?;
    /// let x = SafeTensorsReader::over(&map)?.map("x")?;
    /// assert!(map.as_bytes().as_ptr_range().contains(&x.as_ptr()));
    /// assert_eq!(x.to_vec::<i32>()?, [1, 2]);
    /// # drop((x, map));
    /// # std::fs::remove_file(&path).unwrap();
    /// # Ok::<(), np::Error>(())
    /// ```
    pub fn map(&self, name: &str) -> Result<Array> {
        let mapped = self.find(name).and_then(|tensor| {
            let map = self.source.get_ref();
            let at = (self.data_start + tensor.start) as usize;
            let array = Array::over_map(map, at, &tensor.shape, Order::C, tensor.dtype.clone())
                .map_err(|error| Box::<IoError>::from(error).in_member(name))?;
            array.ok_or_else(|| IoError::malformed("the tensor is not inside of the file", name))
        });
        Ok(mapped.map_err(|error| self.named(error))?)
    }
}

impl<R: Read + Seek> SafeTensorsReader<R> {
    /// Reads the header.
    ///
    /// Errors, which say where: a header that is longer than the file or 100 MB, or is not the JSON that it should be; dtypes that
    /// are not known or are packed (formats of 4 and 6 bits); names that occur twice; tensors that overlap, leave gaps, reach beyond
    /// the file or do not fill it, or whose bytes are not as many as their shape needs.
    pub fn new(source: R) -> Result<SafeTensorsReader<R>> {
        Ok(SafeTensorsReader::try_new(source, None)?)
    }

    fn try_new(mut source: R, path: Option<PathBuf>) -> Outcome<SafeTensorsReader<R>> {
        let length = source.seek(SeekFrom::End(0)).map_err(IoError::system("seek"))?;
        source.rewind().map_err(IoError::system("seek"))?;
        let mut start = Vec::new();
        (&mut source).take(LENGTH as u64).read_to_end(&mut start).map_err(IoError::system("read"))?;
        let Ok(size) = <[u8; LENGTH]>::try_from(&start[..]).map(u64::from_le_bytes) else {
            let (needed, found) = (LENGTH as u64, start.len() as u64);
            return Err(IoError::new(IoReason::Truncated { what: "the length of the header", needed, found }).at(0));
        };
        if size > MAX_HEADER as u64 {
            let limit = MAX_HEADER as u64;
            return Err(IoError::new(IoReason::TooLarge { what: "a header", size, limit }).at(0));
        }
        let at = LENGTH as u64;
        let mut header = Vec::new();
        (&mut source).take(size).read_to_end(&mut header).map_err(IoError::system("read"))?;
        if (header.len() as u64) < size {
            let (needed, found) = (size, header.len() as u64);
            return Err(IoError::new(IoReason::Truncated { what: "the header", needed, found }).at(at));
        }
        let text = std::str::from_utf8(&header)
            .map_err(|error| IoError::new(IoReason::NotUtf8).at(at + error.valid_up_to() as u64))?;
        let (tensors, metadata) = parse(text)?;
        let data_start = at + size;
        let mut places = HashMap::with_capacity(tensors.len());
        for (i, tensor) in tensors.iter().enumerate() {
            if places.insert(tensor.name.clone(), i).is_some() {
                return Err(IoError::malformed("two tensors of one name", format!("{:?}", tensor.name)).at(at));
            }
        }
        check_places(&tensors, length - data_start).map_err(|error| error.at(at))?;
        Ok(SafeTensorsReader { source, tensors, places, metadata, data_start, path })
    }

    /// Reads a tensor by name.
    ///
    /// Errors: no such name; booleans that are neither 0 nor 1; what the system refuses.
    pub fn get(&mut self, name: &str) -> Result<Array> {
        let found = self.find(name).map(|tensor| (tensor.start, tensor.shape.clone(), tensor.dtype.clone()));
        let read = found.and_then(|(start, shape, dtype)| {
            let at = self.data_start + start;
            self.source.seek(SeekFrom::Start(at)).map_err(IoError::system("seek"))?;
            Array::read_from(&shape, Order::C, dtype, true, &mut self.source)
                .map_err(|error| match error {
                    FillError::End(found) => {
                        IoError::malformed("the file became shorter while it was read", format!("{found} bytes"))
                    }
                    FillError::Source(error) => IoError::system("read")(error),
                    FillError::Array(error) => error.into(),
                })
                .map_err(|error| error.at(at).in_member(name))
        });
        Ok(read.map_err(|error| self.named(error))?)
    }
}

impl<R> SafeTensorsReader<R> {
    /// The names of the tensors, in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.tensors.iter().map(|tensor| tensor.name.as_str())
    }

    /// How many tensors there are.
    pub fn len(&self) -> usize {
        self.tensors.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tensors.is_empty()
    }

    /// The dtype and shape of a tensor, without reading it; `None` if there is none of this name.
    pub fn info(&self, name: &str) -> Option<(&Dtype, &[usize])> {
        let tensor = self.find(name).ok()?;
        Some((&tensor.dtype, &tensor.shape))
    }

    /// The texts about the file, as keys and values.
    pub fn metadata(&self) -> &[(String, String)] {
        &self.metadata
    }

    fn find(&self, name: &str) -> Outcome<&Tensor> {
        match self.places.get(name) {
            Some(&i) => Ok(&self.tensors[i]),
            None => Err(IoError::request("no tensor of this name in the file", format!("{name:?}"))),
        }
    }

    fn named(&self, error: Box<IoError>) -> Box<IoError> {
        match &self.path {
            Some(path) => error.in_file(path),
            None => error,
        }
    }
}

/// The tensors in the order of their bytes, and the metadata.
fn parse(text: &str) -> Outcome<(Vec<Tensor>, Metadata)> {
    let mut json = Json::new(text);
    let (mut tensors, mut metadata) = (Vec::new(), Vec::new());
    let read = json.object(|json, name| {
        if name == METADATA {
            return json.object(|json, key| {
                metadata.push((key, json.string()?));
                Ok(())
            });
        }
        let tensor = tensor(json, &name).map_err(|error| error.in_member(&name))?;
        tensors.push(Tensor { name, ..tensor });
        Ok(())
    });
    read.and_then(|()| json.end()).map_err(|error| error.moved_by(LENGTH as u64))?;
    tensors.sort_by_key(|tensor: &Tensor| (tensor.start, tensor.end));
    Ok((tensors, metadata))
}

fn tensor(json: &mut Json, name: &str) -> Outcome<Tensor> {
    let at = json.position() as u64;
    let (mut dtype, mut shape, mut offsets) = (None, None, None);
    json.object(|json, key| {
        let at = json.position() as u64;
        let taken = match key.as_str() {
            "dtype" => dtype.replace(json.string()?).is_some(),
            "shape" => shape.replace(numbers(json)?).is_some(),
            "data_offsets" => offsets.replace(numbers(json)?).is_some(),
            _ => {
                json.skip()?;
                false
            }
        };
        if taken { Err(IoError::malformed("a key that occurs twice", key).at(at)) } else { Ok(()) }
    })?;
    let wrong = |what, found: String| Err(IoError::malformed(what, found).at(at));
    let (Some(dtype), Some(shape), Some(offsets)) = (dtype, shape, offsets) else {
        return wrong("a tensor without 'dtype', 'shape' or 'data_offsets'", format!("{name:?}"));
    };
    let Some((_, dtype)) = DTYPES.iter().find(|(name, _)| *name == dtype) else {
        return wrong("a data type that is not known, or of 4 or 6 bits", format!("{dtype:?}"));
    };
    let &[start, end] = &offsets[..] else {
        return wrong("'data_offsets' are not two", offsets.len().to_string());
    };
    let Ok(shape) = shape.iter().map(|&size| usize::try_from(size)).collect::<Result<Vec<_>, _>>() else {
        return wrong("a shape that is too large", format!("{shape:?}"));
    };
    let layout =
        Layout::contiguous(&shape, dtype.itemsize(), Order::C).map_err(|error| Box::<IoError>::from(error).at(at))?;
    let bytes = (layout.size() * dtype.itemsize()) as u64;
    if end.checked_sub(start) != Some(bytes) {
        let found = format!("from {start} to {end} for {bytes} bytes");
        return wrong("'data_offsets' that do not fit the shape", found);
    }
    let dtype = dtype.newbyteorder(ByteOrder::Little);
    Ok(Tensor { name: String::new(), dtype, shape, start, end })
}

fn numbers(json: &mut Json) -> Outcome<Vec<u64>> {
    let mut found = Vec::new();
    json.array(|json| {
        found.push(json.number()?);
        Ok(())
    })?;
    Ok(found)
}

/// An error unless the tensors follow each other and fill all of the file.
fn check_places(tensors: &[Tensor], length: u64) -> Outcome<()> {
    let mut end = 0;
    for tensor in tensors {
        if tensor.start != end {
            let found = format!("it starts at {}, what is before it ends at {end}", tensor.start);
            return Err(
                IoError::malformed("a tensor that overlaps another or leaves a gap", found).in_member(&tensor.name)
            );
        }
        end = tensor.end;
    }
    if end > length {
        return Err(IoError::new(IoReason::Truncated { what: "the tensors", needed: end, found: length }));
    }
    if end < length {
        return Err(IoError::malformed("bytes that belong to no tensor", format!("{} of {length}", length - end)));
    }
    Ok(())
}
