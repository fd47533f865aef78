#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT } from '../process/exit-codes';
import { asksForOverview, overview } from './program';

async function main(): Promise<void> {
  // The reader of the output may be gone (`| head`, a closed terminal); an embedded database is stopped nevertheless.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const isShort = asksForOverview(process.argv.slice(2));
  const program = isShort ? overview() : (await import('./build-program.js')).buildProgram();
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has printed the error already. A request for help exits 0, a group without its subcommand does not.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

void main();
