#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT } from '../process/exit-codes';
import { needsOnlyOverview, overview } from './program';

async function main(): Promise<void> {
  // The output may be closed (`| head`, a closed terminal); an embedded database must still be stopped.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const isShort = needsOnlyOverview(process.argv.slice(2));
  const program = isShort ? overview() : (await import('./build-program.js')).buildProgram();
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed the error. A request for help has exit code 0, a group without a subcommand another code.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

void main();
