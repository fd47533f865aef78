"""An HTTP server on loopback that gives each request the next answer of its script, and the last one to all others."""

from __future__ import annotations

import json
import socket
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Dict, List, Mapping, Union


@dataclass(frozen=True)
class Received:
    method: str
    url: str
    headers: Dict[str, str]
    body: str


@dataclass(frozen=True)
class Answer:
    status: int
    body: Any = ""
    headers: Mapping[str, str] = field(default_factory=lambda: {})
    #: What follows instead of the end of the response: `cut` ends the connection, `silent` sends nothing.
    then: str = ""


#: `cut` ends the connection without a response, `silent` sends none, `drip` sends a header byte by byte.
Script = Union[Answer, str]


def refusal(status: int, code: str, **headers: str) -> Answer:
    named = {"X-Request-Id": "r1", **{name.replace("_", "-"): value for name, value in headers.items()}}
    return Answer(status, {"detail": "No", "code": code}, named)


class ScriptedServer:
    """`requests` has what was received since the script began."""

    def __init__(self) -> None:
        self.requests: List[Received] = []
        self._script: List[Script] = []
        self._ended = threading.Event()
        scripted = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_one_request(self) -> None:
                self.raw_requestline = self.rfile.readline(65_537)
                self.close_connection = True
                if self.raw_requestline and self.parse_request():
                    body = self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode()
                    headers = {name.lower(): value for name, value in self.headers.items()}
                    scripted.requests.append(Received(self.command, self.path, headers, body))
                    scripted.answer(self.connection)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self._server.server_address[1]}"

    def answers(self, *script: Script) -> None:
        """Forgets the requests and begins a script."""
        self.requests.clear()
        self._script = list(script)

    def answer(self, connection: socket.socket) -> None:
        count = len(self.requests)
        answer = self._script[count - 1] if count <= len(self._script) else self._script[-1]
        if answer == "silent":
            self._ended.wait(10)
        elif answer == "drip":
            # Each byte comes in time, the header never ends.
            connection.sendall(b"HTTP/1.1 200 OK\r\nX-Slow: ")
            for _ in range(100):
                if self._ended.wait(0.05):
                    return
                try:
                    connection.sendall(b"x")
                except OSError:
                    return
        elif isinstance(answer, Answer):
            self._send(connection, answer)

    def _send(self, connection: socket.socket, answer: Answer) -> None:
        body = (answer.body if isinstance(answer.body, str) else json.dumps(answer.body)).encode()
        headers = {"Content-Type": "application/json", **answer.headers}
        is_chunked = headers.get("Transfer-Encoding") == "chunked"
        if not is_chunked:
            headers["Content-Length"] = str(len(body) + (10 if answer.then else 0))
        head = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
        connection.sendall(f"HTTP/1.1 {answer.status} Some reason\r\n{head}\r\n".encode())
        connection.sendall(f"{len(body):x}\r\n".encode() + body + b"\r\n" if is_chunked else body)
        if answer.then == "silent":
            self._ended.wait(10)
        elif is_chunked and answer.then == "":
            connection.sendall(b"0\r\n\r\n")

    def stop(self) -> None:
        self._ended.set()
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
