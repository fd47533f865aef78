import { existsSync, readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { BackupError, makePrivateFolder } from './backup-folder';

const entrySchema = z.object({
  /** Id of the entry of the audit trail. */
  id: z.int().positive(),
  /** When it happened, UTC. */
  at: z.iso.datetime(),
  event: z.enum(['account_closed', 'account_reopened', 'account_erased', 'object_erased', 'link_erased']),
  /** Id of the account, the object or the link. */
  target: z.int().positive(),
});

/** An erasure, or the request for one, which a restored database of before does not contain. */
export type ErasureEntry = z.output<typeof entrySchema>;

/**
 * The erasures of one cluster, beside its backups: `erasures/<system id>.jsonl`, one JSON object per line. A restore repeats them. It has
 * ids and times only. A line may occur twice, and after a crash one may be incomplete: its entry is recorded again.
 */
export class ErasureFile {
  readonly file: string;

  constructor(
    private readonly backups: string,
    systemId: string,
  ) {
    this.file = path.join(backups, 'erasures', `${systemId}.jsonl`);
  }

  exists(): boolean {
    return existsSync(this.file);
  }

  /** Every entry once, oldest first. Empty without a file. Throws `BackupError` for a line that cannot be read. */
  read(): readonly ErasureEntry[] {
    return this.exists() ? erasuresIn(readFileSync(this.file, 'utf8'), this.file) : [];
  }

  /** Adds entries, and returns once they are on disk. */
  async append(entries: readonly ErasureEntry[]): Promise<void> {
    if (entries.length === 0) return;
    makePrivateFolder(this.backups);
    makePrivateFolder(path.dirname(this.file));
    const handle = await open(this.file, 'a', 0o600);
    try {
      // A first line break ends a line that a crash has left incomplete.
      await handle.appendFile(['', ...entries.map((entry) => JSON.stringify(entry)), ''].join('\n'));
      await handle.sync();
    } finally {
      await handle.close();
    }
  }
}

/** The entries of a text with one JSON object per line, each once, in the order of their ids. Incomplete lines are left out. */
export function erasuresIn(text: string, name: string): readonly ErasureEntry[] {
  const entries = new Map<number, ErasureEntry>();
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || isIncomplete(line)) continue;
    const entry = parsed(line);
    if (entry === null) throw new BackupError(`${name}, line ${index + 1}: this is not an erasure`);
    entries.set(entry.id, entry);
  }
  return [...entries.values()].sort((one, other) => one.id - other.id);
}

const isIncomplete = (line: string): boolean => line.startsWith('{') && !line.trimEnd().endsWith('}');

function parsed(line: string): ErasureEntry | null {
  try {
    return entrySchema.parse(JSON.parse(line));
  } catch {
    return null;
  }
}
