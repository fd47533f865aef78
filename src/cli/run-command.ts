import type { Command } from 'commander';
import { asActor } from '@libs/database';
import { THE_COMMAND_LINE } from '@libs/kernel';
import { Gone, SourceError, Unavailable } from '@libs/sources';
import { EXIT } from '../process/exit-codes';
import { asStartProblem } from '../process/start-problem';
import { carryOut, commonFailure, withJson, type CommandResult, type CommonOptions, type Failure } from './carry-out';
import { CommandTools } from './command-tools';

export { withJson, type CommandResult, type CommonOptions } from './carry-out';
export type { CommandTools } from './command-tools';

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

/** Runs one command with the configuration, database and services of the installation (`carryOut`). */
export async function runCommand(
  options: CommonOptions,
  work: (tools: CommandTools) => Promise<CommandResult>,
): Promise<void> {
  const tools = new CommandTools();
  await carryOut(
    options,
    () => tools.close(),
    () => asActor(THE_COMMAND_LINE, () => work(tools)),
    failureOf,
  );
}

/** The lines to print for an error; with a stack trace only for an unexpected error. */
export const explain = (error: unknown): readonly string[] => failureOf(error).lines;

function failureOf(error: unknown): Failure {
  if (error instanceof SourceError) return { lines: [`${error.code}: ${error.message}`], exitCode: exitCodeOf(error) };
  return asStartProblem(error) ?? commonFailure(error);
}

/** The exit code of a command that failed with an error of a platform. */
function exitCodeOf(error: SourceError): number {
  if (error instanceof Unavailable) return EXIT.dependency;
  return error instanceof Gone ? EXIT.notFound : EXIT.failed;
}
