import { systemIdOf, type Database } from '@libs/database';
import { ErasureFile } from '@libs/database/backup';
import { erasureEntries } from '@src/audit';

/** A transaction may commit an entry after later ones were recorded: entries of this time are compared again. */
const OVERLAP_MS = 10 * 60_000;

/** Records the erasures of a database beside its backups (docs/operations/retention.md). Each call adds what the file lacks. */
export class ErasureRecord {
  private known: { readonly file: ErasureFile; readonly ids: Set<number>; newest: Date | null } | null = null;

  constructor(
    private readonly database: Database,
    private readonly backups: string,
  ) {}

  /** Returns the number of entries that were added. */
  async write(): Promise<number> {
    this.known ??= await this.open();
    const { file, ids, newest } = this.known;
    const since = newest === null ? null : new Date(newest.getTime() - OVERLAP_MS);
    const added = (await erasureEntries(this.database, since)).filter(({ id }) => !ids.has(id));
    await file.append(added);
    for (const { id, at } of added) {
      ids.add(id);
      const time = new Date(at);
      if (this.known.newest === null || time > this.known.newest) this.known.newest = time;
    }
    return added.length;
  }

  private async open() {
    const file = new ErasureFile(this.backups, await systemIdOf(this.database));
    const entries = file.read();
    const times = entries.map(({ at }) => new Date(at).getTime());
    return {
      file,
      ids: new Set(entries.map(({ id }) => id)),
      newest: times.length === 0 ? null : new Date(times.reduce((one, other) => Math.max(one, other))),
    };
  }
}
