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
    // What a link points to is replaced, not the link.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let named = |error: Box<IoError>| error.in_file(path);
    if target.is_dir() {
        let error = io::Error::from(io::ErrorKind::IsADirectory);
        return Err(named(IoError::system("write the file")(error)));
    }
    // Pipes and devices have nothing to be replaced.
    if fs::metadata(&target).is_ok_and(|meta| !meta.is_file()) {
        let mut file =
            OpenOptions::new().write(true).open(&target).map_err(IoError::system("open the file")).map_err(named)?;
        return write(&mut file).map_err(named);
    }
    let (mut file, mut temporary) = create_beside(&target).map_err(IoError::system("create a file")).map_err(named)?;
    write(&mut file).map_err(named)?;
    if let Ok(meta) = fs::metadata(&target) {
        _ = file.set_permissions(meta.permissions());
    }
    drop(file);
    fs::rename(&temporary.path, &target).map_err(IoError::system("rename the new file")).map_err(named)?;
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
