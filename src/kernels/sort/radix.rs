//! Sorting by digits: the least significant first, for long rows, and by counting, for keys of one or two bytes.

use super::Word;

/// Sorts keys by their bytes, the least significant first. Bytes that all keys share are left out. The scratch is as long.
pub(super) fn sort<W: Word>(keys: &mut [W], scratch: &mut [W]) {
    let n = keys.len();
    let bytes = W::BITS as usize / 8;
    let mut counts = vec![[0u32; 256]; bytes];
    for &key in keys.iter() {
        for (byte, counts) in counts.iter_mut().enumerate() {
            counts[key.byte(byte)] += 1;
        }
    }
    let (mut from, mut to, mut home) = (keys, &mut scratch[..n], true);
    for (byte, counts) in counts.iter_mut().enumerate() {
        if counts.iter().any(|&count| count as usize == n) {
            continue;
        }
        let mut start = 0;
        for count in counts.iter_mut() {
            start += std::mem::replace(count, start);
        }
        for &key in from.iter() {
            let place = &mut counts[key.byte(byte)];
            to[*place as usize] = key;
            *place += 1;
        }
        (from, to) = (to, from);
        home = !home;
    }
    if !home {
        to.copy_from_slice(from);
    }
}

/// Sorts bytes by their keys, which a table says. Bytes with the same key keep their order.
pub(super) fn sort_bytes(bytes: &mut [u8], keys: &[u8; 256]) {
    let mut counts = [[0usize; 256]; 4];
    // Four tables, so that equal bytes in a row do not wait for each other.
    let (fours, rest) = bytes.as_chunks::<4>();
    for four in fours {
        for (counts, &byte) in counts.iter_mut().zip(four) {
            counts[byte as usize] += 1;
        }
    }
    for &byte in rest {
        counts[0][byte as usize] += 1;
    }
    let count = |byte: usize| counts.iter().map(|counts| counts[byte]).sum::<usize>();
    let mut totals: [usize; 256] = std::array::from_fn(count);
    let mut places: [u8; 256] = std::array::from_fn(|byte| byte as u8);
    places.sort_by_key(|&byte| keys[byte as usize]);
    let present: Vec<u8> = places.into_iter().filter(|&byte| totals[byte as usize] > 0).collect();
    if present.windows(2).any(|pair| keys[pair[0] as usize] == keys[pair[1] as usize]) {
        let old = bytes.to_vec();
        // Where the elements of each key start.
        let mut starts = [0; 256];
        for &byte in &present {
            starts[keys[byte as usize] as usize] += totals[byte as usize];
        }
        let mut start = 0;
        for place in &mut starts {
            start += std::mem::replace(place, start);
        }
        for byte in old {
            let place = &mut starts[keys[byte as usize] as usize];
            bytes[*place] = byte;
            *place += 1;
        }
        return;
    }
    let mut start = 0;
    for byte in present {
        let end = start + std::mem::take(&mut totals[byte as usize]);
        bytes[start..end].fill(byte);
        start = end;
    }
}

/// Sorts many keys of two bytes, by counting them.
pub(super) fn sort_pairs(keys: &mut [u16]) {
    let mut counts = vec![0u32; 1 << 16];
    for &key in keys.iter() {
        counts[key as usize] += 1;
    }
    let mut start = 0;
    for (key, &count) in counts.iter().enumerate() {
        let end = start + count as usize;
        keys[start..end].fill(key as u16);
        start = end;
    }
}
