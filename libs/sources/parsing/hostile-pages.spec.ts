import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { page } from '../platforms/schema-org/parsers';
import { reviewsPage } from '../platforms/steam/parsers';
import { Changed } from '../source-errors';
import type { ParsedData, Parser } from './parser';
import { ParsingPool } from './parsing-pool';

/**
 * Pages that are expensive to parse, each parsed with the parser of a visit. Without threads they block the worker's event loop
 * for seconds; the worker then neither renews leases nor responds to probes.
 */
const FILE = join(__dirname, '../../../test/support/parsing-thread.cjs');
const DEADLINE_MS = 1_500;

const FACTS = {
  ...{ pageUrl: 'https://inns.example/harbour', ratingScale: 5, now: new Date('2026-11-21T12:00:00Z'), status: 200 },
  marks: { cloudflare: false, waf: false },
};
const jsonLdScript = (value: string): string => `<script type="application/ld+json">${value}</script>`;
const GOOD = jsonLdScript(
  JSON.stringify({ '@type': 'Hotel', name: 'Harbour Inn', review: { '@type': 'Review', reviewBody: 'Calm.' } }),
);

const attributes = (count: number): string => Array.from({ length: count }, (_, index) => `a${index}`).join(' ');
/** What the main thread does for each document, however large: messages to the threads, and the assertions. */
const CONSTANT_MS = 10;

/** CPU time of the main thread, which a busy machine does not affect. 0 on systems without /proc. */
function mainThreadMs(): number {
  const place = `/proc/self/task/${process.pid}/schedstat`;
  return existsSync(place) ? Number(readFileSync(place, 'utf8').split(' ')[0]) / 1_000_000 : 0;
}

describe('pages that are expensive to parse (architecture: no page blocks the event loop)', () => {
  const pool = new ParsingPool({ file: FILE, deadlineMs: DEADLINE_MS, threads: 2 });
  const { signal } = new AbortController();
  afterAll(() => pool.close());

  it.each<[string, Parser<never, ParsedData>, () => string, unknown]>([
    ['200,000 attributes on one tag', page, () => `<p ${attributes(200_000)}>`, FACTS],
    [
      'a title of 400 KB of spaces',
      page,
      () => jsonLdScript(`{"@type":"Review","reviewBody":"x","headline":"${' '.repeat(400_000)}x"}`),
      FACTS,
    ],
    ['more than half a million tags', page, () => '<b></b>'.repeat(300_000), FACTS],
    ['a million lists', reviewsPage, () => `{"reviews":[${'[],'.repeat(1_200_000)}[]]}`, { appId: '10' }],
  ])('parses or refuses %s within the limits, without blocking other pages', async (_what, parser, text, facts) => {
    const document = { bytes: Uint8Array.from(Buffer.from(text())), contentType: undefined };
    await Promise.all([1, 2].map(() => pool.parse(page, GOOD, FACTS, signal)));
    const [mainBefore, allBefore] = [mainThreadMs(), process.cpuUsage()];
    const startedAt = performance.now();
    const hostile = pool.parse(parser, document, facts as never, signal).catch((error: unknown) => error);
    const good = await pool.parse(page, GOOD, FACTS, signal);
    const outcome = await hostile;
    const { user, system } = process.cpuUsage(allBefore);
    const tookMs = performance.now() - startedAt;
    expect(good.reviews).toHaveLength(1);
    if (outcome instanceof Error) expect(outcome).toBeInstanceOf(Changed);
    expect(tookMs).toBeLessThan(10 * DEADLINE_MS);
    // Parsing in the main thread would be nearly all of its work.
    const inMainThread = mainThreadMs() - mainBefore;
    expect(inMainThread).toBeLessThan((user + system) / 1_000 / 2 + CONSTANT_MS);
  });
});
