import 'reflect-metadata';
import type { Command } from 'commander';
import { addAccountCommands } from './commands/account.command';
import { addBackupCommands } from './commands/backup.command';
import { addCollectCommand } from './commands/collect.command';
import { addConnectionCommands } from './commands/connection.command';
import { addConsoleCommands } from './commands/console.command';
import { addDoctorCommand } from './commands/doctor.command';
import { addErasuresCommand } from './commands/erasures.command';
import { addExportCommands } from './commands/export.command';
import { addImportCommands } from './commands/import.command';
import { addInitSecretCommand } from './commands/init-secret.command';
import { addKeyCommands } from './commands/key.command';
import { addListenCommand } from './commands/listen.command';
import { addMcpCommand } from './commands/mcp.command';
import { addMigrateCommand } from './commands/migrate.command';
import { addNoticeCommands } from './commands/notice.command';
import { addProbeCommand } from './commands/probe.command';
import { addReparseCommand } from './commands/reparse.command';
import { addResealCommand } from './commands/reseal.command';
import { addRestoreCommand } from './commands/restore.command';
import { addRollupsCommands } from './commands/rollups.command';
import { addSamplesCommand } from './commands/samples.command';
import { addSandboxCommand } from './commands/sandbox.command';
import { addSourcesCommands } from './commands/sources.command';
import { addScrubCommand } from './commands/scrub.command';
import { addSupportCommands } from './commands/support.command';
import { addSwitchCommands } from './commands/switch.command';
import { addTriggerCommand } from './commands/trigger.command';
import { bareProgram } from './program';

/**
 * Builds the command line (contract §12.3) from one file per group of commands in `commands/`. A command passes its work to
 * `runCommand` and returns a `CommandResult`; `runCommand` prints the result, closes the resources and sets the exit code.
 */
export function buildProgram(): Command {
  const program = bareProgram();
  addAccountCommands(program);
  addKeyCommands(program);
  addCollectCommand(program);
  addConnectionCommands(program);
  addConsoleCommands(program);
  addExportCommands(program);
  addImportCommands(program);
  addListenCommand(program);
  addTriggerCommand(program);
  addMcpCommand(program);
  addNoticeCommands(program);
  addSupportCommands(program);
  const sources = addSourcesCommands(program);
  addProbeCommand(sources);
  addSamplesCommand(sources);
  addReparseCommand(sources);
  addSwitchCommands(program);
  addSandboxCommand(program);
  addRollupsCommands(program);
  addResealCommand(program);
  addInitSecretCommand(program);
  addMigrateCommand(program);
  addBackupCommands(program);
  addRestoreCommand(program);
  addErasuresCommand(program);
  addScrubCommand(program);
  addDoctorCommand(program);
  return program;
}
