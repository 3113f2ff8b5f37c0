//! One text sought in all texts of a dense array: memory is searched from end to end, and elements are looked at only where the first
//! character is.

use super::argument::Kind;
use super::drive::Call;
use crate::array::Array;
use crate::dtype::Dtype;
use crate::element::Text;
use crate::error::Result;

/// Longer texts are sought in another way, which looks at no character twice.
const LONGEST: usize = 16;
/// How many characters are looked at together.
const BLOCK: usize = 16;

/// What is wanted of each text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wanted {
    /// Where the text is first found, or -1.
    Place,
    /// Whether it is at the start.
    Start,
}

/// The answers, if the call is one that can be answered like this: one short text, all of each text, in a dense array.
pub(super) fn scan(call: &Call<2, 2>, wanted: Wanted) -> Result<Option<Array>> {
    let [a, sub] = &call.texts;
    let [start, stop] = &call.integers;
    let whole =
        start.ndim() == 0 && stop.ndim() == 0 && start.to_vec::<i64>()? == [0] && stop.to_vec::<i64>()? == [i64::MAX];
    if !whole || sub.size() != 1 || *a.shape() != *call.shape || !a.flags().c_contiguous || a.is_empty() {
        return Ok(None);
    }
    match call.kind {
        Kind::Bytes => fixed::<u8>(&dense(a, Dtype::UInt8)?, &dense(sub, Dtype::UInt8)?, &call.shape, wanted),
        Kind::Unicode => fixed::<u32>(&dense(a, Dtype::UInt32)?, &dense(sub, Dtype::UInt32)?, &call.shape, wanted),
        Kind::String => {
            let sub = sub.to_vec::<Text>()?.remove(0);
            match sub.get() {
                Some(sub) if (1..=LONGEST).contains(&sub.len()) => strings(a, sub, wanted),
                _ => Ok(None),
            }
        }
    }
}

/// The characters of an array.
fn dense(a: &Array, unit: Dtype) -> Result<Array> {
    if a.itemsize() == 0 {
        return Array::zeros([0], unit);
    }
    a.to_contiguous()?.reshape([-1])?.view_dtype(unit)
}

fn fixed<U: crate::element::Element + Copy + Default + Eq>(
    units: &Array,
    sub: &Array,
    shape: &[usize],
    wanted: Wanted,
) -> Result<Option<Array>> {
    let (units, sub) = (units.as_slice::<U>()?, sub.as_slice::<U>()?);
    let end = sub.iter().rposition(|&unit| unit != U::default()).map_or(0, |last| last + 1);
    let sub = &sub[..end];
    let count = shape.iter().product::<usize>();
    let width = units.len() / count.max(1);
    // Without a zero in front and at the end, what is sought is nowhere in the zeros after a text.
    if sub.len() > LONGEST || sub.len() > width || sub.first().is_none_or(|&unit| unit == U::default()) {
        return Ok(None);
    }
    Ok(Some(match wanted {
        Wanted::Place => Array::from_shape_vec(shape, places(units, width, sub))?,
        Wanted::Start => {
            let starts: Vec<bool> = units.chunks_exact(width).map(|text| text[..sub.len()] == *sub).collect();
            Array::from_shape_vec(shape, starts)?
        }
    }))
}

/// Where `sub` is first found in each text of a width.
fn places<U: Copy + Eq>(units: &[U], width: usize, sub: &[U]) -> Vec<i64> {
    let mut places = vec![-1; units.len() / width];
    let head = sub[0];
    let mut look = |base: usize, block: &[U]| {
        for i in (0..block.len()).filter(|&i| block[i] == head) {
            let (element, from) = ((base + i) / width, (base + i) % width);
            if places[element] < 0 && from + sub.len() <= width && units[base + i..][..sub.len()] == *sub {
                places[element] = from as i64;
            }
        }
    };
    let blocks = units.chunks_exact(BLOCK);
    let rest = blocks.remainder();
    for (k, block) in blocks.enumerate() {
        if block.iter().fold(false, |any, &unit| any | (unit == head)) {
            look(k * BLOCK, block);
        }
    }
    look(units.len() - rest.len(), rest);
    places
}

/// Of text of any length. `None` if some of it is missing, of which there is no place.
fn strings(a: &Array, sub: &str, wanted: Wanted) -> Result<Option<Array>> {
    let texts = a.as_slice::<Text>()?;
    let sought = sub.as_bytes();
    if wanted == Wanted::Start {
        let starts = |text: &Text| text.get().is_some_and(|text| text.as_bytes().starts_with(sought));
        return Array::from_shape_vec(a.shape(), texts.iter().map(starts).collect::<Vec<bool>>()).map(Some);
    }
    let mut places = Vec::with_capacity(texts.len());
    for text in texts {
        let found = match sought {
            [byte] => text.find_byte(*byte),
            _ => text.find(sub),
        };
        places.push(match found {
            _ if text.is_missing() => return Ok(None),
            None => -1,
            Some(at) if text.is_ascii() => at as i64,
            // Characters are counted, not bytes.
            Some(at) => text[..at].chars().count() as i64,
        });
    }
    Array::from_shape_vec(a.shape(), places).map(Some)
}
