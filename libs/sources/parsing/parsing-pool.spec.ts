import { execFile } from 'node:child_process';
import { setMaxListeners } from 'node:events';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { busy, endless, leaving, length, many, memoryEater, threadOf, throwing } from '@test/support/hostile-parsers';
import { Blocked, Changed, Temporary, Throttled } from '../source-errors';
import { parser, type ForeignDocument, type ParsedData, type Parser } from './parser';
import { ParsingPool, type ParsingPoolOptions } from './parsing-pool';

const FILE = join(__dirname, '../../../test/support/parsing-thread.cjs');
/** Much longer than parsing any document of these tests takes on a busy machine. */
const AMPLE_MS = 60_000;
const never = new AbortController().signal;
// Many concurrent documents share this signal. In the service each visit has its own signal and parses one document at a time.
setMaxListeners(0, never);

const bytesOf = (text: string, charset = 'utf-8'): ForeignDocument => ({
  bytes: Uint8Array.from(Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1')),
  contentType: `text/plain; charset=${charset}`,
});

describe('ParsingPool (architecture: no page blocks the event loop)', () => {
  /** For tests that do not end a thread. */
  const shared = new ParsingPool({ file: FILE, deadlineMs: AMPLE_MS, threads: 1 });
  const pools: ParsingPool[] = [];
  const poolOf = (options: Partial<ParsingPoolOptions> = {}): ParsingPool => {
    const pool = new ParsingPool({ file: FILE, deadlineMs: AMPLE_MS, threads: 1, ...options });
    pools.push(pool);
    return pool;
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
  afterAll(() => shared.close());

  const failure = <F, R extends ParsedData>(
    pool: ParsingPool,
    testParser: Parser<F, R>,
    facts: F,
    text = '',
  ): Promise<unknown> =>
    pool.parse(testParser, text, facts, never).then(
      () => 'no failure',
      (error: unknown) => error,
    );

  describe('documents', () => {
    it('decodes bytes by their charset and accepts texts', async () => {
      expect(await shared.parse(length, bytesOf('жук'), null, never)).toEqual({ length: 3 });
      expect(await shared.parse(length, bytesOf('caf\u00e9', 'latin1'), null, never)).toEqual({ length: 4 });
      expect(await shared.parse(length, 'жук', null, never)).toEqual({ length: 3 });
    });

    it('transfers the bytes without copying', async () => {
      const document = bytesOf('x'.repeat(100_000)) as { bytes: Uint8Array; contentType: string };
      expect(await shared.parse(length, document, null, never)).toEqual({ length: 100_000 });
      expect(document.bytes.byteLength).toBe(0);
    });

    it('copies bytes that share their buffer with other data', async () => {
      const small = Buffer.from('small');
      const pool = shared;
      expect(await pool.parse(length, { bytes: small, contentType: undefined }, null, never)).toEqual({ length: 5 });
      expect(small.toString()).toBe('small');
    });

    it('returns every review of a large page in order', async () => {
      const read = await shared.parse(many, '', { reviews: 1_234, characters: 10 }, never);
      expect(read.total).toBe(1_234);
      expect(Array.from(read.reviews, ({ externalId }) => externalId)).toEqual(
        Array.from({ length: 1_234 }, (_, index) => `r${index}`),
      );
    });

    it('filters reviews by their keys; the list can be iterated repeatedly', async () => {
      const { reviews } = await shared.parse(many, '', { reviews: 250, characters: 10 }, never);
      const odd = reviews.filter((key) => key === 'r3' || key === 'r249').filter((key) => key !== 'r3');
      expect(odd).toHaveLength(1);
      for (let time = 0; time < 2; time += 1) expect(Array.from(odd, ({ externalId }) => externalId)).toEqual(['r249']);
      expect(reviews).toHaveLength(250);
    });

    it('refuses a review that is too large', async () => {
      const error = await failure(shared, many, { reviews: 1, characters: 600_000 });
      expect(error).toEqual(new Changed('A review of the page is too large'));
    });
  });

  describe('failures', () => {
    it.each([
      ['blocked', new Blocked('shows a captcha')],
      ['throttled', new Throttled('slow down', 1_500)],
      ['temporary', new Temporary('timeout', 'later')],
    ])('preserves the class and fields of an error of a parser: %s', async (kind, expected) => {
      const error = await failure(shared, throwing, null, kind);
      expect(error).toBeInstanceOf(expected.constructor);
      expect({ ...(error as object) }).toEqual({ ...expected });
      expect(error).toMatchObject({ message: expected.message });
    });

    it('preserves the stack of any other error of a parser', async () => {
      const error = await failure(shared, throwing, null, 'fault');
      expect(error).not.toBeInstanceOf(Changed);
      expect(error).toMatchObject({ message: 'not a function', stack: expect.stringContaining('hostile-parsers') });
    });

    it('reports the name of a parser that is not listed', async () => {
      const unlisted = parser('test/unlisted', () => ({}));
      expect(await failure(shared, unlisted, null)).toMatchObject({
        message: expect.stringContaining('test/unlisted'),
      });
    });

    it('rejects facts that cannot be cloned and keeps the thread', async () => {
      const pool = shared;
      expect(await failure(pool, length as Parser<unknown, ParsedData>, () => 1)).toMatchObject({
        name: 'DataCloneError',
      });
      expect(await pool.parse(length, 'abc', null, never)).toEqual({ length: 3 });
    });

    it('rejects the document of a thread that exits, and parses the next document', async () => {
      const pool = poolOf();
      const [exited, read] = await Promise.all([failure(pool, leaving, null), pool.parse(length, 'abc', null, never)]);
      expect(exited).toMatchObject({ message: 'A parsing thread exited unexpectedly (3)' });
      expect(read).toEqual({ length: 3 });
    });

    it('rejects one queued document for each thread that cannot start', async () => {
      const pool = poolOf({ file: join(__dirname, 'no-such-file.cjs') });
      const errors = await Promise.all([failure(pool, length, null), failure(pool, length, null)]);
      for (const error of errors) expect(error).toMatchObject({ code: 'MODULE_NOT_FOUND' });
    });
  });

  describe('limits (a page that exceeds them fails with Changed)', () => {
    it('ends a document at its deadline without delaying others, and continues', async () => {
      const pool = poolOf({ threads: 2, deadlineMs: 1_500 });
      await Promise.all([pool.parse(busy, '', 100, never), pool.parse(busy, '', 100, never)]);
      const began = performance.now();
      const hostile = failure(pool, endless, null);
      const good = await pool.parse(length, 'good', null, never);
      const goodMs = performance.now() - began;
      expect(await hostile).toEqual(new Changed('A page takes more than 1.5 s to parse'));
      const hostileMs = performance.now() - began;
      expect(good).toEqual({ length: 4 });
      expect(goodMs).toBeLessThan(hostileMs);
      expect(hostileMs).toBeGreaterThanOrEqual(1_490);
      expect(await pool.parse(length, 'later', null, never)).toEqual({ length: 5 });
    });

    it('measures the deadline from the start of parsing, without the time in the queue', async () => {
      const pool = poolOf({ deadlineMs: 1_500 });
      const done = await Promise.all([1, 2, 3, 4].map(() => pool.parse(busy, '', 600, never)));
      expect(done).toHaveLength(4);
    });

    it('ends a document that exceeds the memory limit, and continues', async () => {
      const pool = poolOf({ memoryMb: 64 });
      const [full, read] = await Promise.all([
        failure(pool, memoryEater, null),
        pool.parse(length, 'abc', null, never),
      ]);
      expect(full).toEqual(new Changed('A page takes more than 64 MB to parse'));
      expect(read).toEqual({ length: 3 });
    });
  });

  it('replaces a thread whose heap has grown', async () => {
    const pool = poolOf({ keptMb: 1 });
    const first = await pool.parse(threadOf, '', null, never);
    const second = await pool.parse(threadOf, '', null, never);
    expect(second.thread).not.toBe(first.thread);
    const kept = await Promise.all([1, 2].map(() => shared.parse(threadOf, '', null, never)));
    expect(kept[0]).toEqual(kept[1]);
  });

  describe('queue', () => {
    it('parses documents in the order of arrival', async () => {
      const pool = shared;
      const order: number[] = [];
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          pool.parse(busy, '', index === 0 ? 50 : 0, never).then(() => order.push(index)),
        ),
      );
      expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });

    it('rejects queued and running documents at once if the visit is aborted', async () => {
      const pool = shared;
      await pool.parse(length, '', null, never);
      const visit = new AbortController();
      const parsing = [busy, busy].map((testParser) =>
        pool.parse(testParser, '', 400, visit.signal).catch((error: unknown) => error),
      );
      await pause(20);
      visit.abort(new Error('the lease is lost'));
      const began = performance.now();
      const errors = await Promise.all(parsing);
      expect(performance.now() - began).toBeLessThan(200);
      expect(errors).toEqual([expect.any(Temporary), expect.any(Temporary)]);
      expect(await pool.parse(length, 'abc', null, never)).toEqual({ length: 3 });
    });

    it('rejects documents of an aborted visit and of a closed pool', async () => {
      const pool = poolOf();
      await expect(pool.parse(length, '', null, AbortSignal.abort())).rejects.toBeInstanceOf(Temporary);
      await pool.close();
      await expect(pool.parse(length, '', null, never)).rejects.toBeInstanceOf(Temporary);
    });

    it('rejects running and queued documents if the pool is closed', async () => {
      const pool = poolOf();
      const parsing = [endless, length].map((testParser) =>
        pool.parse(testParser as typeof length, '', null, never).catch((error: unknown) => error),
      );
      await pause(20);
      await pool.close();
      expect(await Promise.all(parsing)).toEqual([expect.any(Temporary), expect.any(Temporary)]);
    });
  });

  it('keeps the process alive for a running document, but not for idle threads', async () => {
    const script = `
      const { ParsingPool } = require('./libs/sources/parsing/parsing-pool.ts');
      const { busy } = require('./test/support/hostile-parsers.ts');
      const pool = new ParsingPool({ file: ${JSON.stringify(FILE)}, deadlineMs: 60000, threads: 1 });
      pool.parse(busy, '', 300, new AbortController().signal).then((read) => console.log(JSON.stringify(read)));`;
    const hook = join(__dirname, '../../../test/support/typescript-sources.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, ['-r', hook, '-e', script], {
      cwd: join(__dirname, '../../..'),
      timeout: AMPLE_MS,
    });
    expect(JSON.parse(stdout)).toEqual({ busy: 300 });
  });
});
