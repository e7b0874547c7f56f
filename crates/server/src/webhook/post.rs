use std::time::{Duration, SystemTime, UNIX_EPOCH};

use data_encoding::BASE64;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use ureq::Agent;

use super::Event;
use crate::config::{HookKey, HookUrl};

/// The way to the receiver.
pub(super) struct Post {
    agent: Agent,
    url: HookUrl,
    key: HookKey,
}

/// What became of a try. Nothing of it tells the address, which may be a secret.
pub(super) enum Tried {
    Taken,
    /// The receiver does not want it.
    Refused(String),
    /// It may want it later.
    Later(String),
}

impl Post {
    pub(super) fn new(url: HookUrl, key: HookKey, answer: Duration) -> Post {
        // What the settings do not say is not done: no proxy of the environment, no way to elsewhere.
        let config = Agent::config_builder()
            .timeout_global(Some(answer))
            .http_status_as_error(false)
            .max_redirects(0)
            .max_redirects_will_error(false)
            .proxy(None)
            .user_agent(concat!("tefuda/", env!("CARGO_PKG_VERSION")))
            .build();
        Post { agent: config.into(), url, key }
    }

    /// Tries it once.
    pub(super) fn send(&self, event: &Event) -> Tried {
        // Receivers do not believe old moments, so that each try has its own.
        let seconds = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let signature = sign(&self.key, &event.id, seconds, &event.body);
        let request = self.agent.post(&self.url.0).content_type("application/json");
        let request = request
            .header("webhook-id", &event.id)
            .header("webhook-timestamp", seconds.to_string())
            .header("webhook-signature", signature);
        match request.send(&event.body) {
            Ok(response) => match response.status().as_u16() {
                200..=299 => Tried::Taken,
                status @ (408 | 429 | 500..) => Tried::Later(format!("status {status}")),
                status => Tried::Refused(format!("status {status}")),
            },
            Err(ureq::Error::Timeout(_)) => Tried::Later("no answer in time".to_owned()),
            Err(ureq::Error::Io(error)) => Tried::Later(format!("no connection: {}", error.kind())),
            Err(_) => Tried::Later("no answer".to_owned()),
        }
    }
}

/// As Standard Webhooks has it: over the id, the moment and the body.
fn sign(key: &HookKey, id: &str, seconds: u64, body: &str) -> String {
    let mut mac = Hmac::<Sha256>::new_from_slice(key.bytes()).expect("a key of any length will do");
    mac.update(format!("{id}.{seconds}.{body}").as_bytes());
    format!("v1,{}", BASE64.encode(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Value as _;

    #[test]
    fn the_signature_is_that_of_the_published_example() {
        let key = HookKey::parse("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let signature = sign(&key, "msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330, r#"{"test": 2432232314}"#);
        assert_eq!(signature, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }
}
