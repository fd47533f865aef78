import { open, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { SyncStore } from './sync';

/** The content of the file. */
interface Saved<State> {
  readonly cursor: string;
  readonly state: State;
}

/**
 * Keeps the result of a consumer together with the cursor of `reviews.sync`, in one JSON file. `save` replaces the file as a whole: its
 * content is always the state after some page, with the cursor of that page. So after a crash, also `kill -9` or a power failure, each
 * change is applied to the state exactly once.
 *
 * ```ts
 * const store = new FileStore('reviews.json', () => ({ ratings: {} as Record<number, number | null> }));
 * for await (const change of hrev.reviews.sync({ object_id: 7, store }))
 *   if (change.op === 'reset') store.state.ratings = {};
 *   else if (change.op === 'upsert') store.state.ratings[change.review_id] = change.review.rating;
 *   else delete store.state.ratings[change.review_id];
 * ```
 *
 * Each save writes the whole state: keep up to some ten thousand reviews in it, and use `reviews.syncPages` with a database for more.
 * Only what is in `state` is restored; one process at a time may use a file.
 */
export class FileStore<State> implements SyncStore {
  /** What the consumer changes, and `save` writes: values of JSON. `load` replaces it by the saved one. */
  state: State;

  /**
   * @param file The path. Beside it, a file with the same name and `.tmp` is written and renamed.
   * @param initial Returns the state where the file does not exist.
   */
  constructor(
    private readonly file: string,
    private readonly initial: () => State,
  ) {
    this.state = initial();
  }

  /** Reads state and cursor; null if the file does not exist. Throws for a file of something else. */
  async load(): Promise<string | null> {
    const saved = await this.read();
    this.state = saved === null ? this.initial() : saved.state;
    return saved?.cursor ?? null;
  }

  /**
   * Writes state and cursor. When it resolves they are on the disk. If it rejects, the file has the earlier ones. It rejects with a TypeError
   * for a state that JSON cannot keep, such as a Map, a Date or NaN: it would be another one after a crash.
   */
  async save(cursor: string): Promise<void> {
    const saved: Saved<State> = { cursor, state: this.state };
    const text = JSON.stringify(saved);
    if (!isDeepStrictEqual(JSON.parse(text), saved)) throw new TypeError('the state must consist of values of JSON');
    const written = `${this.file}.tmp`;
    const handle = await open(written, 'w', 0o600);
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(written, this.file);
    await syncFolder(path.dirname(this.file));
  }

  private async read(): Promise<Saved<State> | null> {
    let saved: Partial<Saved<State>> | null;
    try {
      saved = JSON.parse(await readFile(this.file, 'utf8')) as Partial<Saved<State>> | null;
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw new Error(`${this.file} cannot be read`, { cause: error });
    }
    if (typeof saved?.cursor !== 'string' || saved.state === undefined)
      throw new Error(`${this.file} is not the file of a FileStore`);
    return { cursor: saved.cursor, state: saved.state };
  }
}

/** Makes a rename survive a power failure. Windows cannot open folders, and needs no such step. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
