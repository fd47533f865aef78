import type { Command } from 'commander';
import { AppError } from '@libs/kernel';
import { EXIT } from '../process/exit-codes';
import { Interruption } from './interruption';
import { output } from './output';

export interface CommonOptions {
  readonly json?: boolean;
}

/** The result of a command: one object for `--json`, otherwise lines of text. */
export interface CommandResult {
  readonly json: object;
  readonly lines: readonly string[];
  /** 0 by default; 1: failed, 5: partly done. */
  readonly exitCode?: number;
}

/** What is printed for an error, and the exit code. */
export interface Failure {
  readonly lines: readonly string[];
  readonly exitCode: number;
}

/** Adds the option `--json` to a command that calls `carryOut`. */
export const withJson = (command: Command): Command => command.option('--json', 'print one JSON object');

/**
 * Runs one command: prints its result, closes all resources that it opened, and sets the exit code (contract §12.3). With `--json`,
 * standard output contains only one JSON object; errors go to standard error. A signal ends the command: the resources are closed,
 * and no result is printed.
 */
export async function carryOut(
  options: CommonOptions,
  close: () => Promise<void>,
  work: () => Promise<CommandResult>,
  failureOf: (error: unknown) => Failure,
): Promise<void> {
  const interruption = new Interruption(close);
  try {
    const result = await work();
    if (interruption.hasStarted) return;
    if (options.json) output.json(result.json);
    else output.lines(result.lines);
    process.exitCode = result.exitCode ?? EXIT.done;
  } catch (error) {
    if (interruption.hasStarted) return;
    const { lines, exitCode } = failureOf(error);
    output.notes(lines.flatMap((line) => line.split('\n')));
    process.exitCode = exitCode;
  } finally {
    await close().catch((error: unknown) => output.notes([String(error)]));
    if (!interruption.hasStarted) interruption.ignore();
  }
}

/** The failure that errors of the API and unexpected errors are; the latter with a stack trace. */
export function commonFailure(error: unknown): Failure {
  if (error instanceof AppError) return { lines: [error.detail], exitCode: exitCodeOf(error) };
  return { lines: [error instanceof Error ? (error.stack ?? error.message) : String(error)], exitCode: EXIT.failed };
}

function exitCodeOf({ status }: AppError): number {
  if (status === 404) return EXIT.notFound;
  if (status === 400 || status === 422) return EXIT.usage;
  return status === 503 ? EXIT.dependency : EXIT.failed;
}
