//! A headless browser, driven through chromedriver with the WebDriver protocol (JSON over
//! HTTP).

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::process::{Process, wait_until};
use crate::scene;

/// How long the browser may take to start, and to answer a request.
const LIMIT: Duration = Duration::from_secs(60);

/// A running browser, closed when this is dropped.
pub struct Browser {
    /// Chromedriver and, in its process group, the browser.
    driver: Process,
    port: u16,
    session: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        // Closes the browser; the process group is killed in any case.
        let _ = self.ask("DELETE", "", None);
    }
}

impl Browser {
    /// Starts the browser. `width` and `height` are those of the page.
    ///
    /// # Errors
    /// When it does not start.
    pub fn start(driver: &Path, browser: &Path, size: (u32, u32)) -> Result<Browser, String> {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.map_err(|e| e.to_string())?.port();
        let mut command = Command::new(driver);
        command.arg(format!("--port={port}")).stdin(Stdio::null());
        let driver = Process::spawn_group(command.stdout(Stdio::null()).stderr(Stdio::null()))?;
        let mut started = Browser { driver, port, session: String::new() };
        wait_until("chromedriver listens", LIMIT, || match started.driver.is_running()? {
            true => Ok(TcpStream::connect(("127.0.0.1", port)).is_ok()),
            false => Err("chromedriver has ended".into()),
        })?;
        let options = json!({ "capabilities": { "alwaysMatch": {
            "goog:loggingPrefs": { "browser": "ALL" },
            "goog:chromeOptions": { "binary": browser, "args": [
                "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
                "--disable-dev-shm-usage", format!("--window-size={},{}", size.0, size.1),
            ] },
        } } });
        let answer = request(port, "POST", "/session", Some(&options))?;
        started.session = answer["sessionId"].as_str().ok_or("no session")?.to_owned();
        started.command(
            "Emulation.setDeviceMetricsOverride",
            json!({ "width": size.0, "height": size.1, "deviceScaleFactor": 1, "mobile": false }),
        )?;
        Ok(started)
    }

    /// Opens a file.
    ///
    /// # Errors
    /// When the browser does not.
    pub fn open(&self, path: &Path) -> Result<(), String> {
        let url = format!("file://{}", path.display());
        self.ask("POST", "/url", Some(&json!({ "url": url }))).map(drop)
    }

    /// Runs a script in the page; what it returns.
    ///
    /// # Errors
    /// When it throws.
    pub fn run(&self, script: &str) -> Result<Value, String> {
        self.ask("POST", "/execute/sync", Some(&json!({ "script": script, "args": [] })))
    }

    /// Clicks on the element that a CSS selector finds first.
    ///
    /// # Errors
    /// When there is none, or it cannot be clicked.
    pub fn click(&self, selector: &str) -> Result<(), String> {
        let query = json!({ "using": "css selector", "value": selector });
        let found = self.ask("POST", "/element", Some(&query))?;
        let id = found.as_object().and_then(|object| object.values().next()?.as_str());
        let path = format!("/element/{}/click", id.ok_or("no element")?);
        self.ask("POST", &path, Some(&json!({}))).map(drop)
    }

    /// Presses keys; special keys by their WebDriver codes.
    ///
    /// # Errors
    /// When the browser does not take them.
    pub fn press(&self, keys: &str) -> Result<(), String> {
        let presses = keys.chars().flat_map(|key| {
            ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key.to_string() }))
        });
        let actions = json!({ "actions": [
            { "type": "key", "id": "keyboard", "actions": presses.collect::<Vec<Value>>() },
        ] });
        self.ask("POST", "/actions", Some(&actions)).map(drop)
    }

    /// A command of the browser's own protocol.
    ///
    /// # Errors
    /// When it refuses it.
    pub fn command(&self, name: &str, parameters: Value) -> Result<Value, String> {
        let body = json!({ "cmd": name, "params": parameters });
        self.ask("POST", "/goog/cdp/execute", Some(&body))
    }

    /// The messages in the console of the page.
    ///
    /// # Errors
    /// When the driver does not answer.
    pub fn complaints(&self) -> Result<Vec<String>, String> {
        let log = self.ask("POST", "/se/log", Some(&json!({ "type": "browser" })))?;
        let entries = log.as_array().into_iter().flatten();
        Ok(entries.map(|entry| entry["message"].to_string()).collect())
    }

    /// Writes a screenshot of the whole page to a file.
    ///
    /// # Errors
    /// When that fails.
    pub fn picture(&self, path: &Path) -> Result<(), String> {
        let parameters = json!({ "format": "png", "captureBeyondViewport": true });
        let answer = self.command("Page.captureScreenshot", parameters)?;
        let bytes = from_base64(answer["data"].as_str().unwrap_or_default());
        fs::write(path, bytes).map_err(|e| format!("{}: {e}", path.display()))
    }

    fn ask(&self, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
        request(self.port, method, &format!("/session/{}{path}", self.session), body)
    }
}

/// One request over a connection of its own; the member `value` of the answer.
fn request(port: u16, method: &str, path: &str, body: Option<&Value>) -> Result<Value, String> {
    let describe = |e: std::io::Error| format!("{path}: {e}");
    let mut stream = TcpStream::connect(("127.0.0.1", port)).map_err(describe)?;
    let timeout = Some(LIMIT.mul_f64(scene::slack()));
    stream.set_read_timeout(timeout).map_err(describe)?;
    stream.set_write_timeout(timeout).map_err(describe)?;
    let body = body.map_or(String::new(), Value::to_string);
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all((head + &body).as_bytes()).map_err(describe)?;
    let mut reader = BufReader::new(stream);
    let (mut length, mut line) = (0, String::new());
    loop {
        line.clear();
        reader.read_line(&mut line).map_err(describe)?;
        if line.trim().is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse().map_err(|_| format!("{path}: {line}"))?;
        }
    }
    let mut bytes = vec![0; length];
    reader.read_exact(&mut bytes).map_err(describe)?;
    let answer: Value = serde_json::from_slice(&bytes).map_err(|e| e.to_string())?;
    match answer["value"]["error"].as_str() {
        Some(error) => Err(format!("{path}: {error}: {}", answer["value"]["message"])),
        None => Ok(answer["value"].clone()),
    }
}

/// The bytes of a text in base 64.
fn from_base64(text: &str) -> Vec<u8> {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let digits = text.bytes().filter_map(|byte| DIGITS.iter().position(|&digit| digit == byte));
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0_usize, 0);
    for digit in digits {
        bits = bits << 6 | digit;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
