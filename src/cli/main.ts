#!/usr/bin/env node
import { CommanderError, type Command } from 'commander';
import { EXIT } from '../process/exit-codes';
import { clientProgram } from './client-program';
import { needsOnlyOverview, overview } from './program';

/** The program that these arguments need, which loads no more than that. */
async function programFor(words: readonly string[]): Promise<Command> {
  if (needsOnlyOverview(words)) return overview();
  return (await clientProgram(words[0])) ?? (await import('./build-program.js')).buildProgram();
}

async function main(): Promise<void> {
  // The output may be closed (`| head`, a closed terminal); an embedded database must still be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const program = await programFor(process.argv.slice(2));
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed the error. A request for help has exit code 0, a group without a subcommand another code.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

void main();
