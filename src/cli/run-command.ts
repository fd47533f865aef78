import type { Command } from 'commander';
import { asActor } from '@libs/database';
import { AppError, THE_COMMAND_LINE } from '@libs/kernel';
import { Gone, SourceError, Unavailable } from '@libs/sources';
import { EXIT } from '../process/exit-codes';
import { asStartProblem } from '../process/start-problem';
import { CommandTools, type CommandResult } from './command-tools';
import { Interruption } from './interruption';
import { output } from './output';

export type { CommandResult, CommandTools } from './command-tools';

export interface CommonOptions {
  readonly json?: boolean;
}

/**
 * Adds a command to `group`, with the option `--json`; the caller adds its other options. `work` gets the values of all options and
 * returns the result, which is printed.
 */
export function addCommand<Options extends object>(
  group: Command,
  name: string,
  description: string,
  work: (tools: CommandTools, options: Options) => Promise<CommandResult>,
): Command {
  return withJson(group.command(name).description(description)).action((options: Options & CommonOptions) =>
    runCommand(options, (tools) => work(tools, options)),
  );
}

/** Adds the option `--json` to a command that calls `runCommand`. */
export const withJson = (command: Command): Command => command.option('--json', 'print one JSON object');

/**
 * Runs one command: prints its result, closes all resources that it opened, and sets the exit code (contract §12.3). With `--json`,
 * standard output contains only one JSON object; errors go to standard error. A signal ends the command: the resources are closed,
 * and no result is printed.
 */
export async function runCommand(
  options: CommonOptions,
  work: (tools: CommandTools) => Promise<CommandResult>,
): Promise<void> {
  const tools = new CommandTools();
  const interruption = new Interruption(() => tools.close());
  try {
    const result = await asActor(THE_COMMAND_LINE, () => work(tools));
    if (interruption.hasStarted) return;
    if (options.json) output.json(result.json);
    else output.lines(result.lines);
    process.exitCode = result.exitCode ?? EXIT.done;
  } catch (error) {
    if (interruption.hasStarted) return;
    output.notes(explain(error).flatMap((line) => line.split('\n')));
    process.exitCode = exitCodeOf(error);
  } finally {
    await tools.close().catch((error: unknown) => output.notes([String(error)]));
    if (!interruption.hasStarted) interruption.ignore();
  }
}

/** The lines to print for an error; with a stack trace only for an unexpected error. */
export function explain(error: unknown): readonly string[] {
  if (error instanceof AppError) return [error.detail];
  if (error instanceof SourceError) return [`${error.code}: ${error.message}`];
  const problem = asStartProblem(error);
  if (problem !== null) return problem.lines;
  return [error instanceof Error ? (error.stack ?? error.message) : String(error)];
}

/** The exit code of a command that failed with this error. */
function exitCodeOf(error: unknown): number {
  if (error instanceof Unavailable) return EXIT.dependency;
  if (error instanceof Gone) return EXIT.notFound;
  if (!(error instanceof AppError)) return asStartProblem(error)?.exitCode ?? EXIT.failed;
  if (error.status === 404) return EXIT.notFound;
  if (error.status === 400 || error.status === 422) return EXIT.usage;
  return error.status === 503 ? EXIT.dependency : EXIT.failed;
}
