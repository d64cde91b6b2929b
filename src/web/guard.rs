//! Access control: only pages of this server may use it. If other machines can reach it, requests also need a token.
//!
//! Any page in the same browser can send requests here. A page whose own name points to this machine could even read the answers
//! (DNS rebinding). Over a WebSocket it needs no such name, because the same-origin policy does not cover `WebSockets`. Browsers
//! send the name in `Host` and the page in `Origin`, and pages cannot change them: so both are checked.

use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, StatusCode, Uri};
use rand::TryRng;
use std::fmt;
use std::io;
use std::net::SocketAddr;

/// A secret in the address of the page.
#[derive(Clone)]
pub struct Token(String);

impl Token {
    /// A random token: 128 bits from the operating system.
    pub fn random() -> io::Result<Self> {
        let mut random = rand::rngs::SysRng;
        let bits = random.try_next_u64().and_then(|high| Ok((high, random.try_next_u64()?)));
        let (high, low) = bits.map_err(io::Error::other)?;
        Ok(Self(format!("{high:016x}{low:016x}")))
    }

    /// Returns whether this is the token. Compares in constant time, so that the time does not reveal a matching beginning.
    fn is(&self, other: &str) -> bool {
        let pairs = self.0.bytes().zip(other.bytes());
        self.0.len() == other.len() && pairs.fold(0, |difference, (one, other)| difference | (one ^ other)) == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token")
    }
}

/// The status and the text of a refused request.
pub(super) type Refusal = (StatusCode, &'static str);

/// The requirements on requests.
#[derive(Clone, Debug)]
pub(super) struct Guard {
    /// The address of the server.
    pub(super) address: SocketAddr,
    /// The token that a request needs, if any.
    pub(super) token: Option<Token>,
}

impl Guard {
    /// Checks any request: it must use a name of this machine. With a token any name will do, because no other page knows the
    /// token.
    pub(super) fn check_host(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        // Which of several names a proxy or a browser has checked, nobody knows.
        let is_only = headers.get_all(HOST).iter().count() <= 1;
        let host = header(headers, HOST).filter(|_| is_only).unwrap_or_default();
        if is_only && self.token.is_some() || self.is_here(host) {
            return Ok(());
        }
        Err((
            StatusCode::MISDIRECTED_REQUEST,
            "onepure: this address is not the one of the board; use the one it printed\n",
        ))
    }

    /// Checks a request for the page or its data: the address must contain the token.
    pub(super) fn check_token(&self, uri: &Uri) -> Result<(), Refusal> {
        let Some(token) = &self.token else { return Ok(()) };
        if parameter(uri, "token").is_some_and(|given| token.is(given)) {
            return Ok(());
        }
        Err((StatusCode::FORBIDDEN, "onepure: the address needs the token; use the one that the program printed\n"))
    }

    /// Checks a request that changes or computes something: it must come from the page.
    pub(super) fn check_origin(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let host = header(headers, HOST).unwrap_or_default();
        let origin = header(headers, ORIGIN).unwrap_or_default();
        // Behind a proxy with a certificate the page has https.
        let origin =
            origin.strip_prefix("http://").or(origin.strip_prefix("https://").filter(|_| self.token.is_some()));
        if !host.is_empty() && origin == Some(host) {
            return Ok(());
        }
        Err((StatusCode::FORBIDDEN, "onepure: only the page of this program may ask that\n"))
    }

    /// Returns whether a host with its port is the address of the server on this machine.
    fn is_here(&self, host: &str) -> bool {
        let port = self.address.port();
        let listening = match self.address {
            SocketAddr::V4(address) => address.ip().to_string(),
            SocketAddr::V6(address) => format!("[{}]", address.ip()),
        };
        let names = ["localhost", "127.0.0.1", "[::1]", &listening];
        names.iter().any(|name| host == format!("{name}:{port}") || (port == 80 && host == *name))
    }
}

/// A parameter of an address, not decoded.
pub(super) fn parameter<'u>(uri: &'u Uri, name: &str) -> Option<&'u str> {
    let pairs = uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    pairs.into_iter().find_map(|(key, value)| (key == name).then_some(value))
}

fn header(headers: &HeaderMap, name: axum::http::HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(token: Option<&str>) -> Guard {
        let address = "127.0.0.1:8180".parse().expect("an address");
        Guard { address, token: token.map(|token| Token(token.to_owned())) }
    }

    fn headers(host: &str, origin: &str) -> HeaderMap {
        let pairs = [(HOST, host), (ORIGIN, origin)].into_iter().filter(|(_, value)| !value.is_empty());
        pairs.map(|(name, value)| (name, value.parse().expect("a header"))).collect()
    }

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let mut twice = headers("127.0.0.1:8180", "");
        twice.append(HOST, "evil.example:8180".parse().expect("a name"));
        assert!(guard(None).check_host(&twice).is_err() && guard(Some("word")).check_host(&twice).is_err());
        for host in ["127.0.0.1:8180", "localhost:8180", "[::1]:8180"] {
            assert!(guard(None).check_host(&headers(host, "")).is_ok(), "{host}");
        }
        for host in
            ["evil.example:8180", "evil.example", "localhost", "localhost:80", "127.0.0.1.evil.example:8180", ""]
        {
            assert!(guard(None).check_host(&headers(host, "")).is_err(), "{host}");
        }
    }

    #[test]
    fn only_the_page_itself_may_speak() {
        let may = |origin| guard(None).check_origin(&headers("localhost:8180", origin)).is_ok();
        assert!(may("http://localhost:8180"));
        for origin in [
            "",
            "null",
            "http://evil.example",
            "http://localhost:8181",
            "http://127.0.0.1:8180",
            "https://localhost:8180",
            "localhost:8180",
        ] {
            assert!(!may(origin), "{origin}");
        }
    }

    #[test]
    fn the_token_opens_the_door() {
        let may = |address: &str| guard(Some("abc")).check_token(&address.parse().expect("an address")).is_ok();
        assert!(may("/?token=abc") && may("/?lang=ko&token=abc"));
        for address in ["/", "/?token=", "/?token=ab", "/?token=abcd", "/?token=abd", "/?other=abc"] {
            assert!(!may(address), "{address}");
        }
        assert!(guard(Some("abc")).check_host(&headers("board.example", "")).is_ok());
        let (one, other) = (Token::random().expect("random bytes"), Token::random().expect("random bytes"));
        assert!(one.0.len() == 32 && one.0 != other.0);
    }
}
