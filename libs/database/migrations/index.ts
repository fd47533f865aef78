/** The migrations: the files of this folder that are named `<time>-<context>-<what>`. Each exports one class, whose name ends with the time. */
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MigrationInterface } from 'typeorm';

type Migration = new () => MigrationInterface;

const FILE = /^\d{13}-[a-z-]+\.(?:ts|js)$/;
const LAST_BASELINE = 1_795_800_000_200;
const load = createRequire(__filename);

/** All migrations, oldest first. A migration of a released version is never edited. */
export const MIGRATIONS: readonly Migration[] = readdirSync(__dirname)
  .filter((file) => FILE.test(file))
  .sort()
  .map(migrationIn);

/** The baselines: the migrations that create the schema, in the order of the contexts; large contexts have two. */
export const BASELINES = MIGRATIONS.filter(({ name }) => Number(name.slice(-13)) <= LAST_BASELINE);

function migrationIn(file: string): Migration {
  const classes = Object.values(load(join(__dirname, file)) as Readonly<Record<string, Migration>>);
  const found = classes.find(({ name }) => name.endsWith(file.slice(0, 13)));
  if (found === undefined || classes.length > 1)
    throw new Error(`The migration ${file} must export one class whose name ends with the time of the file`);
  return found;
}
