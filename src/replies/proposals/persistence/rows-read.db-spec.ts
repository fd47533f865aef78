import type { Database } from '@libs/database';
import { AnswerableReviewQuery } from '@src/reviews';
import { insertReviews } from '@test/support/review-factory';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { ProposalEndsStore } from './proposal-ends.store';
import { ProposalListQuery } from './proposal-list.query';
import { ProposalStore } from './proposal.store';
import { ReplyPolicyStore } from './reply-policy.store';

const AGENT = { keyId: 7, personId: null } as const;
const PAGE = { limit: 50, offset: 0 };
const ANY = { states: [], reviewIds: null, objectIds: null };

/** One busy account with 20,000 decided proposals, five of which are open. */
describe('the cost of proposals does not depend on how many were decided', () => {
  let fixture: StoreFixture;
  let database: Database;
  let link: LinkFixture;
  let reviewIds: readonly number[];

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    link = await aLink(database);
    reviewIds = await insertReviews(
      database,
      Array.from({ length: 2_000 }, (_, n) => ({ ...link, externalId: `e${n}`, text: 'text' })),
    );
    await database.query(
      `insert into reply_proposal (account_id, review_id, object_id, link_id, source_id, proposed_by_key, text, review_version, state,
         closed_at, created_at)
       select $1, ($5::bigint[])[1 + n % 2000], $2, $3, $4, 1 + n % 40, 't', 'v', case when n <= 5 then 'open' else 'dismissed' end,
         case when n > 5 then now() end, now() - n * interval '1 minute'
       from generate_series(1, 20000) n`,
      [link.accountId, link.objectId, link.linkId, link.sourceId, reviewIds],
    );
  });
  afterAll(() => fixture?.close());

  describe.each(['never analyzed', 'just analyzed'])('with tables that were %s', (state) => {
    beforeAll(async () => {
      if (state === 'just analyzed') await database.query('analyze');
    });

    it.each<[string, number, () => Promise<unknown>]>([
      ['the counts of the limits', 600, () => new ProposalStore(database).counts(link.accountId, 1, AGENT)],
      ['one proposal', 3, () => new ProposalStore(database).find(link.accountId, 100)],
      [
        'the open proposals of the account',
        20,
        () => new ProposalListQuery(database).page(link.accountId, { ...ANY, states: ['open'] }, PAGE),
      ],
      [
        'the proposals of a review',
        40,
        () => new ProposalListQuery(database).page(link.accountId, { ...ANY, reviewIds: [reviewIds[5] ?? 0] }, PAGE),
      ],
      [
        'a reply to a review',
        15,
        () => new ProposalEndsStore(database).textAccepted(link.accountId, reviewIds[9] ?? 0),
      ],
      ['a published reply', 15, () => new ProposalEndsStore(database).published(link.accountId, [reviewIds[9] ?? 0])],
      ['the daily limit of the policy', 1, () => new ReplyPolicyStore(database).approvedToday(link.accountId)],
    ])('%s reads at most %d proposals', async (_, most, run) => {
      expect(await rowsRead(database, 'reply_proposal', run)).toBeLessThanOrEqual(most);
    });

    it('the judged review is looked up by its key', async () => {
      const reviews = new AnswerableReviewQuery(database);
      const judge = () => database.transaction(() => reviews.judge(link.accountId, reviewIds[1_500] ?? 0, null));
      expect(await judge()).toMatchObject({ version: expect.stringMatching(/^[0-9a-f]{24}$/) as string });
      expect(await rowsRead(database, 'review', judge)).toBeLessThanOrEqual(4);
    });
  });
});
