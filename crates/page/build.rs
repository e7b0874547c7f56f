//! Puts the page into the program. The rule is on the front page of the crate.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// What the page is built from. The Makefile has the same list.
const SOURCES: [&str; 9] = [
    "src",
    "public",
    "art",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

fn main() {
    // Asked now, and not when this was compiled: the sources may have been moved since.
    let folder = |name| PathBuf::from(std::env::var_os(name).expect("cargo says where everything is"));
    let (web, out) = (folder("CARGO_MANIFEST_DIR").join("../../web"), folder("OUT_DIR"));
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=TEFUDA_NO_PAGE");
    let files = match embed(&web, &out) {
        Ok(files) => files,
        Err(why) => {
            println!("cargo::warning=the page is not in this program: {why}");
            "[]".to_owned()
        }
    };
    fs::write(out.join("files.rs"), files).expect("the output directory takes files");
}

/// The list of files as Rust.
fn embed(web: &Path, out: &Path) -> Result<String, String> {
    if std::env::var_os("TEFUDA_NO_PAGE").is_some_and(|set| set == "1") {
        return Ok("[]".to_owned());
    }
    let sources = SOURCES.map(|source| web.join(source));
    let dist = web.join("dist");
    let index = dist.join("index.html");
    for source in sources.iter().filter(|source| source.exists()) {
        println!("cargo::rerun-if-changed={}", source.display());
    }
    let fresh = changed(&index).is_some_and(|built| newest(&sources).is_none_or(|source| source <= built));
    let buildable = web.join("package.json").exists();
    let built = if fresh || !buildable { Ok(false) } else { build(web).map(|()| true) };
    // What was written just now would look changed the next time.
    if built != Ok(true) {
        if buildable {
            fs::create_dir_all(&dist).map_err(|why| format!("{}: {why}", dist.display()))?;
        }
        if dist.exists() {
            println!("cargo::rerun-if-changed={}", dist.display());
        }
    }
    match built {
        Err(why) if index.exists() => println!("cargo::warning=the page is older than its sources: {why}"),
        Err(why) => return Err(why),
        Ok(_) if !index.exists() => return Err(format!("there is no {}", index.display())),
        Ok(_) => {}
    }
    let text = fs::read_to_string(&index).map_err(|why| format!("{}: {why}", index.display()))?;
    if !text.contains("<!-- head -->") {
        return Err("web/dist/index.html has no `<!-- head -->`".to_owned());
    }
    listed(&dist, &out.join("dist")).map_err(|why| format!("{}: {why}", dist.display()))
}

/// Builds `web/dist`.
fn build(web: &Path) -> Result<(), String> {
    let npm = |arguments: &[&str]| {
        let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
        let ran = Command::new(program).args(arguments).current_dir(web).output();
        let ran = ran.map_err(|why| format!("npm cannot be run ({why})"))?;
        if ran.status.success() {
            return Ok(());
        }
        let said = String::from_utf8_lossy(&ran.stderr).trim().replace('\n', " / ");
        Err(format!("`npm {}` failed: {said}", arguments.join(" ")))
    };
    if !web.join("node_modules").exists() {
        npm(&["ci", "--no-audit", "--no-fund"])?;
    }
    npm(&["run", "build"])
}

/// The files of the page, copied: what the program holds must not change while it is compiled.
fn listed(dist: &Path, copy: &Path) -> io::Result<String> {
    let mut paths = Vec::new();
    walk(dist, &mut paths)?;
    paths.sort();
    if copy.exists() {
        fs::remove_dir_all(copy)?;
    }
    let mut list = String::from("[\n");
    for path in &paths {
        let name = path.strip_prefix(dist).unwrap_or(path);
        let target = copy.join(name);
        fs::create_dir_all(target.parent().unwrap_or(copy))?;
        fs::copy(path, &target)?;
        let packed = |ending: &str| {
            let packed = with_ending(path, ending);
            paths.binary_search(&packed).is_ok().then(|| with_ending(&target, ending))
        };
        let is_packed = ["br", "gz"].iter().any(|ending| {
            path.extension() == Some(OsStr::new(ending))
                && paths.binary_search(&path.with_extension("")).is_ok()
        });
        if is_packed {
            continue;
        }
        let name: Vec<_> = name.components().map(|part| part.as_os_str().to_string_lossy()).collect();
        let included = |path: Option<PathBuf>| match path {
            Some(path) => format!("Some(include_bytes!({path:?}))"),
            None => "None".to_owned(),
        };
        let _ = writeln!(
            list,
            "File {{ path: {:?}, plain: include_bytes!({target:?}), brotli: {}, gzip: {} }},",
            name.join("/"),
            included(packed("br")),
            included(packed("gz")),
        );
    }
    list.push(']');
    Ok(list)
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn walk(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

fn changed(path: &Path) -> Option<SystemTime> {
    path.metadata().ok()?.modified().ok()
}

/// When the newest of these, or of what is in them, was changed.
fn newest(paths: &[PathBuf]) -> Option<SystemTime> {
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            // What cannot be read cannot be built either, and that is said then.
            let _ = walk(path, &mut files);
        } else {
            files.push(path.clone());
        }
    }
    files.iter().filter_map(|path| changed(path)).max()
}
