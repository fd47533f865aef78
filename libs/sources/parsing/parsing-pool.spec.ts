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
const neverAborted = new AbortController().signal;
// Many concurrent documents share this signal. In the service each visit has its own signal and parses one document at a time.
setMaxListeners(0, neverAborted);

const bytesOf = (text: string, charset = 'utf-8'): ForeignDocument => ({
  bytes: Uint8Array.from(Buffer.from(text, charset === 'utf-8' ? 'utf8' : 'latin1')),
  contentType: `text/plain; charset=${charset}`,
});

describe('ParsingPool (architecture: no page blocks the event loop)', () => {
  /** For tests that do not end a thread. */
  const sharedPool = new ParsingPool({ file: FILE, deadlineMs: AMPLE_MS, threads: 1 });
  const pools: ParsingPool[] = [];
  const poolOf = (options: Partial<ParsingPoolOptions> = {}): ParsingPool => {
    const pool = new ParsingPool({ file: FILE, deadlineMs: AMPLE_MS, threads: 1, ...options });
    pools.push(pool);
    return pool;
  };
  afterEach(() => Promise.all(pools.splice(0).map((pool) => pool.close())));
  afterAll(() => sharedPool.close());

  const failureOf = <F, R extends ParsedData>(
    pool: ParsingPool,
    testParser: Parser<F, R>,
    facts: F,
    text = '',
  ): Promise<unknown> =>
    pool.parse(testParser, text, facts, neverAborted).then(
      () => 'no failure',
      (error: unknown) => error,
    );

  describe('documents', () => {
    it('decodes bytes by their charset and accepts texts', async () => {
      expect(await sharedPool.parse(length, bytesOf('жук'), null, neverAborted)).toEqual({ length: 3 });
      expect(await sharedPool.parse(length, bytesOf('caf\u00e9', 'latin1'), null, neverAborted)).toEqual({ length: 4 });
      expect(await sharedPool.parse(length, 'жук', null, neverAborted)).toEqual({ length: 3 });
    });

    it('transfers the bytes without copying', async () => {
      const document = bytesOf('x'.repeat(100_000)) as { bytes: Uint8Array; contentType: string };
      expect(await sharedPool.parse(length, document, null, neverAborted)).toEqual({ length: 100_000 });
      expect(document.bytes.byteLength).toBe(0);
    });

    it('copies bytes that share their buffer with other data', async () => {
      const small = Buffer.from('small');
      const pool = sharedPool;
      expect(await pool.parse(length, { bytes: small, contentType: undefined }, null, neverAborted)).toEqual({
        length: 5,
      });
      expect(small.toString()).toBe('small');
    });

    it('returns every review of a large page in order', async () => {
      const result = await sharedPool.parse(many, '', { reviews: 1_234, characters: 10 }, neverAborted);
      expect(result.total).toBe(1_234);
      expect(Array.from(result.reviews, ({ externalId }) => externalId)).toEqual(
        Array.from({ length: 1_234 }, (_, index) => `r${index}`),
      );
    });

    it('filters reviews by their keys; the list can be iterated repeatedly', async () => {
      const { reviews } = await sharedPool.parse(many, '', { reviews: 250, characters: 10 }, neverAborted);
      const filtered = reviews.filter((key) => key === 'r3' || key === 'r249').filter((key) => key !== 'r3');
      expect(filtered).toHaveLength(1);
      for (let time = 0; time < 2; time += 1)
        expect(Array.from(filtered, ({ externalId }) => externalId)).toEqual(['r249']);
      expect(reviews).toHaveLength(250);
    });

    it('refuses a review that is too large', async () => {
      const error = await failureOf(sharedPool, many, { reviews: 1, characters: 600_000 });
      expect(error).toEqual(new Changed('A review of the page is too large'));
    });
  });

  describe('failures', () => {
    it.each([
      ['blocked', new Blocked('shows a captcha')],
      ['throttled', new Throttled('slow down', 1_500)],
      ['temporary', new Temporary('timeout', 'later')],
    ])('preserves the class and fields of an error of a parser: %s', async (kind, expected) => {
      const error = await failureOf(sharedPool, throwing, null, kind);
      expect(error).toBeInstanceOf(expected.constructor);
      expect({ ...(error as object) }).toEqual({ ...expected });
      expect(error).toMatchObject({ message: expected.message });
    });

    it('preserves the stack of any other error of a parser', async () => {
      const error = await failureOf(sharedPool, throwing, null, 'fault');
      expect(error).not.toBeInstanceOf(Changed);
      expect(error).toMatchObject({ message: 'not a function', stack: expect.stringContaining('hostile-parsers') });
    });

    it('reports the name of a parser that is not listed', async () => {
      const unlisted = parser('test/unlisted', () => ({}));
      expect(await failureOf(sharedPool, unlisted, null)).toMatchObject({
        message: expect.stringContaining('test/unlisted'),
      });
    });

    it('rejects facts that cannot be cloned and keeps the thread', async () => {
      const pool = sharedPool;
      expect(await failureOf(pool, length as Parser<unknown, ParsedData>, () => 1)).toMatchObject({
        name: 'DataCloneError',
      });
      expect(await pool.parse(length, 'abc', null, neverAborted)).toEqual({ length: 3 });
    });

    it('rejects the document of a thread that exits, and parses the next document', async () => {
      const pool = poolOf();
      const [exited, result] = await Promise.all([
        failureOf(pool, leaving, null),
        pool.parse(length, 'abc', null, neverAborted),
      ]);
      expect(exited).toMatchObject({ message: 'A parsing thread exited unexpectedly (3)' });
      expect(result).toEqual({ length: 3 });
    });

    it('rejects one queued document for each thread that cannot start', async () => {
      const pool = poolOf({ file: join(__dirname, 'no-such-file.cjs') });
      const errors = await Promise.all([failureOf(pool, length, null), failureOf(pool, length, null)]);
      for (const error of errors) expect(error).toMatchObject({ code: 'MODULE_NOT_FOUND' });
    });
  });

  describe('limits (a page that exceeds them fails with Changed)', () => {
    it('ends a document at its deadline without delaying others, and continues', async () => {
      const pool = poolOf({ threads: 2, deadlineMs: 1_500 });
      await Promise.all([pool.parse(busy, '', 100, neverAborted), pool.parse(busy, '', 100, neverAborted)]);
      const startedAt = performance.now();
      const hostile = failureOf(pool, endless, null);
      const good = await pool.parse(length, 'good', null, neverAborted);
      const goodMs = performance.now() - startedAt;
      expect(await hostile).toEqual(new Changed('A page takes more than 1.5 s to parse'));
      const hostileMs = performance.now() - startedAt;
      expect(good).toEqual({ length: 4 });
      expect(goodMs).toBeLessThan(hostileMs);
      expect(hostileMs).toBeGreaterThanOrEqual(1_490);
      expect(await pool.parse(length, 'later', null, neverAborted)).toEqual({ length: 5 });
    });

    it('measures the deadline from the start of parsing, without the time in the queue', async () => {
      const pool = poolOf({ deadlineMs: 1_500 });
      const results = await Promise.all([1, 2, 3, 4].map(() => pool.parse(busy, '', 600, neverAborted)));
      expect(results).toHaveLength(4);
    });

    it('ends a document that exceeds the memory limit, and continues', async () => {
      const pool = poolOf({ memoryMb: 64 });
      const [memoryError, result] = await Promise.all([
        failureOf(pool, memoryEater, null),
        pool.parse(length, 'abc', null, neverAborted),
      ]);
      expect(memoryError).toEqual(new Changed('A page takes more than 64 MB to parse'));
      expect(result).toEqual({ length: 3 });
    });
  });

  it('knows the heap after a document that could not be parsed', async () => {
    const pool = poolOf();
    await failureOf(pool, throwing, 'blocked');
    expect(pool.heapBytes).toBeGreaterThan(0);
  });

  it('replaces a thread whose heap has grown', async () => {
    const pool = poolOf({ maxIdleHeapMb: 1 });
    const first = await pool.parse(threadOf, '', null, neverAborted);
    const second = await pool.parse(threadOf, '', null, neverAborted);
    expect(second.thread).not.toBe(first.thread);
    const results = await Promise.all([1, 2].map(() => sharedPool.parse(threadOf, '', null, neverAborted)));
    expect(results[0]).toEqual(results[1]);
  });

  describe('queue', () => {
    it('parses documents in the order of arrival', async () => {
      const pool = sharedPool;
      const order: number[] = [];
      await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          pool.parse(busy, '', index === 0 ? 50 : 0, neverAborted).then(() => order.push(index)),
        ),
      );
      expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
    });

    it('rejects queued and running documents before they are parsed if the visit is aborted', async () => {
      const BUSY_MS = 2_000;
      const pool = sharedPool;
      await pool.parse(length, '', null, neverAborted);
      const visit = new AbortController();
      const parsing = [busy, busy].map((testParser) =>
        pool.parse(testParser, '', BUSY_MS, visit.signal).catch((error: unknown) => error),
      );
      await pause(20);
      visit.abort(new Error('the lease is lost'));
      const startedAt = performance.now();
      const errors = await Promise.all(parsing);
      expect(performance.now() - startedAt).toBeLessThan(BUSY_MS);
      expect(errors).toEqual([expect.any(Temporary), expect.any(Temporary)]);
      expect(await pool.parse(length, 'abc', null, neverAborted)).toEqual({ length: 3 });
    });

    it('rejects documents of an aborted visit and of a closed pool', async () => {
      const pool = poolOf();
      await expect(pool.parse(length, '', null, AbortSignal.abort())).rejects.toBeInstanceOf(Temporary);
      await pool.close();
      await expect(pool.parse(length, '', null, neverAborted)).rejects.toBeInstanceOf(Temporary);
    });

    it('rejects running and queued documents if the pool is closed', async () => {
      const pool = poolOf();
      const parsing = [endless, length].map((testParser) =>
        pool.parse(testParser as typeof length, '', null, neverAborted).catch((error: unknown) => error),
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
      pool.parse(busy, '', 300, new AbortController().signal).then((result) => console.log(JSON.stringify(result)));`;
    const hook = join(__dirname, '../../../test/support/typescript-sources.cjs');
    const { stdout } = await promisify(execFile)(process.execPath, ['-r', hook, '-e', script], {
      cwd: join(__dirname, '../../..'),
      timeout: AMPLE_MS,
    });
    expect(JSON.parse(stdout)).toEqual({ busy: 300 });
  });
});
