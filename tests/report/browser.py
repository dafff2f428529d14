"""A headless Chromium, driven over its debugging pipe: real keys, real clicks, no further package.

https://chromedevtools.github.io/devtools-protocol/ describes the methods. Messages are JSON with a zero byte behind.
"""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import tempfile
from collections import deque
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--remote-debugging-pipe",
)
KEY_CODES = {"ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, " ": 32}
SHIFT = 8


def find_chromium() -> str | None:
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Browser:
    """One page in a browser. `problems` collects console errors and requests that leave the page."""

    def __init__(self, program: str) -> None:
        to_browser, self.requests = os.pipe()
        self.answers, from_browser = os.pipe()
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        # The browser reads from descriptor 3 and writes to 4.
        shell = f'exec "$0" "$@" 3<&{to_browser} 4>&{from_browser}'
        command = ["bash", "-c", shell, program, *FLAGS, f"--user-data-dir={self.profile.name}", "about:blank"]
        self.process = subprocess.Popen(
            command, pass_fds=(to_browser, from_browser), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.number, self.session = b"", 0, None
        self.events: deque[Any] = deque()
        self.problems: list[str] = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    # ---- the protocol

    def call(self, method: str, **params: Any) -> Any:
        """Ask for something, and wait for the answer."""
        self.number += 1
        message: dict[str, Any] = {"id": self.number, "method": method, "params": params}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.requests, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                return answer["result"]
            self.note(answer)

    def receive(self) -> Any:
        while b"\0" not in self.buffer:
            read = os.read(self.answers, 1 << 16)
            assert read, "the browser has ended"
            self.buffer += read
        message, _, self.buffer = self.buffer.partition(b"\0")
        return json.loads(message)

    def note(self, event: Any) -> None:
        """Keep an event, and whatever should not have happened."""
        self.events.append(event)
        method, params = event.get("method"), event.get("params", {})
        if method == "Network.requestWillBeSent" and not params["request"]["url"].startswith(("file:", "data:")):
            self.problems.append(f"request: {params['request']['url']}")
        if method == "Runtime.exceptionThrown":
            self.problems.append(f"exception: {params['exceptionDetails']}")
        if method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.problems.append(f"console: {params['args']}")
        if method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(f"log: {params['entry']['text']}")

    def wait_for(self, method: str) -> None:
        while not any(event.get("method") == method for event in self.events):
            self.note(self.receive())

    # ---- what a person does

    def open(self, page: Path, place: str = "") -> None:
        """Load a page; `place` is what stands behind the #."""
        # By way of an empty page: a change behind the # alone would load nothing.
        for url in ("about:blank", page.resolve().as_uri() + (f"#{place}" if place else "")):
            self.events.clear()
            self.call("Page.navigate", url=url)
            self.wait_for("Page.loadEventFired")

    def press(self, key: str, shift: bool = False) -> None:
        key_event = {"key": key, "windowsVirtualKeyCode": KEY_CODES[key], "modifiers": SHIFT if shift else 0}
        self.call("Input.dispatchKeyEvent", type="keyDown", **key_event)
        self.call("Input.dispatchKeyEvent", type="keyUp", **key_event)

    def evaluate(self, expression: str) -> Any:
        """The value of an expression in the page."""
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def text(self, selector: str) -> str:
        return str(self.evaluate(f"document.querySelector({json.dumps(selector)}).innerText")).strip()

    def texts(self, selector: str) -> list[str]:
        found = self.evaluate(f"[...document.querySelectorAll({json.dumps(selector)})].map((e) => e.innerText.trim())")
        return [str(text) for text in found]

    # ---- looks

    def resize(self, width: int, height: int) -> None:
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)

    def prefer(self, scheme: str = "light", media: str = "") -> None:
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self.call("Emulation.setEmulatedMedia", media=media, features=features)

    def screenshot(self, file: Path, whole: bool = False) -> None:
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        file.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        os.close(self.requests)
        self.process.terminate()
        self.process.wait(timeout=20)
        os.close(self.answers)
        self.profile.cleanup()
