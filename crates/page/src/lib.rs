//! The page that browsers get, inside of the program.
//!
//! It is written in `web`, and `web/dist` is what is built from it. The rule by which that comes into the program:
//!
//! 1. With `TEFUDA_NO_PAGE=1` in the environment there is no page, and nothing is built.
//! 2. If `web/dist` is older than its sources, or missing, `npm run build` makes it (after `npm install` where that was never done).
//! 3. `web/dist` as it then is becomes the page. A warning says so if it is older than its sources since npm is missing or failed; if there
//!    is none at all, a warning says why, the program has no page, and serves a plain one in its place.
//!
//! A file may stand there packed too, as `FILE.br` and `FILE.gz`: these are no files of their own, but other forms of it.
//!
//! ```
//! let page = page::PAGE;
//! assert_eq!(page.file("index.html").is_some(), !page.files().is_empty());
//! assert!(page.file("../Cargo.toml").is_none());
//! ```

/// The page that was there when the program was built.
pub static PAGE: Page = Page::new(&include!(concat!(env!("OUT_DIR"), "/files.rs")));

/// The files of a page.
#[derive(Clone, Copy, Debug)]
pub struct Page {
    files: &'static [File],
}

/// A file of the page.
#[derive(Clone, Copy, Debug)]
pub struct File {
    /// Where it lies in the page, without a slash at the front.
    pub path: &'static str,
    /// As it is.
    pub plain: &'static [u8],
    /// Packed with Brotli.
    pub brotli: Option<&'static [u8]>,
    /// Packed with gzip.
    pub gzip: Option<&'static [u8]>,
}

impl Page {
    /// A page of these files; without an `index.html` it is none.
    pub const fn new(files: &'static [File]) -> Page {
        Page { files }
    }

    /// All of its files.
    pub fn files(self) -> &'static [File] {
        self.files
    }

    /// The file at this path, which is compared letter by letter.
    pub fn file(self, path: &str) -> Option<&'static File> {
        self.files.iter().find(|file| file.path == path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_forms_are_no_files_of_their_own() {
        for file in PAGE.files() {
            for ending in [".br", ".gz"] {
                let stem = file.path.strip_suffix(ending);
                assert!(stem.is_none_or(|stem| PAGE.file(stem).is_none()), "{}", file.path);
            }
        }
    }
}
