/** Booking.com's list, without a browser: its order, and empty lists. */
import { parseInPlace } from '../../conformance/parse-in-place';
import type { PlatformObject, SnapshotPage, VisitEnd, VisitTools } from '../../source';
import type { OpenPage, PageResponse, PageFetch } from '../../source-browser';
import { UnparsedDocumentMemory } from '../../samples';
import { Blocked, Changed } from '../../source-errors';
import { visit } from './visit';

const PAGE = 'https://www.booking.com/hotel/gb/old-mill.html';

interface PageContent {
  readonly orders?: readonly string[];
  readonly ids?: readonly string[];
  readonly score?: string;
  readonly hasStoredReviews?: boolean;
  /** The response to the request for the list, in place of the list. */
  readonly response?: unknown;
}

interface ListInput {
  readonly sorter: string;
  readonly skip: number;
}

const card = (id: string, index: number) => ({
  reviewUrl: id,
  reviewScore: 8,
  reviewedDate: 1_780_000_000 - index * 3_600,
});

/** Runs a visit to a list that has `ids` in the order "newest first", and reversed in every other order. */
async function runVisit(
  { orders = ['NEWEST_FIRST'], ids = [], score = '', hasStoredReviews = false, response }: PageContent,
  memory = new UnparsedDocumentMemory(),
) {
  const requests: ListInput[] = [];
  const fetch = ({ body }: PageFetch): Promise<PageResponse> => {
    const { input } = (JSON.parse(body ?? '') as { variables: { input: ListInput } }).variables;
    requests.push({ sorter: input.sorter, skip: input.skip });
    const cards = ids.map(card);
    if (!orders.includes(input.sorter) || input.sorter === 'MOST_RELEVANT') cards.reverse();
    const sorters = orders.map((value) => ({ name: value, value }));
    const list = { reviewsCount: ids.length, reviewCard: cards.slice(input.skip, input.skip + 10), sorters };
    return Promise.resolve({
      status: 200,
      retryAfter: null,
      body: JSON.stringify(response ?? { data: { reviewListFrontend: list } }),
    });
  };
  const html = `<script>b_hotel_id: '7'</script>${score}`;
  let closed = 0;
  const open = (url: string): Promise<OpenPage> =>
    Promise.resolve({
      page: { status: 200, url, html, ready: true },
      goTo: () => Promise.reject(new Error('unexpected navigation')),
      fetch,
      close: () => Promise.resolve(void (closed += 1)),
    });
  const unexpected = (): Promise<never> => Promise.reject(new Error('unexpected request'));
  const tools: VisitTools = {
    browser: { render: unexpected, open },
    http: { request: unexpected },
    parse: parseInPlace,
    hasStoredReviews: () => Promise.resolve(hasStoredReviews),
    now: new Date(),
    signal: new AbortController().signal,
  };
  const pages = visit(PAGE, memory.observe(tools));
  const reviewIds: (string | null)[] = [];
  let object: PlatformObject | undefined;
  let step: IteratorResult<SnapshotPage, VisitEnd> = await pages.next();
  for (; !step.done; step = await pages.next()) {
    reviewIds.push(...Array.from(step.value.reviews, ({ externalId }) => externalId));
    object = step.value.object;
  }
  return { requests, reviewIds, object, end: step.value, closed };
}

const IDS = Array.from({ length: 23 }, (_, index) => `id${index}`);

describe('a visit to Booking.com (contract §10)', () => {
  it('requests ten cards at a time, newest first, and closes its page', async () => {
    const { requests, reviewIds, end, closed } = await runVisit({ ids: IDS });
    expect(requests).toEqual([0, 10, 20].map((skip) => ({ sorter: 'NEWEST_FIRST', skip })));
    expect(reviewIds).toEqual(IDS);
    expect({ end, closed }).toEqual({ end: { coverage: 'window' }, closed: 1 });
  });

  it('uses the list’s name for the order "newest first"', async () => {
    const { requests, reviewIds } = await runVisit({ ids: IDS, orders: ['MOST_RELEVANT', 'MOST_RECENT'] });
    expect(requests.map(({ sorter }) => sorter)).toEqual(['NEWEST_FIRST', 'MOST_RECENT', 'MOST_RECENT', 'MOST_RECENT']);
    expect(reviewIds).toEqual(IDS);
  });

  it('reads a list without an order by date in its default order', async () => {
    const { reviewIds } = await runVisit({ ids: IDS, orders: ['MOST_RELEVANT'] });
    expect(reviewIds).toEqual([...IDS].reverse());
  });

  it.each([
    ['a score on the page', { score: '<b data-review-score="8.4">' }, true],
    [
      'an aggregate rating on the page',
      {
        score:
          '<script type="application/ld+json">{"@type":"Hotel","name":"A","aggregateRating":{"ratingValue":8}}</script>',
      },
      true,
    ],
    ['stored reviews', { hasStoredReviews: true }, true],
    ['no other data', {}, false],
  ])('throws Blocked for an empty list only if other data contradicts it: %s', async (_what, content, isBlocked) => {
    if (isBlocked) await expect(runVisit(content)).rejects.toThrow(Blocked);
    else
      expect(await runVisit(content)).toMatchObject({
        reviewIds: [],
        object: { reviewCount: 0 },
        end: { coverage: 'window' },
      });
  });

  it.each<[string, unknown]>([
    ['no data', { data: null, errors: [{ message: 'PersistedQueryNotFound' }] }],
    ['a list under another name', { data: { reviewList: { reviewsCount: 1, reviewCard: [] } } }],
    ['cards under another name', { data: { reviewListFrontend: { reviewsCount: 1, cards: [] } } }],
    ['no counter', { data: { reviewListFrontend: { reviewCard: [card('a', 0)] } } }],
    [
      'cards in another format',
      { data: { reviewListFrontend: { reviewsCount: 2, reviewCard: [{ id: 'a' }, { id: 'b' }] } } },
    ],
    ['an unknown refusal', { data: { reviewListFrontend: { __typename: 'ListMoved' } } }],
    ['fewer cards than it counts', { data: { reviewListFrontend: { reviewsCount: 7, reviewCard: [] } } }],
  ])('keeps the response for a sample if the list, of which none was recorded, has %s', async (_what, response) => {
    const memory = new UnparsedDocumentMemory();
    const error: unknown = await runVisit({ response }, memory).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Changed);
    expect(memory.endedBy(error)).toMatchObject({ parser: 'booking/cards', document: JSON.stringify(response) });
  });

  it('reads the other cards if one has another format, and keeps the response for a sample', async () => {
    const cards = [card('a', 0), { id: 'b' }];
    const response = { data: { reviewListFrontend: { reviewsCount: 2, reviewCard: cards } } };
    const memory = new UnparsedDocumentMemory();
    expect(await runVisit({ response }, memory)).toMatchObject({ reviewIds: ['a'] });
    expect(memory.faulty?.unparsed).toMatchObject({ parser: 'booking/cards', document: JSON.stringify(response) });
  });
});
