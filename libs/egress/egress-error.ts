/**
 * How an outgoing request fails. `refused`: address, port or shape of the URL is forbidden, nothing was sent to it;
 * `timeout`: a limit of ours ran out; `network`: DNS, TCP, TLS or a malformed answer; `too_large`: the body passed its
 * limit; `aborted`: the caller's signal; `withheld`: the caller's `beforeSend` refused it, nothing was sent. Messages name
 * hosts, never secrets or paths.
 *
 * `mayHaveArrived` says on which side of the connection it failed: false proves that no byte of the request left, so that
 * repeating it is safe whatever it does; true proves nothing.
 */
export type EgressErrorKind = 'refused' | 'timeout' | 'network' | 'too_large' | 'aborted' | 'withheld';

export class EgressError extends Error {
  /** Whether the request may have reached the host before it failed. */
  readonly mayHaveArrived: boolean;

  constructor(
    readonly kind: EgressErrorKind,
    message: string,
    options: { cause?: unknown; mayHaveArrived?: boolean } = {},
  ) {
    super(message, options);
    this.name = 'EgressError';
    this.mayHaveArrived = options.mayHaveArrived ?? false;
  }
}

/** The failure as an `EgressError`: one already, also when a library wrapped it, or `network` with the system's own code. */
export function asEgressError(error: unknown, host: string): EgressError {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof EgressError) return cause;
  }
  const code = systemCode(error);
  return new EgressError('network', `The connection to ${host} failed (${code})`, { cause: error });
}

/** The same failure, of a request that was on its way already. */
export function afterSending(error: EgressError): EgressError {
  if (error.mayHaveArrived) return error;
  return new EgressError(error.kind, error.message, { cause: error, mayHaveArrived: true });
}

/** The system's code of a failure (`ECONNRESET`), else its name. Looks at the shape: core modules throw across realms. */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return 'unknown';
  // Several addresses were tried: the first failure speaks for all.
  if ('errors' in error && Array.isArray(error.errors) && error.errors.length > 0) return systemCode(error.errors[0]);
  if ('code' in error && typeof error.code === 'string') return error.code;
  return 'name' in error && typeof error.name === 'string' ? error.name : 'unknown';
}
