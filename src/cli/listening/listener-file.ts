import { createHash, randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What a listener is remembered by. */
export interface ListenerPlace {
  readonly url: string;
  readonly accountId: number;
  readonly name: string;
}

/**
 * The id of a listener, in a file of its own that only the user reads. `hrev listen` continues with it after it was ended. The file never
 * contains a key.
 */
export class ListenerFile {
  private readonly file: string;

  constructor(
    private readonly folder: string,
    private readonly place: ListenerPlace,
  ) {
    const digest = createHash('sha256')
      .update(JSON.stringify([place.url, place.accountId, place.name]))
      .digest('hex');
    this.file = path.join(folder, `${digest.slice(0, 24)}.json`);
  }

  /** The id; null if there is none, or the file cannot be read. */
  async read(): Promise<number | null> {
    try {
      const { listener_id: id } = JSON.parse(await readFile(this.file, 'utf8')) as { readonly listener_id?: unknown };
      return Number.isSafeInteger(id) ? (id as number) : null;
    } catch {
      return null;
    }
  }

  /** Stores the id, unless another process has stored one since `previous` was read. Returns the id that is stored. */
  async claim(id: number, previous: number | null): Promise<number> {
    await mkdir(this.folder, { recursive: true, mode: 0o700 });
    if (previous !== null && (await this.read()) === previous) await this.remove();
    const draft = `${this.file}.${randomBytes(4).toString('hex')}`;
    const { url, accountId, name } = this.place;
    const text = `${JSON.stringify({ url, account_id: accountId, name, listener_id: id }, null, 2)}\n`;
    await writeFile(draft, text, { mode: 0o600, flag: 'wx' });
    try {
      // Fails if the file exists, and the file is whole when it appears.
      await link(draft, this.file);
      return id;
    } catch {
      return (await this.read()) ?? id;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async remove(): Promise<void> {
    await rm(this.file, { force: true });
  }
}
