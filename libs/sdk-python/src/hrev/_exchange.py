"""One HTTP exchange on a connection of its own. `http.client` limits each step of a socket; here each part has a limit in total."""

from __future__ import annotations

import http.client
import io
import socket
import ssl
import time
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Dict, Generator, Mapping, Optional, cast

from ._errors import HrevConnectionError, HrevTimeoutError


@dataclass(frozen=True)
class Address:
    """Where a service is. `path` has no slash at its end."""

    is_https: bool
    host: str
    port: Optional[int]
    path: str
    ssl_context: Optional[ssl.SSLContext]


@dataclass(frozen=True)
class Message:
    """A request as it is sent. `name` is for the messages of errors."""

    name: str
    method: str
    target: str
    headers: Mapping[str, str]
    body: Optional[bytes]


class Deadline:
    """The time by which a part of a response must be there."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.restart()

    def restart(self) -> None:
        self._end = time.monotonic() + self.seconds

    def remaining(self) -> float:
        """Seconds; raises TimeoutError if there are none."""
        seconds = self._end - time.monotonic()
        if seconds <= 0:
            raise TimeoutError
        return seconds


class _TimedReader(io.RawIOBase):
    """Reads from a socket until a deadline."""

    def __init__(self, raw: Any, sock: socket.socket, deadline: Deadline) -> None:
        self._raw = raw
        self._sock = sock
        self._deadline = deadline

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> Optional[int]:
        self._sock.settimeout(self._deadline.remaining())
        return self._raw.readinto(buffer)

    def close(self) -> None:
        self._raw.close()
        super().close()


class Exchange:
    """A request that was sent, and its response. Its steps raise `HrevTimeoutError` and `HrevConnectionError`, and close it."""

    status: int
    headers: http.client.HTTPMessage

    def __init__(self, address: Address, message: Message, timeout: float) -> None:
        self._deadline = Deadline(timeout)
        self._message = message
        self._where = f"{address.host}{'' if address.port is None else f':{address.port}'}"
        self._connection = _connection_of(address, timeout)
        with self._step():
            self._connection.connect()
            self._connection.sock.settimeout(self._deadline.remaining())
            headers: Dict[str, str] = dict(message.headers)
            self._connection.request(message.method, message.target, message.body, headers)
            self._response = self._received()
            self.status = self._response.status
            self.headers = self._response.headers
            # None: the end of the response is in its own bytes.
            self._expected: Optional[int] = self._response.length

    def read(self) -> bytes:
        """The whole body. The exchange is over then."""
        with self._step():
            body = self._response.read()
            self.close()
            return body

    def read_into(self, buffer: Any) -> int:
        """Reads a part of the body within the time-out, and returns its length: 0 at the end of a complete body."""
        self._deadline.restart()
        with self._step():
            size = len(buffer) if self._expected is None else min(len(buffer), self._expected)
            part = b"" if size == 0 else self._response.read1(size)
            # `read1` takes a connection that ended early for the end of the body.
            if part == b"" and self._expected:
                raise http.client.IncompleteRead(b"", self._expected)
            if self._expected is not None:
                self._expected -= len(part)
            if part == b"":
                self.close()
            buffer[: len(part)] = part
            return len(part)

    def close(self) -> None:
        self._connection.close()
        response = getattr(self, "_response", None)
        if response is not None:
            response.close()

    def _received(self) -> http.client.HTTPResponse:
        sock = self._connection.sock
        deadline = self._deadline

        class Response(http.client.HTTPResponse):
            def __init__(self, sock: socket.socket, *args: Any, **names: Any) -> None:
                super().__init__(sock, *args, **names)
                raw: Any = self.fp.detach()
                self.fp = cast(Any, io.BufferedReader(_TimedReader(raw, sock, deadline)))

        self._connection.response_class = Response
        sock.settimeout(deadline.remaining())
        return self._connection.getresponse()

    @contextmanager
    def _step(self) -> Generator[None, None, None]:
        try:
            yield
        # `socket.timeout` is another class before Python 3.10.
        except (TimeoutError, socket.timeout) as error:
            self.close()
            # The system has a time-out of its own for connections, with a number.
            if getattr(error, "errno", None) is None:
                raise HrevTimeoutError(f"{self._message.name}: no response within {self._deadline.seconds:g} s") from error
            raise self._failed(error) from error
        except (OSError, http.client.HTTPException) as error:
            self.close()
            raise self._failed(error) from error
        except BaseException:
            self.close()
            raise

    def _failed(self, error: Exception) -> HrevConnectionError:
        reason = str(error) or type(error).__name__
        return HrevConnectionError(f"{self._message.name}: no response from {self._where}: {reason}")


def _connection_of(address: Address, timeout: float) -> http.client.HTTPConnection:
    if not address.is_https:
        return http.client.HTTPConnection(address.host, address.port, timeout=timeout)
    return http.client.HTTPSConnection(address.host, address.port, timeout=timeout, context=address.ssl_context)
