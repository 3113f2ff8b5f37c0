//! The central directory of a zip archive: which members there are, and where.

use std::io::{Read, Seek, SeekFrom};

use super::{CENTRAL, DEFLATED, END, END64, EXTRA64, LOCATOR64, STORED, WIDE};
use crate::io::error::{IoError, IoReason, Outcome};

/// The end record without its comment, and the longest comment.
const END_LENGTH: usize = 22;
const MAX_COMMENT: usize = u16::MAX as usize;
/// Deflate makes nothing smaller than by this factor.
const MAX_RATIO: u64 = 1032;

/// A member, as the directory has it.
#[derive(Clone, Debug)]
pub(super) struct Member {
    pub(super) name: String,
    pub(super) raw_name: Vec<u8>,
    pub(super) deflated: bool,
    pub(super) crc: u32,
    pub(super) packed: u64,
    pub(super) size: u64,
    /// Where its local header is.
    pub(super) start: u64,
}

/// Numbers from bytes, one after the other; past the end they are zero and `failed` is set.
pub(super) struct Fields<'a> {
    pub(super) rest: &'a [u8],
    pub(super) failed: bool,
}

impl<'a> Fields<'a> {
    pub(super) fn new(rest: &'a [u8]) -> Fields<'a> {
        Fields { rest, failed: false }
    }

    pub(super) fn bytes(&mut self, count: usize) -> &'a [u8] {
        if let Some((taken, rest)) = self.rest.split_at_checked(count) {
            self.rest = rest;
            return taken;
        }
        self.failed = true;
        &[]
    }

    fn number(&mut self, count: usize) -> u64 {
        self.bytes(count).iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
    }

    pub(super) fn u16(&mut self) -> u16 {
        self.number(2) as u16
    }

    pub(super) fn u32(&mut self) -> u32 {
        self.number(4) as u32
    }

    pub(super) fn u64(&mut self) -> u64 {
        self.number(8)
    }
}

/// Reads exactly so many bytes from a place.
pub(super) fn read_at(source: &mut (impl Read + Seek), at: u64, count: usize) -> Outcome<Vec<u8>> {
    source.seek(SeekFrom::Start(at)).map_err(IoError::system("seek"))?;
    let mut bytes = Vec::new();
    source.take(count as u64).read_to_end(&mut bytes).map_err(|error| IoError::system("read")(error).at(at))?;
    if bytes.len() < count {
        let (needed, found) = (count as u64, bytes.len() as u64);
        return Err(IoError::new(IoReason::Truncated { what: "the archive's directory", needed, found }).at(at));
    }
    Ok(bytes)
}

/// All members, and where the directory starts.
pub(super) fn read(source: &mut (impl Read + Seek)) -> Outcome<(Vec<Member>, u64)> {
    let length = source.seek(SeekFrom::End(0)).map_err(IoError::system("seek"))?;
    let tail_start = length.saturating_sub((END_LENGTH + MAX_COMMENT) as u64);
    let tail = read_at(source, tail_start, (length - tail_start) as usize)?;
    // The last record whose comment reaches exactly to the end of the file.
    let is_end = |at: &usize| {
        let mut fields = Fields::new(&tail[*at..]);
        let signature = fields.u32();
        fields.bytes(16);
        let comment = fields.u16() as usize;
        signature == END && !fields.failed && fields.rest.len() == comment
    };
    let Some(at) = (0..(tail.len() + 1).saturating_sub(END_LENGTH)).rev().find(is_end) else {
        let mut found = read_at(source, 0, length.min(4) as usize)?;
        found.truncate(4);
        return Err(IoError::new(IoReason::Magic { format: "an npz", found }));
    };
    let end_at = tail_start + at as u64;
    let mut fields = Fields::new(&tail[at + 4..]);
    let disks = (fields.u16(), fields.u16());
    let counts = (u64::from(fields.u16()), u64::from(fields.u16()));
    let (mut size, mut start) = (u64::from(fields.u32()), u64::from(fields.u32()));
    let mut count = counts.1;
    if disks != (0, 0) && disks != (u16::MAX, u16::MAX) || counts.0 != counts.1 {
        return Err(IoError::malformed("an archive in several files", format!("{disks:?}")).at(end_at));
    }
    let mut limit = end_at;
    let is_wide = count == u64::from(u16::MAX) || size == u64::from(WIDE) || start == u64::from(WIDE);
    if is_wide && let Some(wide) = read_end64(source, end_at)? {
        (count, size, start, limit) = wide;
    }
    if start.checked_add(size).is_none_or(|end| end > limit) {
        let found = format!("{size} bytes from byte {start}");
        return Err(IoError::malformed("the archive's directory is not before its end record", found).at(end_at));
    }
    let bytes = read_at(source, start, size as usize)?;
    let members = parse(&bytes, count, start)?;
    check_places(&members, start)?;
    Ok((members, start))
}

/// Count, size and start of the directory, and where the record is, from the record with 64 bits.
fn read_end64(source: &mut (impl Read + Seek), end_at: u64) -> Outcome<Option<(u64, u64, u64, u64)>> {
    let Some(locator_at) = end_at.checked_sub(20) else { return Ok(None) };
    let locator = read_at(source, locator_at, 20)?;
    let mut fields = Fields::new(&locator);
    if fields.u32() != LOCATOR64 {
        return Ok(None);
    }
    fields.u32();
    let at = fields.u64();
    if at.checked_add(56).is_none_or(|end| end > locator_at) {
        return Err(IoError::malformed("the end record of 64 bits is not inside of the archive", at).at(locator_at));
    }
    let record = read_at(source, at, 56)?;
    let mut fields = Fields::new(&record);
    if fields.u32() != END64 {
        return Err(IoError::malformed("no end record of 64 bits where one should be", "").at(at));
    }
    fields.bytes(8 + 2 + 2 + 4 + 4 + 8);
    let (count, size, start) = (fields.u64(), fields.u64(), fields.u64());
    Ok(Some((count, size, start, at)))
}

fn parse(bytes: &[u8], count: u64, start: u64) -> Outcome<Vec<Member>> {
    let mut fields = Fields::new(bytes);
    let mut members = Vec::new();
    let mut names = std::collections::HashSet::new();
    for _ in 0..count {
        let at = start + (bytes.len() - fields.rest.len()) as u64;
        let signature = fields.u32();
        fields.bytes(4);
        let (flags, method) = (fields.u16(), fields.u16());
        fields.bytes(4);
        let (crc, packed, size) = (fields.u32(), fields.u32(), fields.u32());
        let lengths = (fields.u16(), fields.u16(), fields.u16());
        fields.bytes(8);
        let local = fields.u32();
        let raw_name = fields.bytes(lengths.0.into());
        let extra = fields.bytes(lengths.1.into());
        fields.bytes(lengths.2.into());
        if fields.failed || signature != CENTRAL {
            return Err(IoError::malformed("the archive's directory has no such member", members.len()).at(at));
        }
        let name = member_name(raw_name).map_err(|error| error.at(at))?;
        let wrong = |what, found: String| Err(IoError::malformed(what, found).at(at).in_member(&name));
        if flags & 1 != 0 {
            return wrong("an encrypted member", format!("flags {flags:#x}"));
        }
        if method != STORED && method != DEFLATED {
            return wrong("a compression other than deflate", method.to_string());
        }
        let Some([size, packed, local]) = wide_sizes([size, packed, local], extra) else {
            return wrong("sizes of 64 bits are missing", format!("{} bytes of extra fields", extra.len()));
        };
        let possible = if method == STORED { packed } else { packed.saturating_mul(MAX_RATIO) };
        if size > possible || (method == STORED && size != packed) {
            return wrong("a size that the member's bytes cannot have", format!("{size} bytes from {packed}"));
        }
        if !names.insert(name.clone()) {
            return wrong("two members of one name", name.clone());
        }
        // A folder is no array; archives that were packed by hand have them.
        if name.ends_with('/') && size == 0 && packed == 0 {
            continue;
        }
        let (deflated, raw_name) = (method == DEFLATED, raw_name.to_vec());
        members.push(Member { name, raw_name, deflated, crc, packed, size, start: local });
    }
    Ok(members)
}

/// A name that could not be misused as a path.
fn member_name(raw: &[u8]) -> Outcome<String> {
    let Ok(name) = std::str::from_utf8(raw) else { return Err(IoError::new(IoReason::NotUtf8)) };
    if !is_plain(name.strip_suffix('/').unwrap_or(name)) {
        return Err(IoError::malformed("a member's name that would lead elsewhere as a path", format!("{name:?}")));
    }
    Ok(name.to_owned())
}

/// Whether a member's name as a path stays in the folder where it is unpacked. (Nothing is unpacked here, but others do.)
pub(super) fn is_plain(name: &str) -> bool {
    !name.contains(['\\', '\0']) && !name.split('/').any(|part| part.is_empty() || part == "." || part == "..")
}

/// Sizes and place, from the extra field where they take 64 bits.
fn wide_sizes(narrow: [u32; 3], extra: &[u8]) -> Option<[u64; 3]> {
    let mut sizes = narrow.map(u64::from);
    if !narrow.contains(&WIDE) {
        return Some(sizes);
    }
    let mut fields = Fields::new(extra);
    while !fields.rest.is_empty() {
        let (id, length) = (fields.u16(), fields.u16());
        let body = fields.bytes(length.into());
        if fields.failed {
            return None;
        }
        if id == EXTRA64 {
            let mut wide = Fields::new(body);
            for size in sizes.iter_mut().filter(|size| **size == u64::from(WIDE)) {
                *size = wide.u64();
            }
            return (!wide.failed).then_some(sizes);
        }
    }
    None
}

/// An error if members overlap each other or the directory: a small file could hold a large one many times.
fn check_places(members: &[Member], directory: u64) -> Outcome<()> {
    let mut places: Vec<&Member> = members.iter().collect();
    places.sort_by_key(|member| member.start);
    for (i, member) in places.iter().enumerate() {
        let next = places.get(i + 1).map_or(directory, |next| next.start);
        let least = 30 + member.raw_name.len() as u64;
        let end = member.start.checked_add(least).and_then(|at| at.checked_add(member.packed));
        if end.is_none_or(|end| end > next) {
            let found = format!("{} bytes of data from byte {}, the next is at {next}", member.packed, member.start);
            return Err(IoError::malformed("a member that reaches into the next", found)
                .at(member.start)
                .in_member(&member.name));
        }
    }
    Ok(())
}
