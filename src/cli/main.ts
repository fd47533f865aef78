#!/usr/bin/env node
import 'reflect-metadata';
import { Command, CommanderError } from 'commander';
import { EXIT } from '../process/start-problem';
import { addAccountCommands } from './commands/account.command';
import { addCollectCommand } from './commands/collect.command';
import { addConnectionCommands } from './commands/connection.command';
import { addDoctorCommand } from './commands/doctor.command';
import { addKeyCommands } from './commands/key.command';
import { addMigrateCommand } from './commands/migrate.command';
import { addNoticeCommands } from './commands/notice.command';
import { addProbeCommand } from './commands/probe.command';
import { addRollupsCommands } from './commands/rollups.command';
import { addSandboxCommand } from './commands/sandbox.command';
import { addSourcesCommands } from './commands/sources.command';
import { addSupportCommands } from './commands/support.command';

/**
 * The command line (decisions §10): one file per group of commands in `commands/`, each adding itself here. A command
 * gives `runCommand` its work and returns a `CommandResult`; output, closing and exit codes are done there.
 */
export function buildProgram(): Command {
  const program = new Command('hrev')
    .description('Administers an hrev installation; uses the same settings as the service.')
    .showHelpAfterError()
    .exitOverride();
  addAccountCommands(program);
  addKeyCommands(program);
  addCollectCommand(program);
  addConnectionCommands(program);
  addNoticeCommands(program);
  addSupportCommands(program);
  addProbeCommand(addSourcesCommands(program));
  addSandboxCommand(program);
  addRollupsCommands(program);
  addMigrateCommand(program);
  addDoctorCommand(program);
  return program;
}

async function main(): Promise<void> {
  // Whoever read the output may be gone (`| head`, a closed terminal): no reason to leave an embedded database behind.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  try {
    await buildProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // Commander has told it already; asking for help is no mistake, a group without its verb is one.
    process.exitCode = error.exitCode === 0 ? EXIT.done : EXIT.usage;
  }
}

if (require.main === module) void main();
