import { AppError } from '@libs/kernel';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const QUERY_CANCELED = '57014';
const MAX_ATTEMPTS = 3;

function sqlState(error: unknown): string | null {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === 'string' ? code : null;
}

/** Retries work that PostgreSQL rolled back because of concurrent work. Throws `service_unavailable` after the last attempt. */
export async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isRepeatable(error)) throw error;
      if (attempt >= MAX_ATTEMPTS) throw unavailable(error);
    }
  }
}

function isRepeatable(error: unknown): boolean {
  const state = sqlState(error);
  return state === SERIALIZATION_FAILURE || state === DEADLOCK;
}

/** The error of the driver, which `unavailable` may have wrapped. */
const driverError = (error: unknown): unknown => (error instanceof AppError ? error.cause : error);

/** Whether PostgreSQL canceled the statement, for example because of its timeout. */
export function isCanceled(error: unknown): boolean {
  return sqlState(driverError(error)) === QUERY_CANCELED;
}

/** Whether no response of PostgreSQL arrived within the driver's timeout. */
export function hasNoResponse(error: unknown): boolean {
  const cause = driverError(error);
  return cause instanceof Error && cause.message === 'Query read timeout';
}

/** Whether the error is a violation of a unique constraint, or of the unique constraint of that name. */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  if (sqlState(error) !== '23505') return false;
  return constraint === undefined || (error as { constraint?: unknown }).constraint === constraint;
}

const UNAVAILABLE_STATES = /^(08|53|57P0|57014|25006|25P0[34]|55P03|58)/;
const BROKEN_CONNECTION =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|not connected|not queryable|pool after calling end/i;
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'ENOTFOUND',
  'EMFILE',
  'ENFILE',
]);

/**
 * Transient faults become 503 `service_unavailable`: no connection, too many connections, shutdown, a timeout (of a statement, of a
 * lock, of a transaction that a stalled process left open), full disk, read-only server. Other errors are unchanged: the response
 * is 500, and the log has their stack.
 */
export function asUnavailable(error: unknown): unknown {
  if (error instanceof AppError) return error;
  const state = sqlState(error);
  const message = error instanceof Error ? error.message : '';
  const isTransient =
    (state !== null && (UNAVAILABLE_STATES.test(state) || UNAVAILABLE_SYSTEM.has(state))) ||
    BROKEN_CONNECTION.test(message);
  return isTransient ? unavailable(error) : error;
}

export function unavailable(cause: unknown): AppError {
  const wrapped = new AppError('service_unavailable', 'The service is not available at the moment');
  wrapped.cause = cause;
  return wrapped;
}
