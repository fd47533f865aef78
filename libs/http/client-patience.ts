import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** Time limits for clients that make no progress, in milliseconds. */
export interface ClientPatience {
  /** From the end of a response until its whole request has arrived. */
  readonly unreadBodyMs: number;
  /** Without progress in sending a response. */
  readonly stalledMs: number;
  /** From the end of a response, as the service wrote it, until all of it is sent. */
  readonly wholeAnswerMs: number;
}

const PATIENCE: ClientPatience = { unreadBodyMs: 1_000, stalledMs: 30_000, wholeAnswerMs: 120_000 };
const SWEEPS_PER_LIMIT = 10;

interface Unsent {
  readonly since: number;
  left: number;
  progressAt: number;
}

/**
 * Closes connections of clients that continue to send a body after the response (a refused upload could otherwise last forever), and
 * of clients that do not read the response.
 */
export function endPatiently(server: Server, patience: ClientPatience = PATIENCE): void {
  const unsent = new Map<ServerResponse, Unsent>();
  let sweep: NodeJS.Timeout | undefined;

  const cutStalled = (): void => {
    const now = performance.now();
    for (const [response, state] of unsent) {
      const left = leftOf(response);
      if (left !== state.left) Object.assign(state, { left, progressAt: now });
      if (now - state.progressAt >= patience.stalledMs || now - state.since >= patience.wholeAnswerMs)
        response.destroy();
    }
  };
  const watch = (response: ServerResponse): void => {
    const left = leftOf(response);
    // The usual case: the operating system has all of it.
    if (left === 0 || response.destroyed) return;
    const now = performance.now();
    unsent.set(response, { since: now, left, progressAt: now });
    sweep ??= setInterval(cutStalled, patience.stalledMs / SWEEPS_PER_LIMIT).unref();
    response.once('close', () => {
      unsent.delete(response);
      if (unsent.size > 0) return;
      clearInterval(sweep);
      sweep = undefined;
    });
  };
  server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    response.once('prefinish', () => {
      watch(response);
      if (!request.complete) cutUnlessComplete(request, patience.unreadBodyMs);
    });
  });
}

/** Bytes that are not sent. */
function leftOf({ socket }: ServerResponse): number {
  if (socket === null) return 0;
  const handle = (socket as unknown as { _handle: { writeQueueSize?: number } | null })._handle;
  return handle?.writeQueueSize ?? socket.writableLength;
}

/** The rest of the body is read and dropped: a client that is still sending does not read the response. */
function cutUnlessComplete(request: IncomingMessage, afterMs: number): void {
  request.resume();
  const { socket } = request;
  const limit = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, afterMs);
  request.once('end', () => clearTimeout(limit));
  socket.once('close', () => clearTimeout(limit));
}
