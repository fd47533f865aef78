import { renderingTools, runRenderedVisit, type RenderedVisit } from '../../conformance/rendered-visit';
import type { VisitTools } from '../../source';
import type { RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone } from '../../source-errors';
import { visit } from './visit';

const URL_OF_SHOP = 'https://www.trustpilot.com/review/shop.example';

interface PageContent {
  ids: string[];
  currentPage?: number;
  totalPages?: number;
  totalCount?: number;
  numberOfReviews?: number;
  name?: string;
  sort?: string;
  languages?: string;
}

function document(number: number, content: PageContent): string {
  const state = {
    props: {
      pageProps: {
        businessUnit: {
          identifyingName: content.name ?? 'shop.example',
          displayName: 'Shop',
          trustScore: 4,
          numberOfReviews: content.numberOfReviews,
        },
        reviews: content.ids.map((id) => ({
          id,
          text: 'x',
          rating: 4,
          dates: { publishedDate: '2026-01-01T00:00:00Z' },
        })),
        filters: {
          pagination: {
            currentPage: content.currentPage ?? number,
            totalPages: content.totalPages ?? 1,
            totalCount: content.totalCount ?? content.ids.length,
          },
          selected: { sort: content.sort ?? 'recency', languages: content.languages ?? 'all' },
        },
      },
    },
  };
  return `<script id="__NEXT_DATA__" type="application/json">${JSON.stringify(state)}</script>`;
}

/** A browser that renders page n of `pages`, and the login wall for later pages. */
function browserOf(pages: readonly PageContent[], requests: string[], hasStoredReviews = false): VisitTools {
  const render = (address: string): RenderedPage => {
    const number = Number(new URL(address).searchParams.get('page'));
    const content = pages[number - 1];
    return content === undefined
      ? { status: 200, url: 'https://www.trustpilot.com/users/connect', html: '<form></form>', ready: false }
      : { status: 200, url: address, html: document(number, content), ready: true };
  };
  return renderingTools(render, requests, hasStoredReviews);
}

async function runVisit(
  pages: readonly PageContent[],
  hasStoredReviews = false,
): Promise<RenderedVisit & { readonly requests: readonly string[] }> {
  const requests: string[] = [];
  return { ...(await runRenderedVisit(visit(URL_OF_SHOP, browserOf(pages, requests, hasStoredReviews)))), requests };
}

const pagesOf = (totalPages: number, content: number): PageContent[] =>
  Array.from({ length: content }, (_, index) => ({ ids: [`r${index}`], totalPages }));

describe('a visit to Trustpilot (contract §10)', () => {
  it('requests all languages, newest first, page by page', async () => {
    const { requests, ids, end } = await runVisit(pagesOf(3, 3));
    expect(requests).toEqual([1, 2, 3].map((page) => `${URL_OF_SHOP}?languages=all&sort=recency&page=${page}`));
    expect(ids).toEqual([['r0'], ['r1'], ['r2']]);
    expect(end).toEqual({ coverage: 'all' });
  });

  it.each([
    [0, 'all', 1],
    [1, 'all', 1],
    [10, 'all', 10],
    [11, 'window', 10],
    [15, 'window', 10],
  ])('for a list of %i pages, covers %s after %i pages', async (totalPages, coverage, read) => {
    const content = totalPages === 0 ? [{ ids: [], totalPages: 0 }] : pagesOf(totalPages, Math.min(totalPages, 10));
    const { requests, end } = await runVisit(content);
    expect(end).toEqual({ coverage });
    expect(requests).toHaveLength(read);
  });

  it('returns a review once if a newer review moves it to the next page', async () => {
    const { ids } = await runVisit([
      { ids: ['a', 'b'], totalPages: 2 },
      { ids: ['b', 'c'], totalPages: 2 },
    ]);
    expect(ids).toEqual([['a', 'b'], ['c']]);
  });

  it('accepts a list that shrinks while it is read', async () => {
    const { end, requests } = await runVisit([
      { ids: ['a'], totalPages: 3 },
      { ids: ['b'], totalPages: 2 },
    ]);
    expect(end).toEqual({ coverage: 'all' });
    expect(requests).toHaveLength(2);
  });

  it.each<[string, PageContent[], new (message: string) => Error]>([
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
      'a page that repeats the previous page',
      [
        { ids: ['a', 'b'], totalPages: 9 },
        { ids: ['b', 'a'], totalPages: 9 },
      ],
      Changed,
    ],
    [
      'another page than requested',
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
  ])('throws for %s', async (_what, pages, expected) => {
    await expect(runVisit(pages)).rejects.toThrow(expected);
  });

  it.each([
    ['no reviews are stored', 7, false, 'all'],
    ['the count of the business is 0', 0, true, 'all'],
    ['the count of the business is 7 and reviews are stored', 7, true, Blocked],
  ] as const)(
    'accepts an empty list, or throws Blocked, if %s',
    async (_what, numberOfReviews, hasStoredReviews, expected) => {
      const empty = runVisit([{ ids: [], totalPages: 0, numberOfReviews }], hasStoredReviews);
      if (expected === 'all') expect((await empty).end).toEqual({ coverage: 'all' });
      else await expect(empty).rejects.toThrow(expected);
    },
  );

  it('accepts the name of the business with www.', async () => {
    const { end } = await runVisit([{ ids: ['a'], name: 'www.Shop.example' }]);
    expect(end).toEqual({ coverage: 'all' });
  });

  it('requests no page after the caller leaves the loop', async () => {
    const requests: string[] = [];
    for await (const _page of visit(URL_OF_SHOP, browserOf(pagesOf(5, 5), requests))) break;
    expect(requests).toHaveLength(1);
  });
});
