//! Each way of sorting against the standard library's.

use super::*;
use crate::simd::forced;

fn random(seed: &mut u64) -> u64 {
    *seed ^= *seed << 13;
    *seed ^= *seed >> 7;
    *seed ^= *seed << 17;
    *seed
}

/// Rows of several sizes and kinds.
fn rows(mut each: impl FnMut(&[u64])) {
    let mut seed = 88172645463325252;
    for n in
        [0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31, 63, 64, 65, 100, 127, 128, 129, 200, 255, 256, 257, 500, 2000, 40_000]
    {
        for shape in 0..7 {
            let row: Vec<u64> = (0..n)
                .map(|i| match shape {
                    0 => random(&mut seed),
                    1 => random(&mut seed) % 5,
                    2 => i,
                    3 => n - i,
                    4 => u64::MAX - random(&mut seed) % 3,
                    5 => random(&mut seed) >> (random(&mut seed) % 64),
                    _ if i % 97 == 3 => 4,
                    _ => u64::MAX * (i % 2),
                })
                .collect();
            each(&row);
        }
    }
}

#[test]
fn keys_are_sorted() {
    let mut checks = 0;
    rows(|row| {
        forced::each(|isa| {
            let mut scratch = Vec::new();
            let (mut got, mut want) = (row.to_vec(), row.to_vec());
            u64::sort(&mut got, &mut scratch);
            want.sort_unstable();
            assert_eq!(got, want, "{isa:?} {}", row.len());
            let mut got: Vec<u32> = row.iter().map(|&key| key as u32).collect();
            let mut want = got.clone();
            u32::sort(&mut got, &mut Vec::new());
            want.sort_unstable();
            assert_eq!(got, want, "{isa:?} {}", row.len());
            let mut got: Vec<u16> = row.iter().map(|&key| key as u16).collect();
            let mut want = got.clone();
            u16::sort(&mut got, &mut Vec::new());
            want.sort_unstable();
            assert_eq!(got, want, "{isa:?} {}", row.len());
            checks += 3;
        });
    });
    println!("{checks} rows");
}

#[test]
fn orders_are_stable() {
    rows(|row| {
        let mut want: Vec<i64> = (0..row.len() as i64).collect();
        want.sort_by_key(|&i| row[i as usize]);
        forced::each(|isa| assert_eq!(order(row, row.len()), want, "{isa:?} {}", row.len()));
        let compared = merge_sort(row.len(), |a, b| Ok(row[a] < row[b])).unwrap();
        assert_eq!(compared, want);
    });
}

/// Elements of three words.
struct Three<'a>(&'a [u64]);

impl Words for Three<'_> {
    fn levels(&self) -> usize {
        3
    }

    fn word(&self, level: usize, row: usize) -> u64 {
        match level {
            0 => self.0[row] % 3,
            1 => self.0[row] >> 60,
            _ => self.0[row],
        }
    }
}

#[test]
fn several_words_are_compared_in_turn() {
    rows(|row| {
        let words = Three(row);
        let mut want: Vec<i64> = (0..row.len() as i64).collect();
        want.sort_by(|&a, &b| words.compare(a as usize, b as usize));
        assert_eq!(order(&words, row.len()), want);
    });
}

#[test]
fn parts_make_no_difference() {
    rows(|row| {
        forced::each(|isa| {
            let (mut got, mut want) = (row.to_vec(), row.to_vec());
            sort_parts(&mut got);
            want.sort_unstable();
            assert_eq!(got, want, "{isa:?}");
            let mut got: Vec<u32> = row.iter().map(|&key| key as u32).collect();
            let mut want = got.clone();
            sort_parts(&mut got);
            want.sort_unstable();
            assert_eq!(got, want, "{isa:?}");
        });
    });
}

#[test]
fn words_are_found() {
    rows(|row| {
        let mut sorted = row.to_vec();
        sorted.sort_unstable();
        let wanted: Vec<u64> = row.iter().flat_map(|&w| [w, w.wrapping_add(1), w.wrapping_sub(1)]).take(999).collect();
        let mut got = vec![0; wanted.len()];
        for right in [false, true] {
            search(&sorted, &wanted, right, &mut got);
            for (&word, &got) in wanted.iter().zip(&got) {
                let before = |&x: &u64| if right { x <= word } else { x < word };
                assert_eq!(got as usize, sorted.partition_point(before));
            }
        }
    });
}

#[test]
fn floats_that_are_equal_keep_their_order() {
    let coding = Coding::Float { infinity: f64::INFINITY.to_bits() };
    let nan = f64::NAN.to_bits();
    let mut seed = 5;
    for n in [5, 50, 500, 5000] {
        let row: Vec<u64> = (0..n)
            .map(|_| match random(&mut seed) % 6 {
                0 => nan | (random(&mut seed) % 9),
                1 => nan | 1 << 63,
                2 => 0,
                3 => 1 << 63,
                4 => (random(&mut seed) as i64 as f64).to_bits(),
                _ => f64::NEG_INFINITY.to_bits(),
            })
            .collect();
        let mut want = row.clone();
        want.sort_by(|&a, &b| {
            let (a, b) = (f64::from_bits(a), f64::from_bits(b));
            a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
        });
        let mut got = row.clone();
        sort_rows(&mut got, n, &coding);
        assert_eq!(got, want);
        let mut bits = vec![0; n];
        words(&row, &coding, &mut bits);
        let ordered: Vec<u64> = order(&bits[..], n).iter().map(|&i| row[i as usize]).collect();
        assert_eq!(ordered, want);
    }
}

#[test]
fn bytes_are_sorted_by_their_keys() {
    let mut seed = 5;
    let table: [u8; 256] = std::array::from_fn(|byte| (byte as u8).wrapping_mul(7) / 2);
    for n in [1, 10, 100, 1000] {
        let row: Vec<u8> = (0..n).map(|_| random(&mut seed) as u8).collect();
        let (mut got, mut want) = (row.clone(), row);
        sort_byte_rows(&mut got, n, &Coding::Table(table));
        want.sort_by_key(|&byte| table[byte as usize]);
        assert_eq!(got, want);
    }
}

#[test]
fn selected_places_are_those_of_the_sorted_row() {
    rows(|row| {
        let n = row.len();
        let mut want = row.to_vec();
        want.sort_unstable();
        for kth in [vec![0], vec![n / 2], vec![n.saturating_sub(1)], vec![n / 5, n / 3, n / 2]] {
            if n == 0 {
                continue;
            }
            forced::each(|isa| {
                let mut got = row.to_vec();
                select_rows(&mut got, n, &kth, &Coding::Unsigned);
                let mut start = 0;
                for &k in &kth {
                    assert_eq!(got[k], want[k], "{isa:?} {n} {kth:?}");
                    assert!(got[start..k].iter().all(|&x| x <= want[k]), "{isa:?} {n} {kth:?}");
                    assert!(got[k..].iter().all(|&x| x >= want[k]), "{isa:?} {n} {kth:?}");
                    start = k;
                }
                got.sort_unstable();
                assert_eq!(got, want);
            });
        }
    });
}
