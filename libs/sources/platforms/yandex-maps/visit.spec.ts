import { renderingTools, runRenderedVisit, type RenderedVisit } from '../../conformance/rendered-visit';
import type { VisitTools } from '../../source';
import type { RenderedPage } from '../../source-browser';
import { Blocked, Changed, Gone } from '../../source-errors';
import { visit } from './visit';

const ID = '1000000001';
const LIST = `https://yandex.ru/maps/org/${ID}/reviews/`;

interface PageContent {
  ids: string[];
  /** Undefined: the number of the page. */
  page?: number | null;
  totalPages?: number | null;
  count?: number;
  reviewCount?: number;
  id?: string;
}

function document(
  number: number,
  { ids, page = number, totalPages = 1, count, reviewCount, id = ID }: PageContent,
): string {
  const reviews = ids.map((reviewId) => ({ reviewId, text: 'x', rating: 4, updatedTime: '2026-01-01T00:00:00Z' }));
  const item = {
    id,
    ratingData: { reviewCount: reviewCount ?? count ?? ids.length },
    reviewResults: { reviews, params: { page, totalPages, count: count ?? ids.length } },
  };
  return `<script class="state-view">${JSON.stringify({ stack: [{ results: { items: [item] } }] })}</script>`;
}

/** A browser that renders page n of `pages`, and the captcha for later pages. */
function toolsOf(pages: readonly PageContent[], requests: string[], hasStoredReviews: boolean): VisitTools {
  const render = (address: string): RenderedPage => {
    const number = Number(new URL(address).searchParams.get('page'));
    const content = pages[number - 1];
    return content === undefined
      ? { status: 200, url: 'https://yandex.ru/showcaptcha?x', html: '<form></form>', ready: true }
      : { status: 200, url: address, html: document(number, content), ready: true };
  };
  return renderingTools(render, requests, hasStoredReviews);
}

async function runVisit(
  pages: readonly PageContent[],
  hasStoredReviews = false,
): Promise<RenderedVisit & { readonly requests: readonly string[] }> {
  const requests: string[] = [];
  return { ...(await runRenderedVisit(visit(LIST, toolsOf(pages, requests, hasStoredReviews)))), requests };
}

const pagesOf = (totalPages: number, count: number): PageContent[] =>
  Array.from({ length: count }, (_, index) => ({ ids: [`r${index}`], totalPages, count: totalPages }));

describe('a visit to Yandex Maps (contract §10)', () => {
  it('requests the reviews by date, page by page', async () => {
    const { requests, ids, end } = await runVisit(pagesOf(3, 3));
    expect(requests).toEqual([1, 2, 3].map((page) => `${LIST}?page=${page}&ranking=by_time`));
    expect(ids).toEqual([['r0'], ['r1'], ['r2']]);
    expect(end).toEqual({ coverage: 'all' });
  });

  it.each([
    [1, 'all', 1],
    [12, 'all', 12],
    [13, 'window', 12],
    [35, 'window', 12],
  ])('for a list of %i pages, covers %s after %i pages', async (totalPages, coverage, read) => {
    const { requests, end } = await runVisit(pagesOf(totalPages, Math.min(totalPages, 12)));
    expect(end).toEqual({ coverage });
    expect(requests).toHaveLength(read);
  });

  it.each<[string, number | null]>([
    ['the first page again', 1],
    ['no number', null],
  ])('ends as a window if the second page states %s', async (_what, page) => {
    const { ids, end, requests } = await runVisit([
      { ids: ['a'], totalPages: 7 },
      { ids: ['a'], totalPages: 7, page },
    ]);
    expect({ ids, end }).toEqual({ ids: [['a']], end: { coverage: 'window' } });
    expect(requests).toHaveLength(2);
  });

  it.each([
    [2, 'all'],
    [19, 'unproven'],
  ])('without a number of pages and with a counter of %i, covers %s', async (count, coverage) => {
    const { end } = await runVisit([{ ids: ['a', 'b'], totalPages: null, count }]);
    expect(end).toEqual({ coverage });
  });

  it('returns a review once if a newer review moves it to the next page', async () => {
    const { ids } = await runVisit([
      { ids: ['a', 'b'], totalPages: 2 },
      { ids: ['b', 'c'], totalPages: 2 },
    ]);
    expect(ids).toEqual([['a', 'b'], ['c']]);
  });

  it.each<[string, PageContent[], new (...details: never[]) => Error]>([
    [
      'an empty page in the middle',
      [
        { ids: ['a'], totalPages: 3 },
        { ids: [], totalPages: 3 },
      ],
      Changed,
    ],
    [
      'a page that repeats the previous page',
      [
        { ids: ['a', 'b'], totalPages: 9 },
        { ids: ['b', 'a'], totalPages: 9 },
      ],
      Changed,
    ],
    ['a captcha on the second page', [{ ids: ['a'], totalPages: 2 }], Blocked],
    ['a captcha at once', [], Blocked],
    ['another organization', [{ ids: ['a'], id: '1000000002' }], Gone],
    ['an empty list with a counter', [{ ids: [], count: 4 }], Blocked],
    ['an empty list with reviews in the rating', [{ ids: [], count: 0, reviewCount: 4 }], Blocked],
  ])('throws for %s', async (_what, pages, expected) => {
    await expect(runVisit(pages)).rejects.toThrow(expected);
  });

  it('accepts an empty list only if no reviews are stored', async () => {
    expect((await runVisit([{ ids: [] }])).end).toEqual({ coverage: 'all' });
    await expect(runVisit([{ ids: [] }], true)).rejects.toThrow(Blocked);
  });

  it('requests no page after the caller leaves the loop', async () => {
    const requests: string[] = [];
    for await (const _page of visit(LIST, toolsOf(pagesOf(5, 5), requests, false))) break;
    expect(requests).toHaveLength(1);
  });
});
