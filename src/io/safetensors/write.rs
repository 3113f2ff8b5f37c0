//! Writing safetensors files.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use super::json::write_string;
use super::{DTYPES, LENGTH, MAX_HEADER, METADATA};
use crate::array::Array;
use crate::buffer::reserve;
use crate::dtype::ByteOrder;
use crate::error::Result;
use crate::io::error::{IoError, IoReason, Outcome};
use crate::io::replace::replace_file;
use crate::layout::Order;

/// Writes named tensors and texts about them to a safetensors file. It is there whole or not at all, as with
/// [`save`](crate::io::save). Any layout and byte order is written in C's order and little-endian.
///
/// Errors: names that occur twice or are `__metadata__`; dtypes that the format does not have (complex128, dates, text, records,
/// objects) or packs (formats of 4 and 6 bits); what the system refuses.
///
/// ```
/// use ndtype as np;
/// # let path = std::env::temp_dir().join(format!("ndtype-doc-st-save-{}.safetensors", std::process::id()));
/// let (w, b) = (np::Array::zeros([2, 3], "float8_e4m3fn")?, np::array![1.0f32]);
/// np::save_safetensors(&path, [("layer.w", &w), ("layer.b", &b)], &[("made by", "hand")])?;
/// assert_eq!(np::load_safetensors(&path)?.get("layer.w")?.shape(), [2, 3]);
/// assert!(np::save_safetensors(&path, [("t", &np::array!["text"])], &[]).unwrap_err().is_io());
/// # std::fs::remove_file(&path).unwrap();
/// # Ok::<(), np::Error>(())
/// ```
pub fn save_safetensors<'a, N: AsRef<str>>(
    path: impl AsRef<Path>,
    tensors: impl IntoIterator<Item = (N, &'a Array)>,
    metadata: &[(&str, &str)],
) -> Result<()> {
    let tensors = tensors.into_iter().map(|(name, array)| Ok((place(name.as_ref(), array)?, name, array)));
    let tensors: Outcome<Vec<(usize, N, &Array)>> = tensors.collect();
    let mut tensors = tensors.map_err(|error| error.in_file(path.as_ref()))?;
    // The largest elements first, so that all are aligned.
    tensors.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| a.1.as_ref().cmp(b.1.as_ref())));
    let write = |file: &mut std::fs::File| {
        let header = header(&tensors, metadata)?;
        reserve(file, tensors.iter().fold(0, |bytes, (_, _, array)| array.nbytes().saturating_add(bytes)));
        let mut put = |bytes: &[u8]| file.write_all(bytes).map_err(IoError::system("write"));
        put(&(header.len() as u64).to_le_bytes())?;
        put(header.as_bytes())?;
        for (_, name, array) in &tensors {
            let little = array.dtype().newbyteorder(ByteOrder::Little);
            let swapped = if array.dtype() == &little { None } else { Some(array.astype(little)?) };
            let array = swapped.as_ref().unwrap_or(array);
            array
                .for_each_bytes(Order::C, &mut |bytes: &[u8]| put(bytes))
                .map_err(|error| error.in_member(name.as_ref()))?;
        }
        Ok(())
    };
    Ok(replace_file(path.as_ref(), write)?)
}

/// The row of an array's dtype.
fn place(name: &str, array: &Array) -> Outcome<usize> {
    let native = array.dtype().native_scalar();
    DTYPES.iter().position(|(_, dtype)| dtype == native).ok_or_else(|| {
        let why = "safetensors files do not hold such elements, or pack them";
        IoError::new(IoReason::Dtype { dtype: array.dtype().clone(), why }).in_member(name)
    })
}

fn header<N: AsRef<str>>(tensors: &[(usize, N, &Array)], metadata: &[(&str, &str)]) -> Outcome<String> {
    let mut text = "{".to_owned();
    if !metadata.is_empty() {
        _ = write!(text, "\"{METADATA}\":{{");
        for (i, (key, value)) in metadata.iter().enumerate() {
            text.push_str(if i > 0 { "," } else { "" });
            write_string(&mut text, key);
            text.push(':');
            write_string(&mut text, value);
        }
        text.push('}');
    }
    let (mut names, mut start) = (HashSet::from([METADATA]), 0usize);
    for (place, name, array) in tensors {
        if !names.insert(name.as_ref()) {
            return Err(IoError::request("a name that occurs twice or is not for tensors", name.as_ref()));
        }
        text.push_str(if text.len() > 1 { "," } else { "" });
        write_string(&mut text, name.as_ref());
        let shape: Vec<String> = array.shape().iter().map(ToString::to_string).collect();
        let (dtype, shape, end) = (DTYPES[*place].0, shape.join(","), start.saturating_add(array.nbytes()));
        _ = write!(text, ":{{\"dtype\":\"{dtype}\",\"shape\":[{shape}],\"data_offsets\":[{start},{end}]}}");
        start = end;
    }
    text.push('}');
    text.push_str(&" ".repeat(text.len().next_multiple_of(LENGTH) - text.len()));
    if text.len() > MAX_HEADER {
        let (size, limit) = (text.len() as u64, MAX_HEADER as u64);
        return Err(IoError::new(IoReason::TooLarge { what: "a header", size, limit }));
    }
    Ok(text)
}
