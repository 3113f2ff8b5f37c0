//! How to print: NumPy's print options, as a value that is handed over.

use std::fmt;
use std::sync::Arc;

use crate::dtype::{Dtype, DtypeKind};
use crate::element::Scalar;

/// What stands before a number that is not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Sign {
    /// Nothing: NumPy's `'-'`.
    #[default]
    Minus,
    /// A plus: NumPy's `'+'`.
    Plus,
    /// A space where a minus might be: NumPy's `' '`.
    Space,
}

/// How many digits of floats are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FloatMode {
    /// Always as many digits after the point as the precision says.
    Fixed,
    /// As few digits as tell each value from its neighbours, whatever the precision.
    Unique,
    /// The same, but at most to the precision.
    #[default]
    MaxPrec,
    /// The same, and each element as many as the one that needs most.
    MaxPrecEqual,
}

/// Elements for which a formatter of one's own can be given. NumPy's keys are in parentheses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FormatKind {
    /// Every element that has no formatter of its own (`all`).
    All,
    /// Booleans (`bool`).
    Bool,
    /// Integers (`int`, `int_kind`).
    Int,
    /// Floats (`float`, `float_kind`).
    Float,
    /// Complex numbers (`complexfloat`, `complex_kind`).
    Complex,
    /// Points in time (`datetime`).
    Datetime,
    /// Spans of time (`timedelta`).
    Timedelta,
    /// Text of every sort (`numpystr`, `str_kind`).
    Text,
    /// Objects (`object`).
    Object,
    /// Opaque bytes (`void`).
    Void,
}

impl FormatKind {
    /// The kind of the elements of a dtype; `None` for records, whose fields have theirs.
    pub(super) fn of(dtype: &Dtype) -> Option<FormatKind> {
        Some(match dtype.kind() {
            DtypeKind::Bool => FormatKind::Bool,
            DtypeKind::Integer | DtypeKind::Unsigned => FormatKind::Int,
            DtypeKind::Float => FormatKind::Float,
            DtypeKind::Complex => FormatKind::Complex,
            DtypeKind::Datetime => FormatKind::Datetime,
            DtypeKind::Timedelta => FormatKind::Timedelta,
            DtypeKind::String => FormatKind::Text,
            DtypeKind::Object => FormatKind::Object,
            DtypeKind::Void => FormatKind::Void,
            _ => return None,
        })
    }
}

/// A function that prints one element.
pub(super) type ElementFormatter = Arc<dyn Fn(&Scalar) -> String + Send + Sync>;

/// How arrays print: NumPy's `set_printoptions`, as a value for [`Array::display_with`](crate::Array::display_with).
///
/// ```
/// use ndtype::{FloatMode, FormatKind, PrintOptions, Sign, array};
/// let a = array![0.5, 2.0 / 3.0];
/// let options = PrintOptions::new().precision(3).float_mode(FloatMode::Fixed).sign(Sign::Plus);
/// assert_eq!(a.display_with(&options).to_string(), "[+0.500 +0.667]");
/// let percent = PrintOptions::new().formatter(FormatKind::Float, |x| format!("{:.0}%", 100.0 * x.as_f64().unwrap()));
/// assert_eq!(format!("{:?}", a.display_with(&percent)), "array([50%, 67%])");
/// ```
#[derive(Clone)]
pub struct PrintOptions {
    pub(super) precision: usize,
    pub(super) threshold: usize,
    pub(super) edge_items: usize,
    pub(super) line_width: usize,
    pub(super) suppress: bool,
    pub(super) nan: String,
    pub(super) inf: String,
    pub(super) sign: Sign,
    pub(super) float_mode: FloatMode,
    pub(super) separator: String,
    pub(super) prefix: String,
    pub(super) suffix: String,
    pub(super) formatters: Vec<(FormatKind, ElementFormatter)>,
}

/// NumPy's defaults.
impl Default for PrintOptions {
    fn default() -> PrintOptions {
        PrintOptions {
            precision: 8,
            threshold: 1000,
            edge_items: 3,
            line_width: 75,
            suppress: false,
            nan: "nan".to_owned(),
            inf: "inf".to_owned(),
            sign: Sign::default(),
            float_mode: FloatMode::default(),
            separator: " ".to_owned(),
            prefix: String::new(),
            suffix: String::new(),
            formatters: Vec::new(),
        }
    }
}

impl PrintOptions {
    /// NumPy's defaults.
    pub fn new() -> PrintOptions {
        PrintOptions::default()
    }

    /// How many digits of floats at most after the point (8).
    #[must_use]
    pub fn precision(mut self, digits: usize) -> PrintOptions {
        self.precision = digits;
        self
    }

    /// Arrays of more elements (than 1000) are summarised. `usize::MAX` for never.
    #[must_use]
    pub fn threshold(mut self, elements: usize) -> PrintOptions {
        self.threshold = elements;
        self
    }

    /// How many elements at either end of an axis a summary shows (3).
    #[must_use]
    #[doc(alias = "edgeitems")]
    pub fn edge_items(mut self, count: usize) -> PrintOptions {
        self.edge_items = count;
        self
    }

    /// How many characters a line has at most (75).
    #[must_use]
    #[doc(alias = "linewidth")]
    pub fn line_width(mut self, characters: usize) -> PrintOptions {
        self.line_width = characters;
        self
    }

    /// Whether small floats print as zeros rather than with an exponent (no).
    #[must_use]
    pub fn suppress(mut self, small: bool) -> PrintOptions {
        self.suppress = small;
        self
    }

    /// What NaN prints as (`nan`).
    #[must_use]
    #[doc(alias = "nanstr")]
    pub fn nan(mut self, text: impl Into<String>) -> PrintOptions {
        self.nan = text.into();
        self
    }

    /// What infinity prints as (`inf`).
    #[must_use]
    #[doc(alias = "infstr")]
    pub fn inf(mut self, text: impl Into<String>) -> PrintOptions {
        self.inf = text.into();
        self
    }

    /// What stands before numbers that are not negative (nothing).
    #[must_use]
    pub fn sign(mut self, sign: Sign) -> PrintOptions {
        self.sign = sign;
        self
    }

    /// How many digits of floats are shown ([`FloatMode::MaxPrec`]).
    #[must_use]
    #[doc(alias = "floatmode")]
    pub fn float_mode(mut self, mode: FloatMode) -> PrintOptions {
        self.float_mode = mode;
        self
    }

    /// What stands between elements (a space). Only [`array2string`](crate::array2string) asks for it.
    #[must_use]
    pub fn separator(mut self, text: impl Into<String>) -> PrintOptions {
        self.separator = text.into();
        self
    }

    /// What is going to stand before the text, so that lines are indented and broken as if it were there. Only
    /// [`array2string`](crate::array2string) asks for it.
    #[must_use]
    pub fn prefix(mut self, text: impl Into<String>) -> PrintOptions {
        self.prefix = text.into();
        self
    }

    /// What is going to stand after the text. Only [`array2string`](crate::array2string) asks for it.
    #[must_use]
    pub fn suffix(mut self, text: impl Into<String>) -> PrintOptions {
        self.suffix = text.into();
        self
    }

    /// Prints elements of a kind with a function instead. The later one counts if there are two for a kind; one for the kind
    /// itself counts more than one for [`FormatKind::All`].
    #[must_use]
    pub fn formatter(
        mut self,
        kind: FormatKind,
        format: impl Fn(&Scalar) -> String + Send + Sync + 'static,
    ) -> PrintOptions {
        self.formatters.push((kind, Arc::new(format)));
        self
    }

    /// Whether a function was given for the kind itself.
    pub(super) fn has_formatter(&self, kind: FormatKind) -> bool {
        self.formatters.iter().any(|(given, _)| *given == kind)
    }

    /// The function that was given for a kind.
    pub(super) fn formatter_for(&self, kind: FormatKind) -> Option<&ElementFormatter> {
        let given = |wanted| self.formatters.iter().rev().find(|(kind, _)| *kind == wanted).map(|(_, format)| format);
        given(kind).or_else(|| given(FormatKind::All))
    }

    /// These options with what the flags of a format string say: `{:.3}` is the precision, `{:+}` the sign, a width the
    /// line width, `{:#}` everything without a summary.
    pub(super) fn with_flags(&self, f: &fmt::Formatter<'_>) -> PrintOptions {
        let mut options = self.clone();
        if let Some(precision) = f.precision() {
            options.precision = precision;
        }
        if let Some(width) = f.width() {
            options.line_width = width;
        }
        if f.sign_plus() {
            options.sign = Sign::Plus;
        }
        if f.alternate() {
            options.threshold = usize::MAX;
        }
        options
    }
}

impl fmt::Debug for PrintOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let formatters: Vec<FormatKind> = self.formatters.iter().map(|(kind, _)| *kind).collect();
        f.debug_struct("PrintOptions")
            .field("precision", &self.precision)
            .field("threshold", &self.threshold)
            .field("edge_items", &self.edge_items)
            .field("line_width", &self.line_width)
            .field("suppress", &self.suppress)
            .field("nan", &self.nan)
            .field("inf", &self.inf)
            .field("sign", &self.sign)
            .field("float_mode", &self.float_mode)
            .field("separator", &self.separator)
            .field("prefix", &self.prefix)
            .field("suffix", &self.suffix)
            .field("formatters", &formatters)
            .finish()
    }
}
