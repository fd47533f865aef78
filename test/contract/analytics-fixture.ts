import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, type Answer, type Json, type ApiNames } from './contract-client';

export const IMAGES = [{ template_url: 'https://images.example/{size}/1.jpg', preview: null, image: null }];

/** A review of the object's first link (Trustpilot) or, with `onLink`, of its second link (Steam). */
export type AnalyticsSeed = Partial<ReviewSeed> & { readonly onLink?: 'second' };

/** The reviews of the default object. */
const SEEDS: readonly AnalyticsSeed[] = [
  { reviewDate: '2026-11-10T09:30:15', rating: 5, text: 'Lovely', images: IMAGES },
  {
    reviewDate: '2026-11-02T00:00:00',
    rating: 4.99,
    text: 'Good',
    replyText: 'Thanks',
    replyDate: '2026-11-03T10:00:00',
  },
  { reviewDate: '2026-10-31T23:59:59', rating: 4, onLink: 'second' },
  { reviewDate: '2026-10-01T00:00:00', rating: 3, text: 'So so', replyText: 'Oh', replyDate: '2026-10-05T00:00:00' },
  { reviewDate: '2026-03-31T12:00:00', rating: 2.5, text: 'Bad', onLink: 'second' },
  { reviewDate: '2025-12-29T12:00:00', rating: 1, replyText: 'Sorry', replyDate: '2026-11-12T10:00:00' },
  // Hidden: counted.
  { reviewDate: '2026-11-07T00:00:00', rating: 1.5, text: 'Rude', hiddenAt: '2026-11-16T00:00:00Z' },
  // Deleted: neither the review nor its reply is counted.
  {
    reviewDate: '2026-11-09T00:00:00',
    rating: 2,
    replyText: 'Gone',
    replyDate: '2026-11-19T10:00:00',
    deletedAt: '2026-11-15T01:02:03Z',
  },
  // Unrated: counted with min_rating=0 only.
  {
    reviewDate: '2026-09-30T00:00:00',
    rating: null,
    text: 'Fine',
    replyText: 'Nice',
    replyDate: '2026-11-14T10:00:00',
    onLink: 'second',
  },
  // Undated: counted if no bound is given.
  { reviewDate: null, rating: 4, text: 'No date', images: IMAGES },
  // Before the default start, and after today.
  { reviewDate: '1999-12-31T23:59:59', rating: 1, text: 'Old' },
  { reviewDate: '2999-01-01T00:00:00', rating: 1, text: 'Ahead' },
];

/** The whole API, and an account with one object that has the reviews of `SEEDS`. */
export class AnalyticsFixture {
  private readonly document: OpenApiCheck;

  private constructor(
    readonly app: TestApp,
    readonly api: ApiNames,
    readonly me: ContractClient,
    readonly links: readonly [LinkFixture, LinkFixture],
  ) {
    this.document = new OpenApiCheck(app.app);
  }

  static async create(api: ApiNames): Promise<AnalyticsFixture> {
    const app = await testApp({ environment: { HREV_TRIAL_REVIEWS_PER_LINK: '3' } });
    const me = new ContractClient(app, api.version, await app.anAccount());
    return new AnalyticsFixture(app, api, me, await anObject(app, me.account.accountId, SEEDS));
  }

  get objectId(): number {
    return this.links[0].objectId;
  }

  /** An object of the account of `client` with the given reviews, or with the default ones. */
  anotherObject(
    client: ContractClient,
    seeds: readonly AnalyticsSeed[] = SEEDS,
  ): Promise<readonly [LinkFixture, LinkFixture]> {
    return anObject(this.app, client.account.accountId, seeds);
  }

  async client(plan: 'full' | 'trial' = 'full'): Promise<ContractClient> {
    return new ContractClient(this.app, this.api.version, await this.app.anAccount({ plan }));
  }

  /** `GET /vN/analytics<path>`, checked against the published document. */
  async get(path: string, client = this.me, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    const full = `/${this.api.version}/analytics${path}`;
    const answer = await client.get(full, headers);
    this.document.expect({
      method: 'GET',
      path: full,
      ...answer,
      body: answer.status === 304 ? undefined : answer.body,
    });
    return answer;
  }

  /** The summary of the default object. */
  async summary(query = ''): Promise<Json> {
    return okBody(await this.get(`?${this.api.objectId}=${this.objectId}&${query}`));
  }

  /** The timeseries of the default object. */
  async timeseries(query = ''): Promise<Json> {
    return okBody(await this.get(`/timeseries?${this.api.objectId}=${this.objectId}&${query}`));
  }
}

export function okBody(answer: Answer): Json {
  expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
  return answer.body;
}

export function codeOf(answer: Answer): readonly [number, unknown] {
  return [answer.status, answer.body['code']];
}

async function anObject(
  app: TestApp,
  accountId: number,
  seeds: readonly AnalyticsSeed[],
): Promise<readonly [LinkFixture, LinkFixture]> {
  const [first, second] = [await sourceId(app, 'trustpilot'), await sourceId(app, 'steam')];
  const one = await aLink(app.database, { accountId, sourceId: first });
  const two = await aLink(app.database, { accountId, objectId: one.objectId, sourceId: second });
  await insertReviews(
    app.database,
    seeds.map(({ onLink, ...seed }) => ({ ...(onLink === 'second' ? two : one), ...seed })),
  );
  return [one, two];
}

async function sourceId(app: TestApp, slug: string): Promise<number> {
  const [row] = await app.database.query<{ id: number }>('select id from source where slug = $1', [slug]);
  if (!row) throw new Error(`the catalogue has no source ${slug}`);
  return row.id;
}
