#!/usr/bin/env node
import { CommanderError } from 'commander';
import { EXIT } from '../process/exit-codes';
import { asksForOverview, overview } from './program';

async function main(): Promise<void> {
  // Whoever read the output may be gone (`| head`, a closed terminal): no reason to leave an embedded database behind.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const isShort = asksForOverview(process.argv.slice(2));
  const program = isShort ? overview() : (await import('./build-program.js')).buildProgram();
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has told it already; asking for help is no mistake, a group without its verb is one.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

void main();
