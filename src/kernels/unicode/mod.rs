//! What Python's strings know of code points: what they are, and their cases.
//!
//! The tables are Unicode 14.0, that of Python 3.11; `generate_table.py` writes them. They are their own, not those of Rust's
//! `char`, because that has neither title case nor what Python calls digits, and because its Unicode is that of the compiler:
//! the same data would give other results after an update. What Unicode added since has no case here, and is nothing.

mod table;

use table::{RECORDS, RUNS, SEVERAL};

/// The code points of a case, zeros at the end.
pub(crate) type Case = [u32; 3];

/// What a code point is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Record {
    flags: u16,
    upper: i32,
    lower: i32,
    title: i32,
}

pub(crate) const ALPHA: u16 = 1;
pub(crate) const DECIMAL: u16 = 1 << 1;
pub(crate) const DIGIT: u16 = 1 << 2;
pub(crate) const NUMERIC: u16 = 1 << 3;
pub(crate) const SPACE: u16 = 1 << 4;
pub(crate) const LOWER: u16 = 1 << 5;
pub(crate) const UPPER: u16 = 1 << 6;
pub(crate) const TITLE: u16 = 1 << 7;
/// Has upper or lower case, or is title case, for finding the ends of words.
pub(crate) const CASED: u16 = 1 << 8;
/// Is skipped in finding the ends of words.
pub(crate) const IGNORABLE: u16 = 1 << 9;
/// A case is several code points.
const HAS_SEVERAL: u16 = 1 << 10;

/// The version of Unicode of these tables.
pub(crate) const VERSION: (u8, u8, u8) = table::VERSION;

const PAGE: u32 = 256;
const LIMIT: u32 = 0x11_0000;

/// For each 256 code points, the run of the first one; one more at the end.
static PAGES: [u16; (LIMIT / PAGE) as usize + 1] = pages();

const fn pages() -> [u16; (LIMIT / PAGE) as usize + 1] {
    let mut pages = [0; (LIMIT / PAGE) as usize + 1];
    let (mut run, mut page) = (0, 0);
    while page < pages.len() {
        let first = page as u32 * PAGE;
        while run + 1 < RUNS.len() && RUNS[run + 1] >> 8 <= first {
            run += 1;
        }
        pages[page] = run as u16;
        page += 1;
    }
    pages
}

/// What the ASCII characters are.
static ASCII: [u16; 128] = {
    let mut flags = [0; 128];
    let mut code = 0;
    while code < flags.len() {
        flags[code] = record(code as u32).flags;
        code += 1;
    }
    flags
};

const fn record(code: u32) -> &'static Record {
    if code >= LIMIT {
        // What is no code point is what a surrogate is: nothing.
        return record(0xd800);
    }
    let page = (code / PAGE) as usize;
    // The last run of this page that starts at or before the code point.
    let (mut low, mut high) = (PAGES[page] as usize, PAGES[page + 1] as usize);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if RUNS[middle] >> 8 <= code {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    &RECORDS[(RUNS[low] & 0xff) as usize]
}

/// What a code point is.
#[inline(always)]
pub(crate) fn flags(code: u32) -> u16 {
    match ASCII.get(code as usize) {
        Some(&flags) => flags,
        None => record(code).flags,
    }
}

/// Which case to make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum To {
    Upper,
    Lower,
    Title,
}

/// A code point in another case.
#[inline]
pub(crate) fn case(code: u32, to: To) -> Case {
    let found = record(code);
    if found.flags & HAS_SEVERAL != 0
        && let Ok(at) = SEVERAL.binary_search_by_key(&code, |row| row.0)
    {
        return SEVERAL[at].1[to as usize];
    }
    let step = match to {
        To::Upper => found.upper,
        To::Lower => found.lower,
        To::Title => found.title,
    };
    [code.wrapping_add_signed(step), 0, 0]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_points_are_what_python_says() {
        assert_eq!(VERSION, (14, 0, 0));
        let is = |c: char, flag: u16| flags(c.into()) & flag != 0;
        assert!(is('é', ALPHA) && is('é', LOWER) && !is('é', UPPER) && is('É', UPPER));
        assert!(is('٣', DECIMAL) && is('²', DIGIT) && !is('²', DECIMAL) && is('½', NUMERIC) && !is('½', DIGIT));
        assert!(is('\u{3000}', SPACE) && is('\u{1c}', SPACE) && !is('\u{200b}', SPACE) && is('\'', IGNORABLE));
        assert!(is('ǅ', TITLE) && is('ǅ', CASED));
        assert_eq!(flags(0x11_0000), 0);
        assert_eq!(flags(u32::MAX), 0);
        assert_eq!(flags(0x10_ffff), 0);
        assert_eq!(case(0xdf, To::Upper), [0x53, 0x53, 0]);
        assert_eq!(case(0x1c4, To::Title), [0x1c5, 0, 0]);
        assert_eq!(case(u32::MAX, To::Upper), [u32::MAX, 0, 0]);
    }

    /// Rust's tables are of a later version, which changes no case and no letter that there was.
    #[test]
    fn cases_agree_with_rust() {
        let mut compared = 0;
        for c in (0..=char::MAX as u32).filter_map(char::from_u32) {
            let ours = |to| case(c.into(), to).into_iter().filter(|&code| code != 0).collect::<Vec<u32>>();
            if flags(c.into()) & (LOWER | UPPER | TITLE) != 0 && c != '\0' {
                assert!(c.is_alphabetic() || flags(c.into()) & CASED != 0, "{c:?}");
                let theirs: Vec<u32> = c.to_lowercase().map(u32::from).collect();
                assert_eq!(ours(To::Lower), theirs, "{c:?}");
                compared += 1;
            }
        }
        assert!(compared > 2000, "only {compared}");
    }
}
