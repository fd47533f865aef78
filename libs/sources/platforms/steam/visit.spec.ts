/** Steam over real HTTP: its order, its end, and what an application that left the shop looks like. */
import { ConformanceBench, NEWEST } from '../../conformance/conformance-bench';
import { steamSandbox } from '../../sandbox/steam';
import type { SandboxAnswer, SandboxPlatform, SandboxRequest } from '../../sandbox';
import { Blocked, Gone, Temporary } from '../../source-errors';
import { steam } from './index';

const isDetails = ({ url }: SandboxRequest): boolean => url.pathname === '/api/appdetails';
const DAY_MS = 86_400_000;

async function visited(
  changed: (request: SandboxRequest) => SandboxAnswer | null,
  count: number,
  act?: (bench: ConformanceBench) => void,
) {
  const platform: SandboxPlatform = {
    ...steamSandbox,
    answer: (request, listing, desk) => changed(request) ?? steamSandbox.answer(request, listing, desk),
  };
  const bench = new ConformanceBench(steam, platform, {
    key: '77',
    canonicalUrl: 'https://store.steampowered.com/app/77',
    spellings: [],
    notPages: [],
    pageSize: 100,
  });
  await bench.sandbox.start();
  try {
    bench.reset();
    bench.fill(count);
    act?.(bench);
    return { visit: await bench.visit(), asked: bench.sandbox.requests.map(({ url }) => new URL(url)) };
  } finally {
    await bench.sandbox.stop();
  }
}

describe('Steam: a visit (contract §10)', () => {
  it('an old review that was edited comes first, with its old date', async () => {
    const { visit } = await visited(
      () => null,
      150,
      ({ sandbox }) => {
        const old = sandbox.listing('steam', '77').reviews[140];
        if (old === undefined) throw new Error('the sandbox lost a review');
        sandbox.edit('steam', '77', old.id, { text: 'Better now.', updatedAt: new Date(NEWEST.getTime() + DAY_MS) });
      },
    );
    expect(visit.reviews[0]).toMatchObject({ text: 'Better now.' });
    expect((visit.reviews[0]?.reviewDate ?? '') < (visit.reviews[1]?.reviewDate ?? '')).toBe(true);
    expect((visit.reviews[0]?.listedAt ?? '') > (visit.reviews[1]?.listedAt ?? '')).toBe(true);
    expect(visit.reviews).toHaveLength(150);
  });

  it('asks for all languages, all purchases and everything off-topic, and passes the cursor on', async () => {
    const { asked, visit } = await visited(() => null, 150);
    const lists = asked.filter(({ pathname }) => pathname === '/appreviews/77').map(({ searchParams }) => searchParams);
    expect(lists.map((query) => query.get('cursor'))).toEqual([
      '*',
      expect.stringMatching(/^c2FuZ/),
      expect.stringMatching(/^c2FuZ/),
    ]);
    expect(Object.fromEntries(lists[0] ?? [])).toMatchObject({
      filter: 'updated',
      language: 'all',
      purchase_type: 'all',
      filter_offtopic_activity: '0',
      num_per_page: '100',
    });
    expect(visit).toMatchObject({ end: { coverage: 'all' }, object: { reviewCount: 150, name: 'Orchard & Quill' } });
  });

  it.each([
    ['left the shop', { status: 200, body: '{"77":{"success":false}}' }],
    ['has details that fail', { status: 503, body: '' }],
    ['has details that are refused', { status: 403, body: '' }],
    ['has details that are throttled', { status: 429, headers: { 'retry-after': '9' }, body: '' }],
    ['has details of another shape', { status: 200, body: '[]' }],
  ])('an application that %s keeps its reviews and loses its name', async (_what, answer) => {
    const { visit } = await visited((request) => (isDetails(request) ? answer : null), 5);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: null, reviewCount: 5 } });
    expect(visit.reviews).toHaveLength(5);
  });

  it('without reviews the details decide: gone, or not to be had now', async () => {
    const gone = await visited(
      (request) => (isDetails(request) ? { status: 200, body: '{"77":{"success":false}}' } : null),
      0,
    );
    expect(gone.visit.error).toBeInstanceOf(Gone);
    const failing = await visited((request) => (isDetails(request) ? { status: 503, body: '' } : null), 0);
    expect(failing.visit.error).toBeInstanceOf(Temporary);
  });

  const listOf = (id: string, cursor: string): SandboxAnswer => {
    const reviews = [{ recommendationid: id, voted_up: true }];
    return { status: 200, body: JSON.stringify({ success: 1, query_summary: { total_reviews: 1 }, reviews, cursor }) };
  };

  it('a cursor that comes again is the end, without asking once more', async () => {
    const { visit, asked } = await visited((request) => (isDetails(request) ? null : listOf('1', '*')), 1);
    expect(visit).toMatchObject({ error: null, pages: 1, end: { coverage: 'all' } });
    expect(asked).toHaveLength(2);
  });

  it('new cursors to the same reviews are a list that repeats itself', async () => {
    let cursor = 0;
    const { visit } = await visited((request) => (isDetails(request) ? null : listOf('1', `c${(cursor += 1)}`)), 1);
    expect(visit).toMatchObject({ pages: 1, error: { code: 'parse_error' } });
  });

  it.each<[string, string, boolean, new (...details: never[]) => Error]>([
    ['its counter says otherwise', '{"total_reviews":7}', false, Blocked],
    ['reviews were read before', '{"total_reviews":0}', true, Blocked],
    ['reviews were read before, without a counter', '{}', true, Blocked],
  ])('a list that is empty though %s is Blocked', async (_what, summary, held, expected) => {
    const empty = { status: 200, body: `{"success":1,"query_summary":${summary},"reviews":[],"cursor":"*"}` };
    const { visit } = await visited(
      (request) => (isDetails(request) ? null : empty),
      3,
      (bench) => (bench.holdsReviews = held),
    );
    expect(visit.error).toBeInstanceOf(expected);
  });
});
