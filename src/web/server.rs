//! The server: pages, dropped records, and a GTP session for each tab.

use super::assets::{self, PAGE};
use super::bundle::bundle;
use super::connections::{Connection, Connections, PATIENCE};
use super::guard::{Guard, Refusal, Token, parameter};
use super::positions::record_of;
use super::socket::{self, LARGEST_MESSAGE, MakeSession};
use super::sweep::{self, MOST_VISITS};
use super::tree::record_tree;
use crate::document::scene;
use crate::gtp::Session;
use crate::view::Language;
use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, FromRequest, FromRequestParts, Path, State};
use axum::http::header::{ACCEPT_ENCODING, ACCEPT_LANGUAGE, CONTENT_ENCODING, CONTENT_TYPE, HeaderName, VARY};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, Uri};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use flate2::Compression;
use flate2::write::GzEncoder;
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use onepure_engine::engine::{Budget, Engine, Level, Settings};
use onepure_rules::geometry::BoardSize;
use onepure_rules::rules::{Game, Ruleset};
use serde_json::json;
use std::convert::Infallible;
use std::hint::black_box;
use std::io::Write as _;
use std::net::{SocketAddr, TcpListener};
use std::num::NonZero;
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::time::Duration;
use std::{future, io, thread};
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

/// The largest record, in bytes.
const LARGEST_RECORD: usize = 4 << 20;

/// The highest number of records in work at once. Others wait for up to [`PATIENCE`].
const MOST_RECORDS: usize = 2;

/// The memory for the trees of all sessions together, in bytes. Each tree takes 1.5 MiB besides.
const TREES: usize = 128 << 20;

/// The number of whole games in analysis at once, each with the threads of one engine. Others wait.
const SWEEPS: usize = 2;

/// The highest number of games that wait.
const WAITING_SWEEPS: usize = 16;

/// The time limit for the head of a request.
const HEAD: Duration = Duration::from_secs(10);

/// The headers of every answer: nothing is loaded from elsewhere, and no other page may embed this one.
const HEADERS: [(&str, &str); 6] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; connect-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    ("cache-control", "no-cache"),
];

/// The script of the page. It is served with all that it imports.
const MAIN_SCRIPT: &str = "main.js";

/// The buffer for the messages of a session.
const READ_BUFFER: usize = 1 << 14;

/// The interval at which free memory is returned to the system.
const SETTLING: Duration = Duration::from_secs(5);

/// The answer to a connection above the limit.
const FULL: &str = "HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 62\r\n\r\n\
    onepure: too many connections at once; try again in a moment\r\n";

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct ServerSettings {
    /// The secret in the address, required of every request. Use one if other machines can reach the server.
    pub token: Option<Token>,
    /// The highest number of sessions.
    pub sessions: usize,
    /// The language of the page until the user chooses another; `None` for that of the browser.
    pub language: Option<Language>,
    /// The rules of a new game by default.
    pub ruleset: Ruleset,
    /// The board of a new game.
    pub size: BoardSize,
}

/// A listening server.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    guard: Guard,
    settings: ServerSettings,
}

/// The state that all requests share.
#[derive(Clone)]
struct Shared {
    guard: Guard,
    settings: ServerSettings,
    make_session: MakeSession,
    sessions: Arc<Semaphore>,
    /// Permits for reading records.
    records: Arc<Semaphore>,
    /// Permits for analysing whole games.
    sweeps: Arc<Semaphore>,
    /// Permits for waiting for an analysis.
    waiting_sweeps: Arc<Semaphore>,
    /// The first settings of each session's engine.
    engine: Settings,
}

impl Server {
    /// Listens at an address. Port 0 is any free port.
    pub fn listen(address: SocketAddr, settings: ServerSettings) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        listener.set_nonblocking(true)?;
        let guard = Guard { address: listener.local_addr()?, token: settings.token.clone() };
        Ok(Self { listener, guard, settings })
    }

    /// The address of the server.
    pub fn address(&self) -> SocketAddr {
        self.guard.address
    }

    /// The URL for the browser.
    pub fn url(&self) -> String {
        let token = self.settings.token.as_ref().map(|token| format!("?token={token}")).unwrap_or_default();
        format!("http://{}/{token}", self.address())
    }

    /// Serves until the program ends. Each session gets its own engine. Returns an error if the server cannot go on.
    pub fn run(self, make_engine: impl Fn() -> Engine + Send + Sync + 'static) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
        runtime.block_on(self.serve(make_engine))
    }

    async fn serve(self, make_engine: impl Fn() -> Engine + Send + Sync + 'static) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let connections = Arc::new(Connections::default());
        let engine = make_engine().settings().clone();
        let budget = Budget::new(thread::available_parallelism().map_or(1, NonZero::get), TREES);
        let make_session = move || {
            let engine = make_engine().sharing(budget.clone());
            Session::new(engine).with_side_output(io::sink()).confined()
        };
        let shared = Shared {
            guard: self.guard,
            make_session: Arc::new(make_session),
            sessions: Arc::new(Semaphore::new(self.settings.sessions)),
            records: Arc::new(Semaphore::new(MOST_RECORDS)),
            sweeps: Arc::new(Semaphore::new(SWEEPS)),
            waiting_sweeps: Arc::new(Semaphore::new(WAITING_SWEEPS)),
            engine,
            settings: self.settings,
        };
        let router = router(shared);
        tokio::spawn(settle_memory());
        loop {
            let stream = match listener.accept().await {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!("a connection that failed: {error}");
                    sleep(Duration::from_millis(100)).await;
                    continue;
                }
            };
            // Send short answers at once instead of waiting for more data.
            let _ = stream.set_nodelay(true);
            match connections.admit() {
                Some(connection) => drop(tokio::spawn(attend(stream, connection, router.clone()))),
                // The send buffer is still empty, so it has room for this short answer. If not, the client sees the connection
                // end.
                None => drop(stream.try_write(FULL.as_bytes())),
            }
        }
    }
}

/// Makes the allocator return memory to the system. It does so only when memory is requested or a thread ends, at the earliest a
/// second after the memory became free. An idle server would never return any.
async fn settle_memory() {
    loop {
        sleep(SETTLING).await;
        // If no thread can be created now, the next round tries again.
        let _ = thread::Builder::new().spawn(|| drop(black_box(vec![0_u8; 1 << 16])));
    }
}

/// Answers the requests of a connection until it ends or has to end.
async fn attend(stream: TcpStream, connection: Arc<Connection>, router: Router) {
    let router = TowerToHyperService::new(router);
    let attended = Arc::clone(&connection);
    let service = service_fn(move |mut request: Request<Incoming>| {
        attended.end_waiting();
        request.extensions_mut().insert(Arc::clone(&attended));
        let (answered, attended) = (router.call(request), Arc::clone(&attended));
        async move {
            let answer = answered.await;
            if answer.as_ref().is_ok_and(|answer| answer.extensions().get::<Lasting>().is_none()) {
                attended.begin_waiting();
            }
            answer
        }
    });
    let served = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(HEAD)
        .max_buf_size(1 << 16)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    tokio::select! {
        ended = served => {
            if let Err(error) = ended {
                tracing::debug!("a connection that broke: {error}");
            }
        }
        () = connection.is_to_end() => {}
    }
}

fn router(shared: Shared) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/{file}", get(file))
        .route("/gtp", get(session))
        .route("/analysis", post(analysis).layer(DefaultBodyLimit::max(LARGEST_RECORD)))
        .route("/record", post(record).layer(DefaultBodyLimit::max(LARGEST_RECORD)))
        .fallback(|| future::ready((StatusCode::NOT_FOUND, "onepure: there is no such page\n")))
        .layer(middleware::from_fn_with_state(shared.clone(), guarded))
        .with_state(shared)
}

/// Checks the host of every request, and adds the headers of every answer.
async fn guarded(State(shared): State<Shared>, request: Request<Body>, next: Next) -> Response {
    let mut response = match shared.guard.check_host(request.headers()) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    };
    for (name, value) in HEADERS {
        response.headers_mut().insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    response
}

async fn page(State(shared): State<Shared>, uri: Uri, headers: HeaderMap) -> Result<Response, Refusal> {
    shared.guard.check_token(&uri)?;
    let ServerSettings { language, ruleset, size, .. } = &shared.settings;
    let language = language.unwrap_or_else(|| browser_language(&headers));
    let text = PAGE
        .replace("{{first-scenes}}", &first_scenes(&Game::new(*size, *ruleset)))
        .replace("{{language}}", language.code())
        .replace("{{rules}}", ruleset.name)
        .replace("{{size}}", &size.lines().to_string())
        .replace("{{all-rules}}", &Ruleset::ALL.map(|ruleset| ruleset.name).join(" "))
        .replace("{{usual-komi}}", &Ruleset::ALL.map(|ruleset| usual_komi(&ruleset)).join(" "))
        .replace("{{version}}", env!("CARGO_PKG_VERSION"));
    let mut response = compressed(&headers, "text/html; charset=utf-8", &text);
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-language"));
    Ok(response)
}

/// The scene of a game in each language, as the page's first script reads it: the board is there before the session.
fn first_scenes(game: &Game) -> String {
    let scenes: serde_json::Map<_, _> =
        Language::ALL.into_iter().map(|language| (language.code().to_owned(), json!(scene(game, language)))).collect();
    // In a script of HTML no tag may begin.
    json!(scenes).to_string().replace('<', "\\u003c")
}

/// A text, compressed if the browser takes that.
fn compressed(headers: &HeaderMap, kind: &'static str, text: &str) -> Response {
    let accepted = headers.get(ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let content = if accepted.split(',').any(|coding| coding.trim() == "gzip") {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(text.as_bytes()).and_then(|()| encoder.finish()).ok()
    } else {
        None
    };
    let mut response = match content {
        Some(packed) => ([(CONTENT_ENCODING, "gzip")], packed).into_response(),
        None => text.to_owned().into_response(),
    };
    response.headers_mut().insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().append(VARY, HeaderValue::from_static("accept-encoding"));
    response
}

/// The language that the browser prefers (`Accept-Language`), or else the default. Of equal weights the first counts.
fn browser_language(headers: &HeaderMap) -> Language {
    let accepted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let mut preferred = (0.0, Language::default());
    for range in accepted.split(',') {
        let (tag, weight) = range.split_once(";q=").unwrap_or((range, "1"));
        let primary = tag.split('-').next().unwrap_or_default().trim().to_ascii_lowercase();
        if let (Some(language), Ok(weight)) = (Language::of_code(&primary), weight.trim().parse::<f64>())
            && weight > preferred.0
        {
            preferred = (weight, language);
        }
    }
    preferred.1
}

/// The usual komi of a rule set: on 19×19 without and with a handicap, then on smaller boards.
fn usual_komi(ruleset: &Ruleset) -> String {
    let [main, lesser] = [&ruleset.main_board, &ruleset.lesser_board];
    let komi = [main, lesser].map(|articles| {
        format!("{},{}", articles.usual_komi(0), articles.komi_in_handicap_game(2).unwrap_or(articles.usual_komi(2)))
    });
    format!("{}={}", ruleset.name, komi.join(","))
}

/// The files of the program are public, so they need no token.
async fn file(Path(name): Path<String>, headers: HeaderMap) -> Response {
    static SCRIPT: LazyLock<String> = LazyLock::new(|| bundle(MAIN_SCRIPT));
    match assets::find(&name) {
        Some(asset) if name == MAIN_SCRIPT => compressed(&headers, asset.kind, &SCRIPT),
        Some(asset) => compressed(&headers, asset.kind, asset.text),
        None => (StatusCode::NOT_FOUND, "onepure: there is no such file\n").into_response(),
    }
}

async fn session(State(shared): State<Shared>, request: Request<Body>) -> Result<Response, Refusal> {
    shared.guard.check_origin(request.headers())?;
    shared.guard.check_token(request.uri())?;
    let upgrade = WebSocketUpgrade::from_request_parts(&mut request.into_parts().0, &shared).await;
    let Ok(upgrade) = upgrade else {
        return Err((StatusCode::UPGRADE_REQUIRED, "onepure: a session is spoken with over a WebSocket\n"));
    };
    let upgrade =
        upgrade.max_message_size(LARGEST_MESSAGE).max_frame_size(LARGEST_MESSAGE).read_buffer_size(READ_BUFFER);
    Ok(upgrade.on_upgrade(async move |socket| match Arc::clone(&shared.sessions).try_acquire_owned() {
        Ok(permit) => socket::talk(socket, shared.make_session, permit).await,
        Err(_) => {
            let _ = socket::close(
                socket,
                axum::extract::ws::close_code::AGAIN,
                "too many sessions at once; close a tab, or try again later",
            )
            .await;
        }
    }))
}

/// The tree of a dropped record as JSON, or one line with its error. The parameter `rules` holds the rules for a diagram.
async fn record(State(shared): State<Shared>, request: Request<Body>) -> Result<Response, Refusal> {
    shared.guard.check_origin(request.headers())?;
    shared.guard.check_token(request.uri())?;
    let ruleset = parameter(request.uri(), "rules").and_then(Ruleset::named).unwrap_or(shared.settings.ruleset);
    let language = parameter(request.uri(), "lang").and_then(Language::of_code).unwrap_or_default();
    let (bytes, permit) = body_of(request, &shared).await?;
    let read = tokio::task::spawn_blocking(move || record_tree(&bytes, ruleset, language)).await.map_err(|_| BUSY)?;
    Ok(match read {
        Ok(tree) => ([(CONTENT_TYPE, "application/json")], Body::new(HeldAnswer::new(tree, permit))).into_response(),
        Err(line) => (StatusCode::UNPROCESSABLE_ENTITY, line).into_response(),
    })
}

/// The answer if too many records are in work.
const BUSY: Refusal = (StatusCode::SERVICE_UNAVAILABLE, "onepure: too many records at once; try again in a moment\n");

/// The record in the body of a request, with a permit to read it.
async fn body_of(request: Request<Body>, shared: &Shared) -> Result<(Bytes, OwnedSemaphorePermit), Refusal> {
    let connection = request.extensions().get::<Arc<Connection>>().cloned();
    if let Some(connection) = &connection {
        connection.begin_waiting();
    }
    let place = timeout(PATIENCE, Arc::clone(&shared.records).acquire_owned()).await;
    let place = place.ok().and_then(Result::ok).ok_or(BUSY)?;
    let Ok(Ok(bytes)) = timeout(PATIENCE, Bytes::from_request(request, shared)).await else {
        return Err((
            StatusCode::PAYLOAD_TOO_LARGE,
            "onepure: a record of up to 4 MiB is read, within half a minute\n",
        ));
    };
    if let Some(connection) = &connection {
        connection.end_waiting();
    }
    Ok((bytes, place))
}

/// Marks an answer that is sent piece by piece over a long time.
#[derive(Clone)]
struct Lasting;

/// The analysis of every position of a record's main line, as lines of JSON sent one by one; or one line with the error. The
/// parameters are `rules` and `visits`.
async fn analysis(State(shared): State<Shared>, request: Request<Body>) -> Result<Response, Refusal> {
    shared.guard.check_origin(request.headers())?;
    shared.guard.check_token(request.uri())?;
    let wrong = |why| (StatusCode::UNPROCESSABLE_ENTITY, why);
    let ruleset = parameter(request.uri(), "rules").and_then(Ruleset::named).and_then(|ruleset| ruleset.covered().ok());
    let ruleset = ruleset.ok_or(wrong("onepure: rules: expected the name of a rule set\n"))?;
    let visits = parameter(request.uri(), "visits").and_then(|visits| visits.parse().ok());
    let visits = visits.filter(|visits| (1..=MOST_VISITS).contains(visits));
    let visits = visits.ok_or(wrong("onepure: visits: expected an integer from 1 to 100000\n"))?;
    let waiting = Arc::clone(&shared.waiting_sweeps).try_acquire_owned();
    let waiting =
        waiting.map_err(|_| (StatusCode::SERVICE_UNAVAILABLE, "onepure: too many games wait to be analysed\n"))?;
    let (bytes, receiving) = body_of(request, &shared).await?;
    let record = tokio::task::spawn_blocking(move || record_of(&bytes)).await.map_err(|_| BUSY)?;
    let record = record.ok_or(wrong("onepure: expected a record in SGF of up to 2000 moves\n"))?;
    drop(receiving);
    let permit = Arc::clone(&shared.sweeps).acquire_owned().await.map_err(|_| BUSY)?;
    let settings = Settings { level: Level::MOST, visits: Some(visits), time: None, ..shared.engine };
    drop(waiting);
    let lines = sweep::analysed(record, ruleset, settings, permit).map_err(|_| BUSY)?;
    let mut answer = ([(CONTENT_TYPE, "application/x-ndjson")], lines).into_response();
    answer.extensions_mut().insert(Lasting);
    Ok(answer)
}

/// A body that holds a permit until it is sent or dropped.
struct HeldAnswer {
    rest: Bytes,
    _permit: OwnedSemaphorePermit,
}

impl HeldAnswer {
    /// The largest part handed on at once. The permit is released while the last part is still being sent.
    const PART: usize = 1 << 16;

    fn new(text: String, permit: OwnedSemaphorePermit) -> Self {
        Self { rest: text.into(), _permit: permit }
    }
}

impl HttpBody for HeldAnswer {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let length = self.rest.len().min(Self::PART);
        let part = self.rest.split_to(length);
        Poll::Ready((length > 0).then(|| Ok(Frame::data(part))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.rest.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_of_the_page_is_the_one_that_the_browser_prefers() {
        let language = |accepted: &'static str| {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static(accepted))]);
            browser_language(&headers).code()
        };
        for accepted in ["ko", "ko-KR,ko;q=0.9,en-US;q=0.8", "KO", "fr, ko;q=0.5, en;q=0.3", "ko, en"] {
            assert_eq!(language(accepted), "ko", "{accepted}");
        }
        for accepted in ["", "en-GB,en;q=0.9,ko;q=0.8", "fr", "*", "ko;q=0", "ko;q=x", ";q=,,", "kok"] {
            assert_eq!(language(accepted), "en", "{accepted}");
        }
        assert_eq!(browser_language(&HeaderMap::new()).code(), "en");
    }
}
