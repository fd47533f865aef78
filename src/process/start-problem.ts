import { ConfigError } from '@libs/config';
import { UnreleasedSchemaError } from '@libs/database';
import { EmbeddedPostgresError } from '@libs/database/embedded';
import { AppError } from '@libs/kernel';
import { EXIT } from './exit-codes';

/** Why a process cannot do its work, in lines for a person, with an exit code. */
export class StartProblem extends Error {
  constructor(
    readonly lines: readonly string[],
    readonly exitCode: number,
  ) {
    super(lines.join('\n'));
    this.name = 'StartProblem';
  }
}

/** The problem to show for an error that stopped a start; null for an unexpected error. */
export function asStartProblem(error: unknown): StartProblem | null {
  if (error instanceof StartProblem) return error;
  if (error instanceof ConfigError) return new StartProblem(error.problems, EXIT.usage);
  if (error instanceof EmbeddedPostgresError) return new StartProblem(error.message.split('\n'), EXIT.dependency);
  if (error instanceof UnreleasedSchemaError) return new StartProblem([error.message], EXIT.dependency);
  return null;
}

const NO_CONNECTION =
  /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EHOSTUNREACH|28\w{3}|3D000|57P0\d|53300)$/;
/** Messages of the driver for a lost connection, which have no code. */
const NO_ANSWER = /timeout expired|timeout exceeded when trying to connect|Connection terminated|Query read timeout/;

/** One line for a person about a connection that is refused, breaks or is never answered; null for other errors. */
export function connectionProblem(error: unknown, what: string, remedy: string): StartProblem | null {
  const isPassing = error instanceof AppError && error.code === 'service_unavailable';
  const { code, message = '' } = (isPassing ? error.cause : error) as { code?: unknown; message?: string };
  const state = typeof code === 'string' ? code : null;
  if (!isPassing && !(state !== null && NO_CONNECTION.test(state)) && !NO_ANSWER.test(message)) return null;
  const reason = [state, message].filter(Boolean).join(': ').replace(/\s+/g, ' ');
  return new StartProblem([`${what} cannot be reached (${reason}). ${remedy}`], EXIT.dependency);
}
