//! Decimal numbers at the start of a text, eight digits at a time, and the digits of floats.
//!
//! What it refuses is left to slower code: more than 19 digits, the very smallest and largest floats, and numbers so close to
//! the middle between two that 128 bits do not tell on which side they are.

/// Powers of five are kept for exponents from `-RANGE` to `RANGE`, both included.
const RANGE: i32 = 330;

/// 128 bits of a power of five, the highest of them set and the rest cut off, and what power of two belongs to the lowest.
static POWERS: [(u128, i32); 2 * RANGE as usize + 1] = powers();

/// Numbers of so many limbs, the lowest first: large enough for `5^330`, and for `2^959 / 5^330` with 128 bits left.
const LIMBS: usize = 15;

#[expect(clippy::large_stack_arrays, reason = "it is made when the crate is compiled")]
const fn powers() -> [(u128, i32); 2 * RANGE as usize + 1] {
    let mut table = [(0, 0); 2 * RANGE as usize + 1];
    let (mut up, mut down) = ([0u64; LIMBS], [0u64; LIMBS]);
    up[0] = 1;
    down[LIMBS - 1] = 1 << 63;
    let mut q = 0;
    while q <= RANGE as usize {
        table[RANGE as usize + q] = top(&up, 0);
        table[RANGE as usize - q] = top(&down, 64 * LIMBS as i32 - 1);
        let (mut carry, mut rest, mut i) = (0u128, 0u128, 0);
        while i < LIMBS {
            let high = LIMBS - 1 - i;
            carry += up[i] as u128 * 5;
            up[i] = carry as u64;
            carry >>= 64;
            // What is cut off in each step is cut off of the whole quotient, no more.
            rest = (rest << 64) | down[high] as u128;
            down[high] = (rest / 5) as u64;
            rest %= 5;
            i += 1;
        }
        q += 1;
    }
    table
}

/// The highest 128 bits of `number / 2^scale`.
const fn top(number: &[u64; LIMBS], scale: i32) -> (u128, i32) {
    let mut high = LIMBS - 1;
    while number[high] == 0 {
        high -= 1;
    }
    let one = number[high] as u128;
    let two = if high >= 1 { number[high - 1] as u128 } else { 0 };
    let three = if high >= 2 { number[high - 2] as u128 } else { 0 };
    let shift = number[high].leading_zeros();
    let bits = (one << 64 | two) << shift | if shift == 0 { 0 } else { three >> (64 - shift) };
    (bits, 64 * (high as i32 - 1) - shift as i32 - scale)
}

/// The powers of ten that are floats.
const EXACT: [f64; 23] = [
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20,
    1e21, 1e22,
];

/// The float nearest to `digits * 10^power`; `None` if that is not found here.
#[inline]
fn scaled(digits: u64, power: i32) -> Option<f64> {
    if digits == 0 {
        return Some(0.0);
    }
    if digits < 1 << 53 && power.unsigned_abs() < EXACT.len() as u32 {
        // Both are floats, so that their quotient or product is rounded once.
        let (x, ten) = (digits as f64, EXACT[power.unsigned_abs() as usize]);
        return Some(if power < 0 { x / ten } else { x * ten });
    }
    if !(-RANGE..=RANGE).contains(&power) {
        return None;
    }
    let (product, scale) = times_power(digits, power);
    let shift = product.ilog2() - 52;
    let rounded = cut(product, shift)? as u64;
    let exponent = shift as i32 + scale + 52 + 1023;
    // A carry out of the fraction goes to the exponent, where it belongs.
    (1..=2045).contains(&exponent).then(|| f64::from_bits(((exponent as u64) << 52) + (rounded - (1 << 52))))
}

/// `product * 2^scale` for `number * 10^power`, where less than 2 is missing of the product. The power is one of the table, the
/// number is not zero.
#[inline]
fn times_power(number: u64, power: i32) -> (u128, i32) {
    let (five, scale) = POWERS[(power + RANGE) as usize];
    let zeros = number.leading_zeros();
    let number = u128::from(number << zeros);
    // The highest 128 of 192 bits. What is cut off of the power and of the product is less than 1 each.
    let product = number * (five >> 64) + ((number * (five & u128::from(u64::MAX))) >> 64);
    (product, 64 + scale - zeros as i32 + power)
}

/// A product without its lowest bits, rounded; `None` if what is missing of it decides.
#[inline]
fn cut(product: u128, bits: u32) -> Option<u128> {
    let (whole, rest, half) = (product >> bits, product & ((1 << bits) - 1), 1u128 << (bits - 1));
    // Which of the two comes next nobody can tell: it is added, not branched on.
    let up = rest > half;
    (up || rest + 2 <= half).then_some(whole + u128::from(up))
}

/// `x * 10^power` rounded to an integer, `u64::MAX` for anything larger; `None` if that is not found here. A number that is
/// negative or not finite has no digits.
#[inline]
pub(super) fn rounded(x: f64, power: i32) -> Option<u64> {
    let bits = x.to_bits();
    let (biased, fraction) = ((bits >> 52) as i32, bits & ((1 << 52) - 1));
    if bits == 0 {
        return Some(0);
    }
    if !(1..=2046).contains(&biased) || !(-RANGE..=RANGE).contains(&power) {
        return None;
    }
    let (product, scale) = times_power(fraction | (1 << 52), power);
    match -(scale + biased - 1075) {
        ..64 => Some(u64::MAX),
        bits @ 64..128 => cut(product, bits as u32).map(|whole| u64::try_from(whole).unwrap_or(u64::MAX)),
        // Less than a half, but for the very first, which may be anything up to one.
        128 => None,
        _ => Some(0),
    }
}

/// `x` as `d.ddd * 10^e` with so many digits behind the point, at most 18: all digits as one number, and `e`.
#[inline]
pub(super) fn scientific(x: f64, precision: usize) -> Option<(u64, i32)> {
    if precision >= MOST {
        return None;
    }
    if x == 0.0 {
        return Some((0, 0));
    }
    // Of the power of two below it, so that it is never too large; one too small at most.
    let binary = (x.to_bits() >> 52) as i32 - 1023;
    let least = (binary * 78_913) >> 18;
    let limit = 10u64.pow(precision as u32 + 1);
    for exponent in least..least + 3 {
        let digits = rounded(x, precision as i32 - exponent)?;
        if digits < limit {
            return (digits >= limit / 10).then_some((digits, exponent));
        }
    }
    None
}

/// Writes a number with zeros in front up to a width of at most 20, into a buffer for it.
#[inline]
pub(super) fn write_digits(buffer: &mut [u8; 20], mut number: u64, width: usize) -> &str {
    let mut start = 20;
    while number > 0 || start > 20 - width {
        start -= 1;
        buffer[start] = b'0' + (number % 10) as u8;
        number /= 10;
    }
    std::str::from_utf8(&buffer[start..]).unwrap_or_default()
}

const TENS: [u64; 9] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000];

/// Takes digits from `at` on into `number`, which wraps around, and says where they end.
#[inline]
fn take_digits(text: &[u8], mut at: usize, number: &mut u64) -> usize {
    while let Some(Ok(eight)) = text.get(at..at + 8).map(<[u8; 8]>::try_from) {
        let digits = u64::from_le_bytes(eight) ^ 0x3030_3030_3030_3030;
        let others = (digits | digits.wrapping_add(0x0606_0606_0606_0606)) & 0xf0f0_f0f0_f0f0_f0f0;
        let count = (others.trailing_zeros() / 8) as usize;
        if count == 0 {
            return at;
        }
        // Zeros in front of those that count; then sums of neighbours: two, four, eight digits.
        let digits = digits << (64 - 8 * count);
        let pairs = digits.wrapping_mul(10).wrapping_add(digits >> 8);
        let low = (pairs & 0x0000_00ff_0000_00ff).wrapping_mul(0x000f_4240_0000_0064);
        let high = ((pairs >> 16) & 0x0000_00ff_0000_00ff).wrapping_mul(0x0000_2710_0000_0001);
        let value = low.wrapping_add(high) >> 32;
        *number = number.wrapping_mul(TENS[count]).wrapping_add(value);
        at += count;
        if count < 8 {
            return at;
        }
    }
    while let Some(digit) = text.get(at).filter(|byte| byte.is_ascii_digit()) {
        *number = number.wrapping_mul(10).wrapping_add(u64::from(digit - b'0'));
        at += 1;
    }
    at
}

/// A sign, and where it ends.
#[inline]
fn take_sign(text: &[u8], at: usize) -> (bool, usize) {
    match text.get(at) {
        Some(b'-') => (true, at + 1),
        Some(b'+') => (false, at + 1),
        _ => (false, at),
    }
}

/// The most digits that 64 bits always hold.
const MOST: usize = 19;

/// The float that a text has at a place, and where it ends. `None` for what is no such number and what is not read here.
#[inline]
pub(super) fn float_at(text: &[u8], start: usize) -> Option<(f64, usize)> {
    let (negative, first) = take_sign(text, start);
    let mut digits = 0;
    let mut at = take_digits(text, first, &mut digits);
    let (mut count, mut power) = (at - first, 0);
    if text.get(at) == Some(&b'.') {
        let point = at + 1;
        at = take_digits(text, point, &mut digits);
        count += at - point;
        power = -i32::try_from(at - point).ok()?;
    }
    if count == 0 || count > MOST {
        return None;
    }
    if let Some(b'e' | b'E') = text.get(at) {
        let (below, first) = take_sign(text, at + 1);
        let mut exponent = 0;
        at = take_digits(text, first, &mut exponent);
        if at == first || at - first > 4 {
            return None;
        }
        power += if below { -(exponent as i32) } else { exponent as i32 };
    }
    let size = scaled(digits, power)?;
    Some((if negative { -size } else { size }, at))
}

/// The integer that a text has at a place, and where it ends. `None` for what is no integer of at most 18 digits.
#[inline]
pub(super) fn integer_at(text: &[u8], start: usize) -> Option<(i64, usize)> {
    let (negative, first) = take_sign(text, start);
    let mut digits = 0;
    let at = take_digits(text, first, &mut digits);
    if at == first || at - first >= MOST {
        return None;
    }
    let size = digits as i64;
    Some((if negative { -size } else { size }, at))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compared with what the standard library reads; ends where it should.
    fn check(text: &str) -> bool {
        match float_at(text.as_bytes(), 0) {
            Some((value, end)) => {
                assert_eq!(end, text.len(), "{text}");
                assert_eq!(value.to_bits(), text.parse::<f64>().unwrap().to_bits(), "{text}");
                true
            }
            None => false,
        }
    }

    #[test]
    fn floats_are_those_of_the_standard_library() {
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        let mut found = 0;
        for _ in 0..200_000 {
            let digits = next() >> (next() % 64);
            let power = (next() % 140) as i32 - 70;
            found += usize::from(check(&format!("{digits}e{power}")));
            let x = f64::from_bits(next());
            let x = if x.is_finite() { x } else { 1.5 };
            // Those between two floats as well.
            found += usize::from(check(&format!("{x:.18e}")));
            let near = 1.0 + (next() % 4096) as f64 * f64::EPSILON;
            found += usize::from(check(&format!("{near:.17}")));
            found += usize::from(check(&format!("{}.{:04}", (digits >> 32) as i32, next() % 10_000)));
        }
        assert!(found > 500_000, "{found}");
        for text in ["0", "-0", "0.5", "1.", ".5", "+1e0", "1e22", "8.5e-300", "9007199254740994"] {
            assert!(check(text), "{text}");
        }
        // Just between two floats.
        for text in ["9007199254740993", "9007199254740995", "1e23"] {
            assert!(!check(text), "{text}");
        }
    }

    #[test]
    fn digits_are_those_of_the_standard_library() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut found = 0;
        for round in 0..100_000 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let x = match round % 4 {
                0 => f64::from_bits(state & !(1 << 63)),
                1 => (state >> 40) as f64 / 1024.0,
                2 => (state % 1000) as f64 * 0.001,
                _ => 10f64.powi((state % 600) as i32 - 300),
            };
            let precision = (state >> 20) as usize % 19;
            let mut buffer = [0; 20];
            if !x.is_finite() {
                continue;
            }
            if let Some((digits, exponent)) = scientific(x, precision) {
                let text = write_digits(&mut buffer, digits, precision + 1);
                let point = if precision > 0 { "." } else { "" };
                assert_eq!(format!("{}{point}{}e{exponent}", &text[..1], &text[1..]), format!("{x:.precision$e}"));
                found += 1;
            }
            if let Some(digits) = rounded(x, precision as i32).filter(|&digits| digits < u64::MAX) {
                let text = write_digits(&mut buffer, digits, precision + 1);
                let plain = format!("{x:.precision$}").replace('.', "");
                assert_eq!(text, format!("{:0>1$}", plain.trim_start_matches('0'), precision + 1));
                found += 1;
            }
        }
        assert!(found > 100_000, "{found}");
    }

    #[test]
    fn what_is_no_number_is_none() {
        for text in
            ["", "-", "+", ".", "e5", "1e", "1e+", "-.e1", "x", "nan", "12345678901234567890", "1e99999", "1e310"]
        {
            assert!(float_at(text.as_bytes(), 0).is_none(), "{text}");
        }
        assert_eq!(float_at(b"1.5x", 0), Some((1.5, 3)));
        assert_eq!(integer_at(b"-123456789012345678,", 0), Some((-123_456_789_012_345_678, 19)));
        assert_eq!(integer_at(b"1234567890123456789", 0), None);
        assert_eq!(integer_at(b"-", 0), None);
    }
}
