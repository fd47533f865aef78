import { OpenApiCheck } from '@test/support/openapi-check';
import { insertReviews, type ReviewSeed } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { ContractClient, dataOf, type Answer, type Json, type ApiNames } from './contract-client';

export const IMAGE = {
  template_url: 'https://images.example/{size}/bath.jpg',
  preview: null,
  image: 'https://images.example/full/bath.jpg',
};
export const VIDEO = {
  kind: 'file',
  video_url: 'https://videos.example/1.mp4',
  thumbnail: null,
  width: 640,
  height: 360,
  duration_ms: 12_500,
};

/** Reviews by name; those with `onLink` belong to the second link of the object. */
export type Seeds = Readonly<Record<string, Partial<ReviewSeed> & { readonly onLink?: 'second' }>>;

const FEED: Seeds = {
  newest: {
    reviewDate: '2026-11-10T09:30:15',
    rating: 5,
    text: 'Lovely ROOM, Übernachtung',
    images: [IMAGE],
    externalId: 'x-1',
  },
  replied: {
    reviewDate: '2026-11-08T00:00:00',
    rating: 4.35,
    text: 'Good',
    replyText: 'Thanks',
    replyDate: '2026-11-09T10:00:00',
  },
  tie_low: { reviewDate: '2026-11-05T12:00:00', rating: 2, text: '100% under_score', onLink: 'second' },
  tie_high: { reviewDate: '2026-11-05T12:00:00', rating: 3, text: 'back\\slash Отель', videos: [VIDEO] },
  answered_late: { reviewDate: '2026-10-01T00:00:00', rating: 1, replyText: 'Sorry', replyDate: '2026-11-12T10:00:00' },
  unrated: {
    reviewDate: '2026-09-30T23:59:59',
    rating: null,
    ratingOriginal: 'recommended',
    text: 'Fine',
    onLink: 'second',
  },
  undated: { reviewDate: null, rating: 4, text: 'No date, ΣΊΣΥΦΟΣ' },
  deleted: { reviewDate: '2026-11-09T00:00:00', rating: 2, text: 'Gone', deletedAt: '2026-11-15T01:02:03.900Z' },
  hidden: { reviewDate: '2026-11-07T00:00:00', rating: 1, text: 'Rude', hiddenAt: '2026-11-16T00:00:00Z' },
  second_pin: { reviewDate: '2026-11-06T00:00:00', rating: 5, text: 'Pinned second', pinPosition: 1 },
  first_pin: { reviewDate: '2026-01-06T00:00:00', rating: 4, text: 'Pinned first', pinPosition: 0 },
};

/** The inserted reviews of one object with two links, by name. */
export class NamedReviews {
  constructor(
    readonly links: readonly [LinkFixture, LinkFixture],
    readonly ids: ReadonlyMap<string, number>,
  ) {}

  get objectId(): number {
    return this.links[0].objectId;
  }

  idOf(name: string): number {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`no review has the name ${name}`);
    return id;
  }

  /** Returns the names of a page's reviews in order. */
  namesIn(answer: Answer): string[] {
    expect([answer.status, answer.text.slice(0, 200)]).toEqual([200, expect.any(String)]);
    const byId = new Map([...this.ids].map(([name, id]) => [id, name]));
    return dataOf(answer).map((review) => byId.get(review['id'] as number) ?? `unknown ${String(review['id'])}`);
  }
}

/** The whole API, and an account with one object that has the reviews of `FEED`. */
export class ReviewsFixture extends NamedReviews {
  private readonly document: OpenApiCheck;

  private constructor(
    readonly app: TestApp,
    readonly me: ContractClient,
    private readonly api: ApiNames,
    reviews: NamedReviews,
  ) {
    super(reviews.links, reviews.ids);
    this.document = new OpenApiCheck(app.app);
  }

  static async create(api: ApiNames): Promise<ReviewsFixture> {
    const app = await testApp({ environment: { HREV_TRIAL_REVIEWS_PER_LINK: '3' } });
    const me = new ContractClient(app, api.version, await app.anAccount());
    return new ReviewsFixture(app, me, api, await createReviews(app, me.account.accountId, FEED));
  }

  /** Creates another object with reviews. */
  anotherObject(accountId: number, seeds: Seeds): Promise<NamedReviews> {
    return createReviews(this.app, accountId, seeds);
  }

  /** Requests the feed of the object, and checks the response against the OpenAPI document. */
  async read(query: string, client = this.me): Promise<Answer> {
    const path = `/${this.api.version}/reviews?${this.api.objectId}=${this.objectId}&${query}`;
    const answer = await client.get(path);
    this.document.expect({ method: 'GET', path, ...answer });
    return answer;
  }

  /** Requests one review by its id. */
  async single(id: number, client = this.me): Promise<Answer> {
    const path = `/${this.api.version}/reviews/${id}`;
    const answer = await client.get(path);
    this.document.expect({ method: 'GET', path, ...answer });
    return answer;
  }

  /** Returns one review of the feed, including deleted, hidden and pinned ones. */
  async item(name: string, query = ''): Promise<Json> {
    const answer = await this.read(`include_deleted=true&show_hidden=true&show_pinned=true&${query}`);
    const found = dataOf(answer).find((review) => review['id'] === this.idOf(name));
    if (!found) throw new Error(`${name} is not in the feed`);
    return found;
  }
}

async function createReviews(app: TestApp, accountId: number, seeds: Seeds): Promise<NamedReviews> {
  const first = await aLink(app.database, { accountId, sourceId: 1 });
  const second = await aLink(app.database, { accountId, objectId: first.objectId, sourceId: 2 });
  const rows = Object.values(seeds).map(({ onLink, ...seed }) => ({
    ...(onLink === 'second' ? second : first),
    ...seed,
  }));
  const ids = await insertReviews(app.database, rows);
  return new NamedReviews(
    [first, second],
    new Map(Object.keys(seeds).map((name, index) => [name, ids[index] as number])),
  );
}
