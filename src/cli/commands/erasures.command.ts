import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { systemIdOf } from '@libs/database';
import { BackupError, ErasureFile, erasuresIn, type ErasureEntry } from '@libs/database/backup';
import { erasureEntries } from '@src/audit';
import { openDatabase } from '../../foundation.module';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { migrationsRunOn } from './backup.command';

/** `erasures`: prints what was closed and erased, for a restore of an earlier time. */
export function addErasuresCommand(program: Command): void {
  addCommand(program, 'erasures', 'print closed accounts and what was erased, one JSON object per line', list);
}

async function list(tools: CommandTools): Promise<CommandResult> {
  const { url } = await tools.database();
  await migrationsRunOn(url, 'nothing was erased in it');
  const database = await openDatabase(tools.config, url);
  const erasures = await erasureEntries(database, null).finally(() => database.close());
  return { json: { erasures }, lines: erasures.map((entry) => JSON.stringify(entry)) };
}

/** The erasures that a restore repeats, and the notes about them. */
export interface KnownErasures {
  readonly entries: readonly ErasureEntry[];
  readonly notes: readonly string[];
}

/**
 * Reads the erasures that are recorded beside backups (null: there is no folder), and those of a file that `hrev erasures` has written
 * (null: none). Throws `BackupError` for a file that has other content or cannot be read.
 */
export function knownErasures(backups: string | null, systemId: string, file: string | null): KnownErasures {
  const recorded = backups === null ? null : new ErasureFile(backups, systemId);
  const given = file === null ? [] : erasuresIn(contentOf(resolve(file)), file);
  if (recorded?.exists() !== true && file === null)
    return {
      entries: [],
      notes: ['No record of erasures was found: what was erased after the restored time is not erased again.'],
    };
  const byId = new Map([...(recorded?.read() ?? []), ...given].map((entry) => [entry.id, entry]));
  return { entries: [...byId.values()].sort((one, other) => one.id - other.id), notes: [] };
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new BackupError(`the file ${file} cannot be read (${code ?? String(error)})`, { cause: error });
  }
}

/** As `knownErasures`, for a database that other means have restored. */
export async function erasuresOf(tools: CommandTools, url: string, file: string | null): Promise<KnownErasures> {
  const database = await openDatabase(tools.config, url);
  const systemId = await systemIdOf(database).finally(() => database.close());
  return knownErasures(tools.config.HREV_BACKUP_DIR, systemId, file);
}
