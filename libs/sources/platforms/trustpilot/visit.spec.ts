import type { SnapshotPage, VisitEnd, VisitTools } from '../../source';
import { parseInPlace } from '../../conformance/parse-in-place';
import type { OpenPage, RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone } from '../../source-errors';
import { visit } from './visit';

const URL_OF_SHOP = 'https://www.trustpilot.com/review/shop.example';

interface Shown {
  ids: string[];
  currentPage?: number;
  totalPages?: number;
  totalCount?: number;
  numberOfReviews?: number;
  name?: string;
  sort?: string;
  languages?: string;
}

function document(number: number, shown: Shown): string {
  const state = {
    props: {
      pageProps: {
        businessUnit: {
          identifyingName: shown.name ?? 'shop.example',
          displayName: 'Shop',
          trustScore: 4,
          numberOfReviews: shown.numberOfReviews,
        },
        reviews: shown.ids.map((id) => ({
          id,
          text: 'x',
          rating: 4,
          dates: { publishedDate: '2026-01-01T00:00:00Z' },
        })),
        filters: {
          pagination: {
            currentPage: shown.currentPage ?? number,
            totalPages: shown.totalPages ?? 1,
            totalCount: shown.totalCount ?? shown.ids.length,
          },
          selected: { sort: shown.sort ?? 'recency', languages: shown.languages ?? 'all' },
        },
      },
    },
  };
  return `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`;
}

/** A browser that shows page n of `pages`, and the login wall behind them. */
function browserOf(pages: readonly Shown[], asked: string[], held = false): VisitTools {
  const render = (address: string): Promise<RenderedPage> => {
    asked.push(address);
    const number = Number(new URL(address).searchParams.get('page'));
    const shown = pages[number - 1];
    return Promise.resolve(
      shown === undefined
        ? { status: 200, url: 'https://www.trustpilot.com/users/connect', html: '<form></form>', ready: false }
        : { status: 200, url: address, html: document(number, shown), ready: true },
    );
  };
  const open = async (address: string): Promise<OpenPage> => ({
    page: await render(address),
    goTo: render,
    fetch: () => Promise.reject(new Error('nothing is asked in the page')),
    close: () => Promise.resolve(),
  });
  return {
    browser: { render: () => Promise.reject(new Error('a page of its own would be another visitor')), open },
    parse: parseInPlace,
    connection: null,
    holdsReviews: () => Promise.resolve(held),
    http: { request: () => Promise.reject(new Error('Trustpilot is read in the browser alone')) },
    now: new Date(),
    signal: new AbortController().signal,
  };
}

async function collect(
  pages: readonly Shown[],
  held = false,
): Promise<{ ids: string[][]; end: VisitEnd; asked: string[] }> {
  const asked: string[] = [];
  const generator = visit(URL_OF_SHOP, browserOf(pages, asked, held));
  const ids: string[][] = [];
  for (;;) {
    const step: IteratorResult<SnapshotPage, VisitEnd> = await generator.next();
    if (step.done) return { ids, end: step.value, asked };
    ids.push(Array.from(step.value.reviews, ({ externalId }) => externalId ?? ''));
  }
}

const pagesOf = (totalPages: number, shown: number): Shown[] =>
  Array.from({ length: shown }, (_, index) => ({ ids: [`r${index}`], totalPages }));

describe('a visit to Trustpilot (contract §10)', () => {
  it('asks for all languages, newest first, page by page', async () => {
    const { asked, ids, end } = await collect(pagesOf(3, 3));
    expect(asked).toEqual([1, 2, 3].map((page) => `${URL_OF_SHOP}?languages=all&sort=recency&page=${page}`));
    expect(ids).toEqual([['r0'], ['r1'], ['r2']]);
    expect(end).toEqual({ coverage: 'all' });
  });

  it.each([
    [0, 'all', 1],
    [1, 'all', 1],
    [10, 'all', 10],
    [11, 'window', 10],
    [15, 'window', 10],
  ])('a list of %i pages ends as %s after %i', async (totalPages, coverage, read) => {
    const shown = totalPages === 0 ? [{ ids: [], totalPages: 0 }] : pagesOf(totalPages, Math.min(totalPages, 10));
    const { asked, end } = await collect(shown);
    expect(end).toEqual({ coverage });
    expect(asked).toHaveLength(read);
  });

  it('takes a review once that a newer one has pushed to the next page', async () => {
    const { ids } = await collect([
      { ids: ['a', 'b'], totalPages: 2 },
      { ids: ['b', 'c'], totalPages: 2 },
    ]);
    expect(ids).toEqual([['a', 'b'], ['c']]);
  });

  it('follows a list that shrinks while it is read', async () => {
    const { end, asked } = await collect([
      { ids: ['a'], totalPages: 3 },
      { ids: ['b'], totalPages: 2 },
    ]);
    expect(end).toEqual({ coverage: 'all' });
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Shown[], new (message: string) => Error]>([
    [
      'an empty page in the middle',
      [
        { ids: ['a'], totalPages: 3 },
        { ids: [], totalPages: 3 },
      ],
      Changed,
    ],
    ['an empty first page of several', [{ ids: [], totalPages: 3 }], Changed],
    [
      'the same page again',
      [
        { ids: ['a', 'b'], totalPages: 9 },
        { ids: ['b', 'a'], totalPages: 9 },
      ],
      Changed,
    ],
    [
      'another page than asked for',
      [
        { ids: ['a'], totalPages: 2 },
        { ids: ['b'], totalPages: 2, currentPage: 1 },
      ],
      Changed,
    ],
    ['another business', [{ ids: ['a'], name: 'other.example' }], Gone],
    ['an order by relevance', [{ ids: ['a'], sort: 'relevance' }], Changed],
    ['one language only', [{ ids: ['a'], languages: 'en' }], Changed],
    ['the login wall before page 11', [{ ids: ['a'], totalPages: 5 }], Blocked],
  ])('%s never ends as a whole list', async (_what, pages, expected) => {
    await expect(collect(pages)).rejects.toThrow(expected);
  });

  it.each([
    ['nothing was read before', 7, false, 'all'],
    ['the business counts none', 0, true, 'all'],
    ['the business counts some and some were read before', 7, true, Blocked],
  ] as const)('a list of nothing, where %s', async (_what, numberOfReviews, held, expected) => {
    const empty = collect([{ ids: [], totalPages: 0, numberOfReviews }], held);
    if (expected === 'all') expect((await empty).end).toEqual({ coverage: 'all' });
    else await expect(empty).rejects.toThrow(expected);
  });

  it('knows a business with and without www. as one', async () => {
    const { end } = await collect([{ ids: ['a'], name: 'www.Shop.example' }]);
    expect(end).toEqual({ coverage: 'all' });
  });

  it('asks for no page after the caller left', async () => {
    const asked: string[] = [];
    for await (const _page of visit(URL_OF_SHOP, browserOf(pagesOf(5, 5), asked))) break;
    expect(asked).toHaveLength(1);
  });
});
