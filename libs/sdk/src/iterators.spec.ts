import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ScriptedServer, type ScriptedAnswer } from '@test/support/scripted-server';
import { Hrev } from './client';
import { isHrevError } from './errors';
import { FileStore } from './node';
import type { SyncChange, SyncStore } from './sync';

let server: ScriptedServer;
let hrev: Hrev;
let folder = '';

beforeAll(async () => {
  server = await ScriptedServer.start();
  hrev = new Hrev({ baseUrl: server.address, apiKey: 'hrev_test', maxRetries: 0 });
  folder = mkdtempSync(path.join(tmpdir(), 'hrev-sdk-'));
});
afterAll(async () => {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const urls = (): readonly string[] => server.requests.map(({ url }) => url);

describe('listAll', () => {
  const page = (offset: number, ids: readonly number[], hasNext: boolean): ScriptedAnswer => ({
    status: 200,
    body: { data: ids.map((id) => ({ id })), total: 5, limit: 2, offset, has_next: hasNext },
  });

  it('yields the items of all pages', async () => {
    server.answers(page(0, [1, 2], true), page(2, [3, 4], true), page(4, [5], false));
    const ids: number[] = [];
    for await (const { id } of hrev.objects.listAll({ limit: 2, search: 'x' })) ids.push(id);
    expect(ids).toEqual([1, 2, 3, 4, 5]);
    expect(urls()).toEqual([0, 2, 4].map((offset) => `/v3/objects?limit=2&search=x&offset=${offset}`));
  });

  it('reads no page that is not asked for', async () => {
    server.answers(page(0, [1, 2], true));
    for await (const { id } of hrev.objects.listAll({ limit: 2 })) if (id === 2) break;
    expect(urls()).toHaveLength(1);
  });

  it('begins at an offset, and ends at an empty page', async () => {
    server.answers(page(3, [4, 5], true), page(5, [], true));
    const ids: number[] = [];
    for await (const { id } of hrev.objects.listAll({ offset: 3 })) ids.push(id);
    expect([ids, urls()]).toEqual([
      [4, 5],
      ['/v3/objects?offset=3', '/v3/objects?offset=5'],
    ]);
  });
});

describe('sync', () => {
  const upsert = (id: number): object => ({ op: 'upsert', review_id: id, reason: null, review: { id } });
  const page = (ids: readonly number[], cursor: string, hasNext: boolean): ScriptedAnswer => ({
    status: 200,
    body: { data: ids.map(upsert), next_cursor: cursor, has_next: hasNext },
  });
  const INVALID: ScriptedAnswer = { status: 400, body: { detail: 'No', code: 'invalid_cursor' } };
  const MISMATCH: ScriptedAnswer = { status: 400, body: { detail: 'No', code: 'cursor_mismatch' } };

  /** A store that records what happens, in `events`. */
  function recorded(cursor: string | null, events: string[]): SyncStore {
    return {
      load: () => Promise.resolve(cursor),
      save: (next) => {
        events.push(`save ${next}`);
        return Promise.resolve();
      },
    };
  }
  const named = (change: SyncChange): string => (change.op === 'reset' ? 'reset' : `${change.op} ${change.review_id}`);

  async function consumed(cursor: string | null, stopAt = Infinity): Promise<readonly string[]> {
    const events: string[] = [];
    for await (const change of hrev.reviews.sync({ object_id: 7, store: recorded(cursor, events) })) {
      events.push(named(change));
      if (events.length === stopAt) break;
    }
    return events;
  }

  it('saves the cursor of a page after its last change is done', async () => {
    server.answers(page([1, 2], 'a', true), page([3], 'b', false));
    expect(await consumed(null)).toEqual(['upsert 1', 'upsert 2', 'save a', 'upsert 3', 'save b']);
    expect(urls()).toEqual(['/v3/reviews/sync?object_id=7', '/v3/reviews/sync?object_id=7&cursor=a']);
  });

  it('continues after the saved cursor', async () => {
    server.answers(page([3], 'b', false));
    expect(await consumed('a')).toEqual(['upsert 3', 'save b']);
    expect(urls()).toEqual(['/v3/reviews/sync?object_id=7&cursor=a']);
  });

  it.each([1, 2])('saves nothing if the consumer leaves a page at change %i', async (stopAt) => {
    server.answers(page([1, 2], 'a', true));
    expect(await consumed(null, stopAt)).toHaveLength(stopAt);
  });

  it('saves nothing for changes of which one fails', async () => {
    server.answers(page([1, 2], 'a', true));
    const events: string[] = [];
    const consume = async (): Promise<void> => {
      for await (const change of hrev.reviews.sync({ object_id: 7, store: recorded(null, events) })) {
        events.push(named(change));
        if (events.length === 2) throw new Error('disk full');
      }
    };
    await expect(consume()).rejects.toThrow('disk full');
    expect(events).toEqual(['upsert 1', 'upsert 2']);
  });

  it('an unchanged cursor is not saved again', async () => {
    server.answers(page([], 'a', false));
    expect(await consumed('a')).toEqual([]);
  });

  it('begins again with a reset if the cursor is not valid', async () => {
    server.answers(INVALID, page([1], 'b', false));
    expect(await consumed('old')).toEqual(['reset', 'upsert 1', 'save b']);
    expect(urls()[1]).toBe('/v3/reviews/sync?object_id=7');
  });

  it('a reset without changes is saved too', async () => {
    server.answers(INVALID, page([], 'b', false));
    expect(await consumed('old')).toEqual(['reset', 'save b']);
  });

  it('a cursor that becomes invalid between two pages', async () => {
    server.answers(page([1], 'a', true), INVALID, page([2], 'b', false));
    expect(await consumed(null)).toEqual(['upsert 1', 'save a', 'reset', 'upsert 2', 'save b']);
  });

  it('ends with the error if each new stream becomes invalid', async () => {
    const rounds = [page([1], 'a', true), INVALID];
    server.answers(...rounds, ...rounds, ...rounds, ...rounds, ...rounds);
    await expect(consumed(null)).rejects.toThrow('invalid_cursor');
    expect(urls()).toHaveLength(8);
  });

  it('throws cursor_mismatch', async () => {
    server.answers(MISMATCH);
    const error: unknown = await consumed('other').catch((thrown: unknown) => thrown);
    expect(isHrevError(error, 'cursor_mismatch')).toBe(true);
  });

  it('with pollMs reads again until the signal is aborted', async () => {
    server.answers(page([1], 'a', false), page([2], 'b', false));
    const abort = new AbortController();
    const seen: string[] = [];
    const consume = async (): Promise<void> => {
      const store = recorded(null, seen);
      const options = { signal: abort.signal };
      for await (const change of hrev.reviews.sync({ object_id: 7, pollMs: 1, store }, options)) {
        seen.push(named(change));
        if (seen.includes('upsert 2')) abort.abort(new Error('enough'));
      }
    };
    await expect(consume()).rejects.toThrow('enough');
    expect(seen).toEqual(['upsert 1', 'save a', 'upsert 2', 'save b']);
  });

  it('syncPages yields changes with their cursor, and saves nothing', async () => {
    server.answers(INVALID, page([1], 'a', true), page([2], 'b', false));
    const pages: unknown[] = [];
    for await (const { changes, cursor, isReset, hasNext } of hrev.reviews.syncPages({ folder_id: 3, cursor: 'old' }))
      pages.push([changes.length, cursor, isReset, hasNext]);
    expect(pages).toEqual([
      [1, 'a', true, true],
      [1, 'b', false, false],
    ]);
  });
});

describe('FileStore', () => {
  interface Counts {
    seen: number[];
  }
  const store = (name: string): FileStore<Counts> => new FileStore(path.join(folder, name), () => ({ seen: [] }));

  it('restores state and cursor together', async () => {
    const first = store('a.json');
    expect(await first.load()).toBeNull();
    first.state.seen.push(1);
    await first.save('c1');
    first.state.seen.push(2);
    // What was not saved is dropped, in the same object too.
    expect([await first.load(), first.state]).toEqual(['c1', { seen: [1] }]);
    const second = store('a.json');
    expect([await second.load(), second.state]).toEqual(['c1', { seen: [1] }]);
    expect(readdirSync(folder).filter((name) => name.startsWith('a.json'))).toEqual(['a.json']);
  });

  it('ignores the rest of an interrupted save', async () => {
    const before = store('b.json');
    await before.save('c1');
    writeFileSync(path.join(folder, 'b.json.tmp'), '{"cursor":"c2","sta');
    const after = store('b.json');
    expect(await after.load()).toBe('c1');
    await after.save('c3');
    expect(JSON.parse(readFileSync(path.join(folder, 'b.json'), 'utf8'))).toEqual({
      cursor: 'c3',
      state: { seen: [] },
    });
  });

  it('refuses a file of something else', async () => {
    writeFileSync(path.join(folder, 'c.json'), 'text');
    await expect(store('c.json').load()).rejects.toThrow('c.json cannot be read');
    for (const text of ['null', '{}', '[]', '7', '{"cursor":7,"state":{}}', '{"cursor":"c1"}']) {
      writeFileSync(path.join(folder, 'c.json'), text);
      await expect(store('c.json').load()).rejects.toThrow('c.json is not the file of a FileStore');
    }
  });

  it.each([
    ['a Map', new Map([[1, 2]])],
    ['a Date', { at: new Date(0) }],
    ['NaN', [NaN]],
    ['an undefined value', { rating: undefined }],
    ['nothing', undefined],
  ])('refuses a state that would be read differently: %s', async (_, state) => {
    const refusing = new FileStore<unknown>(path.join(folder, 'e.json'), () => state);
    await expect(refusing.save('c1')).rejects.toThrow(TypeError);
    expect(readdirSync(folder)).not.toContain('e.json');
  });

  it('keeps the earlier content if a save fails', async () => {
    const kept = store('d.json');
    await kept.save('c1');
    const circular: Record<string, unknown> = {};
    circular['self'] = circular;
    kept.state = circular as unknown as Counts;
    await expect(kept.save('c2')).rejects.toThrow('circular');
    expect(await kept.load()).toBe('c1');
  });
});
