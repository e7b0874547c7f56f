use std::fs;
use std::path::Path;

use crate::run::{scratch, tefuda};

#[test]
fn the_same_seed_gives_the_same_weights() {
    let files = ["once.net", "twice.net"].map(scratch);
    for (file, cores) in files.iter().zip(["1", "2"]) {
        let arguments = [
            "train",
            "koikoi",
            "--matches",
            "48",
            "--seed",
            "3",
            "--cores",
            cores,
            "--out",
            file.to_str().unwrap(),
        ];
        let run = tefuda(&arguments, "");
        assert_eq!(run.code, 0, "{}", run.stderr);
        let said: Vec<&str> = run.stdout.lines().map(|line| line.split_once("loss").unwrap().0).collect();
        assert!(
            matches!(said[..], ["16 matches: ", "32 matches: ", last] if last.starts_with("48 matches in")),
            "{}",
            run.stdout
        );
        assert!(run.stderr.is_empty(), "no progress bar where nobody watches: {}", run.stderr);
    }
    let [once, twice] = files.map(|file| fs::read(file).unwrap());
    assert!(once == twice);
}

#[test]
fn a_file_that_holds_no_weights_is_refused() {
    let file = scratch("no.net");
    fs::write(&file, "hello").unwrap();
    let run = tefuda(&["train", "koikoi", "--exam", file.to_str().unwrap()], "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("no file of weights for Koi-Koi"), "{}", run.stderr);
    let house = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/weights/koikoi.net");
    let run = tefuda(&["train", "koikoi", "--exam", house, "--against", file.to_str().unwrap()], "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("no file of weights for Koi-Koi"), "{}", run.stderr);
    assert_eq!(tefuda(&["train", "koikoi", "--against", house, "--out", "x"], "").code, 2);
}

#[test]
fn a_file_without_an_end_is_read_to_no_end() {
    let run = tefuda(&["train", "koikoi", "--exam", "/dev/zero"], "");
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("no file of weights for Koi-Koi"), "{}", run.stderr);
}

#[test]
fn what_was_learned_replaces_a_file_and_nothing_else() {
    let folder = scratch("weights");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join("new.net");
    fs::write(&file, "old").unwrap();
    let train =
        |out: &Path| tefuda(&["train", "koikoi", "--matches", "16", "--out", out.to_str().unwrap()], "");
    for out in [&folder, Path::new("/dev/null"), Path::new("/no/such/place.net")] {
        let run = train(out);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{}", out.display());
    }
    assert_eq!(train(&file).code, 0);
    assert!(fs::read(&file).unwrap().starts_with(b"koikoi-1"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing is left beside it");
}

#[test]
fn options_that_make_no_sense_are_refused() {
    for (arguments, asks, does_not_ask) in [
        (&["koikoi", "--lesson", "rules", "--out", "x"][..], "--lesson is for Kierki", "--exam"),
        (&["koikoi", "--against", "x"], "--exam", "--out <"),
        (&["koikoi", "--exam", "x", "--seed", "5"], "cannot be used with", "--out <"),
    ] {
        let run = tefuda(&[&["train"], arguments].concat(), "");
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(run.stderr.contains(asks) && !run.stderr.contains(does_not_ask), "{}", run.stderr);
    }
}

#[test]
fn weights_against_themselves_win_as_often_as_they_lose() {
    let house = concat!(env!("CARGO_MANIFEST_DIR"), "/../bots/weights/koikoi.net");
    let run = tefuda(&["train", "koikoi", "--exam", house, "--against", house], "");
    assert!(run.stdout.contains("wins 50.0% of 20000 matches against the other"), "{}", run.stdout);
}

#[test]
fn prices_of_kierki_are_learned_the_same_too() {
    let files = ["once.bin", "twice.bin"].map(scratch);
    for file in &files {
        let run = tefuda(&["train", "kierki", "--matches", "30", "--out", file.to_str().unwrap()], "");
        assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    }
    let [once, twice] = files.map(|file| fs::read(file).unwrap());
    assert!(once == twice && once.iter().any(|byte| *byte != 0));
    assert_eq!(tefuda(&["train", "kierki", "--exam", "x"], "").code, 2);
}
