//! Where settings come from, and what is wrong with them.
#![allow(clippy::unwrap_used)]

use std::time::Duration;

use server::config::{BadConfig, Config, Layer, LogFormat, StoreKind};

fn flags(values: &[(&str, &str)]) -> Layer {
    Layer::flags(values.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect())
}

fn environment(values: &[(&str, &str)]) -> Layer {
    Layer::environment(values.iter().map(|(name, value)| (name.to_string(), value.to_string())))
}

fn file(text: &str) -> Layer {
    Layer::file("house.toml", text).unwrap()
}

fn one(name: &str, value: &str) -> Result<Config, BadConfig> {
    Config::read(&[flags(&[(name, value)])])
}

#[test]
fn flags_come_before_the_environment_that_before_the_file_that_before_the_defaults() {
    let layers = [
        flags(&[("port", "1")]),
        environment(&[
            ("TEFUDA_PORT", "2"),
            ("TEFUDA_DRAIN", "2s"),
            ("TEFUDA_CONFIG", "x"),
            ("PATH", "/bin"),
        ]),
        file(
            "port = 3\ndrain = '3s'\nlines_port = 'none'\norigins = ['https://a.example', 'http://B.example:81']\n",
        ),
    ];
    let config = Config::read(&layers).unwrap();
    assert_eq!((config.port, config.drain, config.lines_port), (1, Duration::from_secs(2), None));
    let origins: Vec<&str> = config.origins.iter().map(|origin| origin.0.as_str()).collect();
    assert_eq!(origins, ["https://a.example", "http://b.example:81"]);
    assert_eq!((config.store, config.log), (StoreKind::Sqlite, LogFormat::Human));
}

#[test]
fn what_is_printed_is_read_as_the_same() {
    let layers = [
        flags(&[("base_path", "/cards/"), ("trusted_proxies", "10.0.0.0/8, ::1"), ("idle_table", "90m")]),
        flags(&[("public_url", "https://Example.org/"), ("origins", "https://a.example,https://b.example")]),
    ];
    for config in [Config::default(), Config::read(&layers).unwrap()] {
        let printed: Vec<(&str, String)> = config.effective();
        assert_eq!(printed.len(), Config::SETTINGS.len());
        let printed: Vec<(&str, &str)> =
            printed.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(Config::read(&[flags(&printed)]).unwrap(), config);
    }
}

#[test]
fn secrets_are_masked() {
    let secret = "correct-horse-battery";
    let config = one("metrics_token", secret).unwrap();
    assert_eq!(config.metrics_token.as_ref().map(|token| token.reveal()), Some(secret));
    assert!(!format!("{config:?} {:?}", config.effective()).contains(secret));
    assert!(config.effective().contains(&("metrics_token", "(set)".to_owned())));
    let short = one("metrics_token", "tooshort").unwrap_err().to_string();
    assert!(short.contains("metrics_token") && !short.contains("tooshort"), "{short}");
    let broken =
        Layer::file("house.toml", "port = 1\nmetrics_token = correct-horse").err().unwrap().to_string();
    assert!(broken.contains("line 2") && !broken.contains("horse"), "{broken}");
}

#[test]
fn everything_that_is_wrong_is_named_at_once() {
    let layers = [
        flags(&[("port", "70000"), ("store", "paper"), ("colour", "red")]),
        environment(&[("TEFUDA_BASE_PATH", "cards"), ("TEFUDA_FRAME_BYTES", "5")]),
        file("drain = '10 years'\norigins = ['example.org']\nlog_levels = 'info'\n"),
    ];
    let Err(BadConfig(problems)) = Config::read(&layers) else { panic!("it is wrong") };
    let names = ["port", "store", "colour", "base_path", "frame_bytes", "drain", "origins", "log_levels"];
    for name in names {
        let named = problems.iter().filter(|problem| problem.starts_with(&format!("`{name}`"))).count();
        assert_eq!(named, 1, "{name}: {problems:?}");
    }
    assert_eq!(problems.len(), names.len(), "{problems:?}");
}

#[test]
fn a_name_with_a_slip_is_refused_with_what_may_be_meant() {
    let refused = |layer: Layer| Config::read(&[layer]).unwrap_err().0;
    assert_eq!(
        refused(environment(&[("TEFUDA_PROT", "1")])),
        ["`TEFUDA_PROT` in the environment is no setting; is `TEFUDA_PORT` meant?"]
    );
    assert_eq!(
        refused(file("message_bursts = 1")),
        ["`message_bursts` in house.toml is no setting; is `message_burst` meant?"]
    );
    assert_eq!(
        refused(environment(&[("TEFUDA_XYZ", "1")])),
        ["`TEFUDA_XYZ` in the environment is no setting"]
    );
}

#[test]
fn values_that_make_no_sense() {
    for (name, value) in [
        ("host", "localhost"),
        ("port", "-1"),
        ("port", ""),
        ("lines_port", "8080"),
        ("text_port", "8080"),
        ("text_port", "8081"),
        ("text_idle", "0s"),
        ("kierki_port", "8081"),
        ("kierki_preset", "eight"),
        ("kierki_bots", "god"),
        ("kierki_timeout", "0s"),
        ("data", ""),
        ("base_path", "/a//b"),
        ("base_path", "/../b"),
        ("base_path", "/a b"),
        ("public_url", "https://example.org/cards"),
        ("public_url", "ftp://example.org"),
        ("origins", "*"),
        ("origins", "https://user@example.org"),
        ("trusted_proxies", "10.0.0.0/40"),
        ("log_level", "loud"),
        ("idle_connection", "1s"),
        ("idle_connection", "-10s"),
        ("message_burst", "0"),
        ("metrics_token", "with a space in it"),
        ("webhook_url", "example.org/hook"),
        ("webhook_url", "ftp://example.org/hook"),
        ("webhook_url", "https://user:secret@example.org/hook"),
        ("webhook_url", "https://example.org/hook"),
        ("webhook_secret", "whsec_dG9vIHNob3J0"),
        ("webhook_secret", "MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"),
        ("webhook_slow", "1s"),
    ] {
        let problems = one(name, value).unwrap_err().0;
        assert!(problems.len() == 1 && problems[0].contains(name), "{name}={value}: {problems:?}");
    }
    assert!(Layer::file("house.toml", "[limits]\ntables = 5").is_err());
}

#[test]
fn the_address_that_people_open() {
    let url = |values: &[(&str, &str)]| Config::read(&[flags(values)]).unwrap().url();
    assert_eq!(url(&[]), "http://127.0.0.1:8080");
    assert_eq!(url(&[("host", "0.0.0.0"), ("base_path", "/cards")]), "http://localhost:8080/cards");
    assert_eq!(url(&[("host", "::1"), ("port", "80")]), "http://[::1]:80");
    assert_eq!(url(&[("public_url", "https://example.org"), ("base_path", "/")]), "https://example.org");
}

#[test]
fn only_proxies_that_were_named_are_believed() {
    let config = one("trusted_proxies", "10.0.0.0/8,192.0.2.7").unwrap();
    let trusts = |address: &str| config.trusts(address.parse().unwrap());
    assert!(trusts("10.1.2.3") && trusts("::ffff:10.1.2.3") && trusts("192.0.2.7"));
    assert!(!trusts("192.0.2.8") && !trusts("::1"));
    assert!(!Config::default().trusts("127.0.0.1".parse().unwrap()));
}
