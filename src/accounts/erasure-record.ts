import { systemIdOf, type Database } from '@libs/database';
import { ErasureFile } from '@libs/database/backup';
import { erasureEntries } from '@src/audit';

/** A transaction may commit an entry after later ones were recorded: entries of this time are compared again. */
const OVERLAP_MS = 10 * 60_000;

/** Records the erasures of a database beside its backups (docs/operations/retention.md). Each call adds what the file lacks. */
export class ErasureRecord {
  private known: { readonly file: ErasureFile; readonly ids: Set<number>; since: Date | null } | null = null;

  constructor(
    private readonly database: Database,
    private readonly backups: string,
  ) {}

  /** Returns the number of entries that were added. */
  async write(): Promise<number> {
    this.known ??= await this.open();
    const { file, ids, since } = this.known;
    const readAt = await this.now();
    const added = (await erasureEntries(this.database, since)).filter(({ id }) => !ids.has(id));
    await file.append(added);
    for (const { id } of added) ids.add(id);
    this.known.since = new Date(readAt.getTime() - OVERLAP_MS);
    return added.length;
  }

  private async open() {
    const file = new ErasureFile(this.backups, await systemIdOf(this.database));
    const entries = file.read();
    const newest = entries.reduce((time, { at }) => Math.max(time, new Date(at).getTime()), 0);
    return {
      file,
      ids: new Set(entries.map(({ id }) => id)),
      since: newest === 0 ? null : new Date(newest - OVERLAP_MS),
    };
  }

  /** By the clock of the server, which also dates the entries. */
  private async now(): Promise<Date> {
    const [row] = await this.database.query<{ now: Date }>('select clock_timestamp() as now');
    if (row === undefined) throw new Error('the server did not return its time');
    return row.now;
  }
}
