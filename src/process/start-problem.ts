import { ConfigError } from '@libs/config';
import { DatabaseInUseError, UnreleasedSchemaError } from '@libs/database';
import { BackupError } from '@libs/database/backup';
import { EmbeddedPostgresError } from '@libs/database/embedded';
import { AppError } from '@libs/kernel';
import { EXIT } from './exit-codes';

/** An expected failure of a service or command: the lines to print and the exit code. */
export class StartProblem extends Error {
  constructor(
    readonly lines: readonly string[],
    readonly exitCode: number,
  ) {
    super(lines.join('\n'));
    this.name = 'StartProblem';
  }
}

/** The problem to print for an error; null for an unexpected error. */
export function asStartProblem(error: unknown): StartProblem | null {
  if (error instanceof StartProblem) return error;
  if (error instanceof ConfigError) return new StartProblem(error.problems, EXIT.usage);
  if (error instanceof EmbeddedPostgresError) return new StartProblem(error.message.split('\n'), EXIT.dependency);
  if (error instanceof BackupError) return new StartProblem([error.message], EXIT.failed);
  if (error instanceof DatabaseInUseError) return new StartProblem([error.message], EXIT.failed);
  if (error instanceof UnreleasedSchemaError) return new StartProblem([error.message], EXIT.dependency);
  return null;
}

const NO_CONNECTION =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EHOSTUNREACH|28\w{3}|3D000|57P0\d|53300)$/;
/** Messages of the driver for a lost connection, which have no code. */
const LOST_CONNECTION =
  /timeout expired|timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/** A problem of one line for a connection that is refused, lost or without a response; null for other errors. */
export function connectionProblem(error: unknown, server: string, remedy: string): StartProblem | null {
  const isUnavailable = error instanceof AppError && error.code === 'service_unavailable';
  const { code, message = '' } = (isUnavailable ? error.cause : error) as { code?: unknown; message?: string };
  const state = typeof code === 'string' ? code : null;
  if (!isUnavailable && !(state !== null && NO_CONNECTION.test(state)) && !LOST_CONNECTION.test(message)) return null;
  const reason = [state, message].filter(Boolean).join(': ').replace(/\s+/g, ' ');
  return new StartProblem([`${server} cannot be reached (${reason}). ${remedy}`], EXIT.dependency);
}
