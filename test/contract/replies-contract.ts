/**
 * Replies in one version (contract §2.6, §3.1, §4.5, §7.4). No worker runs here: accepted replies wait, and states that only a worker
 * sets are written directly.
 */
import type { Database } from '@libs/database';
import { insertReview, type ReviewSeed } from '@test/support/review-factory';
import { aLink } from '@test/support/store-fixture';
import { testApp, type TestApp } from '@test/support/test-app';
import { OpenApiCheck } from '@test/support/openapi-check';
import { ContractClient, WRONG_IDS, type Answer, type Version } from './contract-client';

type Slug = 'google' | 'trustpilot' | 'booking' | 'steam';

export function describeReplies(version: Version): void {
  let app: TestApp;
  let database: Database;
  let me: ContractClient;
  let check: OpenApiCheck;

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    database = app.database;
    check = new OpenApiCheck(app.app);
  });
  beforeEach(async () => {
    me = await aClient('full');
  });
  afterAll(() => app?.close());

  const aClient = async (plan: 'full' | 'basic' | 'trial'): Promise<ContractClient> =>
    new ContractClient(app, version, await app.anAccount({ plan }));
  const documented = (method: string, path: string, answer: Answer): Answer => {
    check.expect({ method, path, ...answer });
    return answer;
  };
  const at = (id: number): string => `/${version}/reviews/${id}/reply`;
  const aReview = async (
    slug: Slug,
    {
      client = me,
      connection = 'active',
      ...seed
    }: Partial<ReviewSeed> & { client?: ContractClient; connection?: 'active' | 'revoked' | null } = {},
  ): Promise<number> => {
    const [source] = await database.query<{ id: number }>('select id from source where slug = $1', [slug]);
    const link = await aLink(database, { accountId: client.account.accountId, sourceId: source?.id ?? 0 });
    if (connection !== null) {
      await database.query(
        `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card, status) values ($1, $2, $3, '\\x00', '', 'c', $4)`,
        [link.accountId, link.objectId, link.sourceId, connection],
      );
    }
    return insertReview(database, { text: 'Friendly', ...seed, ...link });
  };
  const put = async (id: number, text: unknown = 'Thank you', client = me): Promise<Answer> =>
    documented('PUT', at(id), await client.put(at(id), { text }));
  const get = async (id: number, client = me): Promise<Answer> => documented('GET', at(id), await client.get(at(id)));
  const remove = async (id: number, client = me): Promise<Answer> =>
    documented('DELETE', at(id), await client.delete(at(id)));
  const verdict = ({ status, body }: Answer): string =>
    `${status} ${(body['code'] as string | undefined) ?? ''}`.trim();
  /** The state that a worker would have written. */
  const become = (id: number, state: string, more = ''): Promise<unknown> =>
    database.query(
      `update review_reply set due_at = null, state = $2,
         held_text = case when $2 in ('published', 'publishing') then text end, held_at = case when $2 in ('published', 'publishing') then '2026-11-20T08:00:00Z'::timestamptz end ${more}
       where review_id = $1`,
      [id, state],
    );

  describe(`${version}: replies`, () => {
    it('PUT: 202 with the text and pending, also over a published one (§3.1)', async () => {
      const id = await aReview('google');
      for (const text of ['Thank you', 'Thank you', 'Better']) {
        const answer = await put(id, text);
        expect([answer.status, answer.body]).toEqual([202, { text, status: 'pending' }]);
      }
      await become(id, 'published');
      expect((await put(id, 'Newest')).body).toEqual({ text: 'Newest', status: 'pending' });
      expect((await get(id)).body).toEqual({ status: 'pending', published_at: null, confirmed_at: null, error: null });
    });

    it('GET: exactly the state of §2.6, with any key, on any plan', async () => {
      const id = await aReview('google');
      await put(id);
      await become(id, 'published');
      const state = { status: 'published', published_at: '2026-11-20T08:00:00', confirmed_at: null, error: null };
      expect((await get(id, me.reading)).body).toEqual(state);
      await become(id, 'failed', ", error = 'text_rejected'");
      expect((await get(id)).body).toEqual({
        status: 'failed',
        published_at: null,
        confirmed_at: null,
        error: 'text_rejected',
      });
    });

    it('DELETE: 202 with the state at acceptance; on any plan; then it is not found', async () => {
      const basic = await aClient('basic');
      const id = await aReview('google');
      await put(id);
      await become(id, 'published');
      expect([(await remove(id)).body, (await get(id)).body['status']]).toEqual([
        { text: 'Thank you', status: 'pending' },
        'pending',
      ]);
      await become(id, 'deleted');
      expect([(await get(id)).body['status'], verdict(await remove(id))]).toEqual(['deleted', '404 reply_not_found']);
      expect(verdict(await remove(await aReview('google', { client: basic }), basic))).toBe('404 reply_not_found');
    });

    it('a reply that was written on the platform is not returned by GET and DELETE (§4.5)', async () => {
      const id = await aReview('google', { replyText: 'By hand' });
      expect([verdict(await get(id)), verdict(await remove(id))]).toEqual([
        '404 reply_not_found',
        '404 reply_not_found',
      ]);
    });

    it('a read_only key may not write', async () => {
      const id = await aReview('google');
      expect([verdict(await put(id, 'x', me.reading)), verdict(await remove(id, me.reading))]).toEqual([
        '403 forbidden',
        '403 forbidden',
      ]);
    });

    it.each<[string, () => Promise<Answer>, string]>([
      ['a platform without replies', async () => put(await aReview('steam')), '409 reply_not_supported'],
      [
        'a review without a text where one is needed',
        async () => put(await aReview('booking', { text: null })),
        '409 reply_not_replyable',
      ],
      ['no connection', async () => put(await aReview('google', { connection: null })), '403 reply_card_not_yours'],
      [
        'a revoked connection',
        async () => put(await aReview('google', { connection: 'revoked' })),
        '403 reply_access_revoked',
      ],
      [
        'a plan without replies',
        async () => put(await aReview('google', { client: (me = await aClient('basic')) })),
        '402 reply_requires_upgrade',
      ],
      [
        'a deleted review',
        async () => put(await aReview('google', { deletedAt: '2026-11-16T00:00:00Z' })),
        '404 not_found',
      ],
      [
        'a hidden review can be answered',
        async () => put(await aReview('google', { hiddenAt: '2026-11-16T00:00:00Z' })),
        '202',
      ],
      ['an empty text', async () => put(await aReview('google'), ' \n '), '422 validation_error'],
      ['control characters', async () => put(await aReview('google'), 'a\u0007b'), '422 validation_error'],
      ['paragraphs are no control characters', async () => put(await aReview('google'), 'a\n\n\tb'), '202'],
      ['4096 bytes', async () => put(await aReview('google'), 'ä'.repeat(2_048)), '202'],
      [
        'more bytes than the platform allows',
        async () => put(await aReview('google'), 'ä'.repeat(2_049)),
        '422 validation_error',
      ],
      ['no text', async () => put(await aReview('google'), null), '422 validation_error'],
      ['a number', async () => put(await aReview('google'), 7), '422 validation_error'],
    ])('PUT: %s', async (_, act, expected) => expect(verdict(await act())).toBe(expected));

    it('PUT: a review that another provider collected', async () => {
      const id = await aReview('google');
      await database.query('update review set is_native = false where id = $1', [id]);
      expect(verdict(await put(id))).toBe('409 reply_not_replyable');
    });

    it('a trial has three replies per platform; counted per platform', async () => {
      me = await aClient('trial');
      const verdicts: string[] = [];
      for (let n = 0; n < 4; n += 1) verdicts.push(verdict(await put(await aReview('google'))));
      expect(verdicts).toEqual(['202', '202', '202', '402 reply_trial_quota_exhausted']);
      expect(verdict(await put(await aReview('trustpilot')))).toBe('202');
    });

    it('while it is being published no change is accepted', async () => {
      const id = await aReview('google');
      await put(id);
      await become(id, 'publishing');
      expect((await get(id)).body['status']).toBe('publishing');
      expect([verdict(await put(id)), verdict(await remove(id))]).toEqual([
        '409 reply_in_progress',
        '409 reply_in_progress',
      ]);
    });

    it.each<[Slug, string, string]>([
      ['google', '202', '202'],
      ['trustpilot', '409 reply_edit_not_supported', '202'],
      ['booking', '409 reply_edit_not_supported', '409 reply_delete_not_supported'],
    ])('§4.5: %s: a published reply is replaced %s, deleted %s', async (slug, replaced, deleted) => {
      const id = await aReview(slug);
      await put(id);
      await become(id, 'published');
      expect(verdict(await put(id, 'Thank you'))).toBe('202');
      expect(verdict(await put(id, 'Other'))).toBe(replaced);
      await become(id, 'published');
      expect(verdict(await remove(id))).toBe(deleted);
    });

    it('another account that tracks the same page already has its reply there', async () => {
      const other = await aClient('full');
      const theirs = await aReview('google', { client: other, externalId: `shared-${version}` });
      const ours = await aReview('google', { externalId: `shared-${version}` });
      await database.query(
        `update link set url = 'https://www.google.com/maps?cid=1' where id in (select link_id from review where id = any($1))`,
        [[theirs, ours]],
      );
      expect(verdict(await put(theirs, 'Thank you', other))).toBe('202');
      expect(verdict(await put(ours))).toBe('409 reply_owned_by_other_account');
    });

    it('foreign and missing reviews are the same bytes', async () => {
      const foreign = await aReview('google', { client: await aClient('full') });
      for (const act of [get, remove, (id: number) => put(id)]) {
        const [one, two] = [await act(foreign), await act(900_000_000)];
        expect([verdict(one), one.text]).toEqual(['404 not_found', two.text]);
      }
    });

    it.each(WRONG_IDS)('an invalid id: %s', async (id) =>
      expect((await me.get(`/${version}/reviews/${id}/reply`)).status).toBe(422),
    );
  });
}
