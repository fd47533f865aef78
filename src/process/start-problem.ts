import { ConfigError } from '@libs/config';
import { EmbeddedPostgresError } from '@libs/database/embedded';

/** Exit codes (decisions §10). */
export const EXIT = { done: 0, failed: 1, usage: 2, dependency: 3, notFound: 4, partial: 5 } as const;

/** Why a process cannot do its work, in lines for a person, with its exit code. */
export class StartProblem extends Error {
  constructor(
    readonly lines: readonly string[],
    readonly exitCode: number,
  ) {
    super(lines.join('\n'));
    this.name = 'StartProblem';
  }
}

/** What a person should read of an error that stopped a start; null for what nobody foresaw. */
export function asStartProblem(error: unknown): StartProblem | null {
  if (error instanceof StartProblem) return error;
  if (error instanceof ConfigError) return new StartProblem(error.problems, EXIT.usage);
  if (error instanceof EmbeddedPostgresError) return new StartProblem(error.message.split('\n'), EXIT.dependency);
  return null;
}

/** System errors of a connection, in a person's words; null for other errors. */
export function connectionProblem(error: unknown, what: string, remedy: string): StartProblem | null {
  const { code, message } = error as { code?: unknown; message?: string };
  const isConnection =
    typeof code === 'string' &&
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ENOENT|EHOSTUNREACH|28\w{3}|3D000|57P03|53300)$/.test(
      code,
    );
  if (!isConnection) return null;
  return new StartProblem(
    [`${what} cannot be reached (${code}${message ? `: ${message}` : ''}). ${remedy}`],
    EXIT.dependency,
  );
}
