import type { IncomingMessage, Server, ServerResponse } from 'node:http';

/** How long a connection is kept open for a client that makes no progress, in milliseconds. */
export interface ClientPatience {
  /** From the end of an answer until its request has arrived. */
  readonly unreadBodyMs: number;
  /** Without a byte of an answer that the client takes. */
  readonly stalledMs: number;
  /** From the end of an answer, as the service made it, until the client has all of it. */
  readonly wholeAnswerMs: number;
}

const PATIENCE: ClientPatience = { unreadBodyMs: 1_000, stalledMs: 30_000, wholeAnswerMs: 120_000 };
const SWEEPS_PER_LIMIT = 10;

interface Untaken {
  readonly since: number;
  left: number;
  progressAt: number;
}

/**
 * Closes the connections of clients that continue to send a body after its answer (a refused upload could otherwise be sent for
 * ever), and of clients that do not read their answer.
 */
export function endPatiently(server: Server, patience: ClientPatience = PATIENCE): void {
  const untaken = new Map<ServerResponse, Untaken>();
  let sweep: NodeJS.Timeout | undefined;

  const cutStalled = (): void => {
    const now = performance.now();
    for (const [response, answer] of untaken) {
      const left = leftOf(response);
      if (left !== answer.left) Object.assign(answer, { left, progressAt: now });
      if (now - answer.progressAt >= patience.stalledMs || now - answer.since >= patience.wholeAnswerMs)
        response.destroy();
    }
  };
  const watch = (response: ServerResponse): void => {
    const left = leftOf(response);
    // Nearly always the kernel has taken all of it already.
    if (left === 0 || response.destroyed) return;
    const now = performance.now();
    untaken.set(response, { since: now, left, progressAt: now });
    sweep ??= setInterval(cutStalled, patience.stalledMs / SWEEPS_PER_LIMIT).unref();
    response.once('close', () => {
      untaken.delete(response);
      if (untaken.size > 0) return;
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

/** Bytes that the client has not taken. */
function leftOf({ socket }: ServerResponse): number {
  if (socket === null) return 0;
  const handle = (socket as unknown as { _handle: { writeQueueSize?: number } | null })._handle;
  return handle?.writeQueueSize ?? socket.writableLength;
}

/** What still comes of the body is read and dropped: a client that is still sending would not see its answer otherwise. */
function cutUnlessComplete(request: IncomingMessage, afterMs: number): void {
  request.resume();
  const { socket } = request;
  const limit = setTimeout(() => {
    if (!request.complete) socket.destroy();
  }, afterMs);
  request.once('end', () => clearTimeout(limit));
  socket.once('close', () => clearTimeout(limit));
}
