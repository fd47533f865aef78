import type { Command } from 'commander';
import { prepareQueue } from '@libs/queue';
import { databaseName, prepareSchema } from '../../process/database-place';
import { connectionProblem } from '../../process/start-problem';
import type { CommandResult, CommandTools } from '../command-tools';
import { runCommand } from '../run-command';

/** `migrate`: the service's schema and the queue's; safe to run at any time and by several at once. */
export function addMigrateCommand(program: Command): void {
  program
    .command('migrate')
    .description('bring the database up to date')
    .option('--json', 'print one JSON object')
    .action((options: { json?: boolean }) => runCommand(options, migrateAll));
}

async function migrateAll(tools: CommandTools): Promise<CommandResult> {
  const place = await tools.database();
  const migrations = await prepareSchema(tools.config, place, true);
  try {
    await prepareQueue({ databaseUrl: place.url, redisUrl: tools.config.REDIS_URL });
  } catch (error) {
    throw connectionProblem(error, databaseName(tools.config), 'Check DATABASE_URL.') ?? error;
  }
  return {
    json: { migrations },
    lines: migrations.length === 0 ? ['The database is up to date.'] : migrations.map((name) => `ran ${name}`),
  };
}
