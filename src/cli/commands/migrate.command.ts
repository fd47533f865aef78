import type { Command } from 'commander';
import { prepareQueue } from '@libs/queue';
import { databaseProblem, prepareSchema } from '@src/process/open-database';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

/** `migrate`: migrates the schemas of the service and of the queue. It may run at any time and concurrently. */
export function addMigrateCommand(program: Command): void {
  addCommand(program, 'migrate', 'bring the database up to date', migrateAll);
}

async function migrateAll(tools: CommandTools): Promise<CommandResult> {
  const place = await tools.database();
  try {
    const migrations = await prepareSchema(place, true);
    await prepareQueue({ databaseUrl: place.url, redisUrl: tools.config.REDIS_URL });
    const lines = migrations.length === 0 ? ['The database is up to date.'] : migrations.map((name) => `ran ${name}`);
    return { json: { migrations }, lines };
  } catch (error) {
    throw databaseProblem(error, tools.config);
  }
}
