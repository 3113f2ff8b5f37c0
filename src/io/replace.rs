//! Replacing files whole: what is written goes by a temporary name in the same folder until it is complete.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::error::{IoError, Outcome};

/// How many names are tried.
const TRIES: usize = 100;

/// A file under a temporary name, removed unless it is kept.
struct Temporary {
    path: PathBuf,
    kept: bool,
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if !self.kept {
            // What cannot be removed is left: there is an error to report already.
            _ = fs::remove_file(&self.path);
        }
    }
}

/// Writes a file: all of it or, if `write` fails, nothing. A file that was there keeps its permissions.
pub(super) fn replace_file(path: &Path, write: impl FnOnce(&mut File) -> Outcome<()>) -> Outcome<()> {
    let fail = |doing, error| IoError::system(doing)(error).in_file(path);
    replace_file_or(path, fail, |file| write(file).map_err(|error| error.in_file(path)))
}

/// The same with errors of any sort: `fail` makes one of what could not be done and what the system says about it.
pub(super) fn replace_file_or<E>(
    path: &Path,
    fail: impl Fn(&'static str, io::Error) -> E,
    write: impl FnOnce(&mut File) -> Result<(), E>,
) -> Result<(), E> {
    // What a link points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if target.is_dir() {
        return Err(fail("write the file", io::ErrorKind::IsADirectory.into()));
    }
    // Pipes and devices have nothing to be replaced.
    if fs::metadata(&target).is_ok_and(|meta| !meta.is_file()) {
        let file = OpenOptions::new().write(true).open(&target);
        return write(&mut file.map_err(|error| fail("open the file", error))?);
    }
    let (mut file, mut temporary) = create_beside(&target).map_err(|error| fail("create a file", error))?;
    write(&mut file)?;
    if let Ok(meta) = fs::metadata(&target) {
        _ = file.set_permissions(meta.permissions());
    }
    drop(file);
    fs::rename(&temporary.path, &target).map_err(|error| fail("rename the new file", error))?;
    temporary.kept = true;
    Ok(())
}

fn create_beside(target: &Path) -> io::Result<(File, Temporary)> {
    static NUMBER: AtomicU32 = AtomicU32::new(0);
    let Some(name) = target.file_name() else { return Err(io::ErrorKind::InvalidInput.into()) };
    let mut last = io::Error::from(io::ErrorKind::AlreadyExists);
    for _ in 0..TRIES {
        let mut hidden = std::ffi::OsString::from(".");
        hidden.push(name);
        hidden.push(format!(".{}-{}.tmp", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed)));
        let path = target.with_file_name(hidden);
        match OpenOptions::new().read(true).write(true).create_new(true).open(&path) {
            Ok(file) => return Ok((file, Temporary { path, kept: false })),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => last = error,
            Err(error) => return Err(error),
        }
    }
    Err(last)
}
