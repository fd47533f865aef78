import { AUTHOR, ConformanceFixture, type ConformanceOptions } from '../conformance/conformance-fixture';
import { parseInPlace } from '../conformance/parse-in-place';
import type { CollectedReview } from '../collected-review';
import { textOf } from '../parsing/serve-parsers';
import { appStore } from '../platforms/app-store';
import { google } from '../platforms/google';
import { steam } from '../platforms/steam';
import { trustpilot } from '../platforms/trustpilot';
import type { SandboxPlatform } from '../sandbox';
import { appStoreSandbox } from '../sandbox/app-store';
import { googleSandbox } from '../sandbox/google';
import { steamSandbox } from '../sandbox/steam';
import { trustpilotSandbox } from '../sandbox/trustpilot';
import type { PlatformSource, VisitTools } from '../source';
import type { RenderedPage, SourceBrowser } from '../source-browser';
import { Blocked, Changed } from '../source-errors';
import { isMasked } from './mask-text';
import { VisitRecorder, type RecordedDocument } from './visit-recorder';

const NOT_USED = { otherUrls: [], invalidUrls: [] };
const CASES: readonly [PlatformSource, SandboxPlatform, ConformanceOptions][] = [
  [
    ...([appStore, appStoreSandbox] as const),
    { ...NOT_USED, key: '324684580', canonicalUrl: 'https://apps.apple.com/us/app/id324684580', pageSize: 20 },
  ],
  [
    ...([steam, steamSandbox] as const),
    { ...NOT_USED, key: '900200', canonicalUrl: 'https://store.steampowered.com/app/900200', pageSize: 100 },
  ],
  [
    ...([trustpilot, trustpilotSandbox] as const),
    {
      ...NOT_USED,
      key: 'lantern-books.example',
      canonicalUrl: 'https://www.trustpilot.com/review/lantern-books.example',
      pageSize: 20,
    },
  ],
  [
    ...([google, googleSandbox] as const),
    {
      ...NOT_USED,
      key: '10281119596374313554',
      canonicalUrl: 'https://www.google.com/maps?cid=10281119596374313554',
      pageSize: 50,
      connection: {
        card: 'accounts/100200300/locations/10281119596374313554',
        credentials: { client_id: 'client', client_secret: 'secret', refresh_token: 'refresh' },
      },
    },
  ],
];

/** A browser that requests pages and runs no scripts. */
function plainBrowser({ http }: VisitTools): SourceBrowser {
  const render = async (url: string): Promise<RenderedPage> => {
    const { status, document, ...response } = await http.request(url, { accept: [403, 404, 429, 503] });
    return { status, url: response.url, html: textOf(document), ready: true };
  };
  return {
    render,
    open: async (url) => ({
      page: await render(url),
      goTo: render,
      fetch: () => Promise.reject(new Error('not used')),
      close: () => Promise.resolve(),
    }),
  };
}

interface Recording {
  readonly recorder: VisitRecorder;
  readonly reviews: CollectedReview[];
  readonly error: unknown;
}

async function record(fixture: ConformanceFixture, source: PlatformSource): Promise<Recording> {
  const recorder = new VisitRecorder(source.facts);
  const plain = fixture.tools();
  const { http, browser, parse } = recorder.observe({ ...plain, browser: plainBrowser(plain) });
  const reviews: CollectedReview[] = [];
  try {
    for await (const page of fixture.begin(undefined, { http, browser, parse })) reviews.push(...page.reviews);
    return { recorder, reviews, error: null };
  } catch (error) {
    return { recorder, reviews, error };
  }
}

const TEXT =
  'Дуже гарно \u{1F600} "quoted" <b>Ünïcode</b> & 100% https://me.example/~ann?x=1\nSecond line of Wilhelmina';
const REPLY = 'Thank you, dear Wilhelmina.\nCall +44 20 7946 0958 or write to help@shop.example.';
/** Parts of the author, the texts and the reply. */
const TRACES = [
  'Wilhelmina',
  'Featherstone',
  'Ottoway',
  'гарно',
  'quoted',
  'me.example',
  'Second',
  'dear',
  '7946',
  'help@',
];

const isReviewDocument = ({ reviews }: RecordedDocument): boolean => reviews > 0;

describe.each(CASES.map((row) => ({ slug: row[0].facts.slug, row })))('a recording of $slug', ({ row }) => {
  const [source, platform, options] = row;
  const fixture = new ConformanceFixture(source, platform, options);
  beforeAll(() => fixture.sandbox.start());
  beforeEach(() => fixture.reset());
  afterAll(() => fixture.sandbox.stop());

  function addReviews(): void {
    for (let index = 0; index < options.pageSize + 5; index += 1)
      fixture.addReview(index, {
        text: `${index} ${TEXT}`,
        ...(index % 3 === 0 ? { reply: { text: REPLY, at: new Date('2026-06-16T10:00:00Z') } } : {}),
      });
  }

  it('contains documents that are parsed to the same reviews with masked texts', async () => {
    addReviews();
    const { recorder, reviews, error } = await record(fixture, source);
    expect(error).toBeNull();
    const documents = await recorder.documents(parseInPlace);
    const withReviews = documents.filter(isReviewDocument);
    expect(withReviews.length).toBeGreaterThan(0);
    expect(withReviews.map(({ masking }) => masking)).toEqual(withReviews.map(() => 'parsed'));
    expect(withReviews.reduce((sum, one) => sum + one.reviews, 0)).toBeGreaterThanOrEqual(reviews.length);

    const recorded = JSON.parse(recorder.reviewsJson(reviews)) as CollectedReview[];
    expect(recorded).toHaveLength(reviews.length);
    const kept = ({ externalId, rating, reviewDate, replyDate, replyText }: CollectedReview): unknown => ({
      externalId,
      rating,
      reviewDate,
      replyDate,
      hasReply: replyText !== null,
    });
    expect(recorded.map(kept)).toEqual(reviews.map(kept));
    const texts = recorded.flatMap(({ author, text, replyText }) => [author ?? '', text ?? '', replyText ?? '']);
    expect(texts.filter((text) => !isMasked(text))).toEqual([]);

    const everything = [...documents.map(({ text }) => text), JSON.stringify(recorded)].join('\n');
    const found = [...TRACES, ...TRACES.map((trace) => JSON.stringify(encodeURIComponent(trace)))];
    expect([AUTHOR, ...found].filter((trace) => everything.includes(trace))).toEqual([]);
  });

  it('masks the documents of a failed visit by their shape', async () => {
    addReviews();
    fixture.sandbox.behave(fixture.slug, options.key, 'changed');
    const { recorder, error } = await record(fixture, source);
    expect(error).toBeInstanceOf(Changed);
    const documents = recorder.failedDocuments();
    expect(documents.length).toBeGreaterThan(0);
    expect(documents.map(({ masking }) => masking)).toEqual(documents.map(() => 'shape'));
    expect(TRACES.filter((trace) => documents.some(({ text }) => text.includes(trace)))).toEqual([]);
  });

  it('contains the response that refused the visit', async () => {
    addReviews();
    fixture.sandbox.behave(fixture.slug, options.key, 'blocked');
    const { recorder, error } = await record(fixture, source);
    expect(error).toBeInstanceOf(Blocked);
    expect(recorder.failedDocuments().length).toBeGreaterThan(0);
  });
});
