import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Time limits for clients that make no progress, in milliseconds. */
export interface ClientTimeouts {
  /** From the end of a response until the whole request has arrived. */
  readonly unreadBodyMs: number;
  /** Without progress in sending a response. */
  readonly stalledMs: number;
  /** From the time when the service has written the whole response until all of it is sent. */
  readonly wholeResponseMs: number;
}

const TIMEOUTS: ClientTimeouts = { unreadBodyMs: 1_000, stalledMs: 30_000, wholeResponseMs: 120_000 };
const SWEEPS_PER_LIMIT = 10;

interface SendState {
  readonly startMs: number;
  unsentBytes: number;
  progressAt: number;
}

/**
 * Closes the connections of clients that do not read the response, and of clients that still send the body after the response,
 * because a refused upload could otherwise last forever.
 */
export function closeUnresponsive(server: Server, timeouts: ClientTimeouts = TIMEOUTS): void {
  const unsentResponses = new Map<ServerResponse, SendState>();
  let sweep: NodeJS.Timeout | undefined;

  const closeStalled = (): void => {
    const now = performance.now();
    for (const [response, state] of unsentResponses) {
      const unsentBytes = countUnsentBytes(response);
      if (unsentBytes !== state.unsentBytes) Object.assign(state, { unsentBytes, progressAt: now });
      if (now - state.progressAt >= timeouts.stalledMs || now - state.startMs >= timeouts.wholeResponseMs)
        response.destroy();
    }
  };
  const watch = (response: ServerResponse): void => {
    const unsentBytes = countUnsentBytes(response);
    // The usual case: all bytes are in the buffers of the operating system.
    if (unsentBytes === 0 || response.destroyed) return;
    const now = performance.now();
    unsentResponses.set(response, { startMs: now, unsentBytes, progressAt: now });
    sweep ??= setInterval(closeStalled, timeouts.stalledMs / SWEEPS_PER_LIMIT).unref();
    response.once('close', () => {
      unsentResponses.delete(response);
      if (unsentResponses.size > 0) return;
      clearInterval(sweep);
      sweep = undefined;
    });
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('prefinish', () => {
      watch(response);
      if (!request.complete) closeUnlessComplete(request, timeouts.unreadBodyMs);
    });
  });
}

/** Number of bytes that are not sent. */
function countUnsentBytes({ socket }: ServerResponse): number {
  if (socket === null) return 0;
  const handle = (socket as unknown as { _handle: { writeQueueSize?: number } | null })._handle;
  return handle?.writeQueueSize ?? socket.writableLength;
}

/**
 * Reads and drops the rest of the body, because a client that is still sending does not read the response. Closes the connection if
 * the body is not complete in time.
 */
function closeUnlessComplete(request: IncomingMessage, afterMs: number): void {
  request.resume();
  const { socket } = request;
  const limit = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, afterMs);
  // The socket outlives the request: it may have many, and each leaves no listener.
  const stop = (): void => {
    clearTimeout(limit);
    request.off('end', stop);
    socket.off('close', stop);
  };
  request.once('end', stop);
  socket.once('close', stop);
}
