/**
 * How an outgoing request fails. `refused`: the address, port or form of the URL is forbidden, nothing was sent; `timeout`: a
 * time limit of the client expired; `network`: DNS, TCP, TLS or a malformed response; `too_large`: the body exceeded its limit;
 * `aborted`: the caller's signal; `withheld`: the caller's `beforeSend` threw, nothing was sent. Messages contain host names,
 * never secrets or paths.
 *
 * If `mayHaveArrived` is false, no byte of the request was sent, and any request can be repeated safely. If it is true, the
 * request may or may not have arrived.
 *
 * If `endedKeptConnection` is true, the connection had been kept from an earlier request and ended before a byte of the response
 * arrived. The usual cause is a server that closes idle connections. A request that changes nothing can be repeated on a new
 * connection.
 */
export type EgressErrorKind = 'refused' | 'timeout' | 'network' | 'too_large' | 'aborted' | 'withheld';

export class EgressError extends Error {
  /** Whether the request may have reached the host before it failed. */
  readonly mayHaveArrived: boolean;
  /** Whether a kept connection ended before a byte of the response arrived. */
  readonly endedKeptConnection: boolean;

  constructor(
    readonly kind: EgressErrorKind,
    message: string,
    options: { cause?: unknown; mayHaveArrived?: boolean; endedKeptConnection?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'EgressError';
    this.mayHaveArrived = options.mayHaveArrived ?? false;
    this.endedKeptConnection = options.endedKeptConnection ?? false;
  }
}

/** Returns the `EgressError` in the error's chain of causes, else a `network` error with the system's code. */
export function asEgressError(error: unknown, host: string): EgressError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof EgressError) return cause;
  }
  const code = systemCode(error);
  return new EgressError('network', `The connection to ${host} failed (${code})`, { cause: error });
}

/** Returns the error of a request that was sent: with `mayHaveArrived` set, and `endedKeptConnection` as given. */
export function afterSending(error: EgressError, endedKeptConnection: boolean): EgressError {
  return new EgressError(error.kind, error.message, { cause: error, mayHaveArrived: true, endedKeptConnection });
}

/**
 * Returns the system's code of an error (`ECONNRESET`), or else the error's name. Avoids `instanceof`, because core modules may
 * throw errors of another realm.
 */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  // Several addresses were tried: report the first failure.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return systemCode(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown';
}
