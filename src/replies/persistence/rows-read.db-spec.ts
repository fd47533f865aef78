import type { Database } from '@libs/database';
import { insertReviews } from '@test/support/review-factory';
import { rowsRead } from '@test/support/rows-read';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { ReplyStore } from './reply.store';

describe('the comparison of replies with a run', () => {
  let fixture: StoreFixture;
  let database: Database;

  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
  });
  afterAll(() => fixture.close());

  const insertReplies = async (link: LinkFixture, count: number): Promise<void> => {
    await insertReviews(
      database,
      Array.from({ length: count }, () => ({ ...link, replyText: 'thanks' })),
    );
    await database.query(
      `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text, held_text, held_at)
       select account_id, id, object_id, link_id, source_id, sha256(id::text::bytea), 'published', 'publish', 'thanks', 'thanks', now()
       from review where link_id = $1 and reply_text is not null`,
      [link.linkId],
    );
  };

  it('reads only the replies of the objects of the run', async () => {
    const link = await aLink(database);
    const otherLink = await aLink(database, { accountId: link.accountId });
    await insertReplies(link, 2);
    await insertReplies(otherLink, 2_000);
    await database.query('analyze');
    const replies = new ReplyStore(database);
    for (const table of ['review_reply', 'review']) {
      const rowCount = await rowsRead(database, table, async () => {
        expect(await replies.toVerify(link.accountId, [link.objectId])).toHaveLength(2);
      });
      expect(rowCount).toBeLessThan(5);
    }
  });
});
