/**
 * Replies in one version (contract §2.6, §3.1, §4.5, §7.4). No worker runs, so accepted replies stay pending; the tests write the states
 * that a worker would set.
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
  const checkDocumented = (method: string, path: string, answer: Answer): Answer => {
    check.expect({ method, path, ...answer });
    return answer;
  };
  const pathOf = (id: number): string => `/${version}/reviews/${id}/reply`;
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
    checkDocumented('PUT', pathOf(id), await client.put(pathOf(id), { text }));
  const get = async (id: number, client = me): Promise<Answer> =>
    checkDocumented('GET', pathOf(id), await client.get(pathOf(id)));
  const remove = async (id: number, client = me): Promise<Answer> =>
    checkDocumented('DELETE', pathOf(id), await client.delete(pathOf(id)));
  const statusAndCode = ({ status, body }: Answer): string =>
    `${status} ${(body['code'] as string | undefined) ?? ''}`.trim();
  /** Writes a state that a worker would set. */
  const setState = (id: number, state: string, more = ''): Promise<unknown> =>
    database.query(
      `update review_reply set due_at = null, state = $2,
         held_text = case when $2 in ('published', 'publishing') then text end, held_at = case when $2 in ('published', 'publishing') then '2026-11-20T08:00:00Z'::timestamptz end ${more}
       where review_id = $1`,
      [id, state],
    );

  /** The state of contract §2.6; v3 adds the text, its author and its attempts. */
  const stateOf = (state: { readonly status: string; readonly text?: string } & Readonly<Record<string, unknown>>) => {
    const { text = 'Thank you', ...rest } = state;
    const common = { published_at: null, confirmed_at: null, error: null, ...rest };
    if (version === 'v2') return common;
    const next = state.status === 'pending' ? expect.any(String) : null;
    const facts = { wish: 'publish', accepted_at: expect.any(String), attempts: 0, detail: null, by: null };
    return { ...common, ...facts, text, next_attempt_at: next as unknown, switched_off_since: null };
  };

  describe(`${version}: replies`, () => {
    it('PUT gives 202 with the text and pending, and also replaces a published reply (contract §3.1)', async () => {
      const id = await aReview('google');
      for (const text of ['Thank you', 'Thank you', 'Better']) {
        const answer = await put(id, text);
        expect([answer.status, answer.body]).toEqual([202, { text, status: 'pending' }]);
      }
      await setState(id, 'published');
      expect((await put(id, 'Newest')).body).toEqual({ text: 'Newest', status: 'pending' });
      expect((await get(id)).body).toEqual(stateOf({ status: 'pending', text: 'Newest' }));
    });

    it('GET returns exactly the state of contract §2.6, also with a read_only key', async () => {
      const id = await aReview('google');
      await put(id);
      await setState(id, 'published');
      const state = stateOf({ status: 'published', published_at: '2026-11-20T08:00:00' });
      expect((await get(id, me.withReadOnlyKey)).body).toEqual(state);
      await setState(id, 'failed', ", error = 'text_rejected'");
      expect((await get(id)).body).toEqual(stateOf({ status: 'failed', error: 'text_rejected' }));
    });

    it('DELETE gives 202 with pending, on any plan; after the deletion it gives 404 reply_not_found', async () => {
      const basic = await aClient('basic');
      const id = await aReview('google');
      await put(id);
      await setState(id, 'published');
      expect([(await remove(id)).body, (await get(id)).body['status']]).toEqual([
        { text: 'Thank you', status: 'pending' },
        'pending',
      ]);
      await setState(id, 'deleted');
      expect([(await get(id)).body['status'], statusAndCode(await remove(id))]).toEqual([
        'deleted',
        '404 reply_not_found',
      ]);
      expect(statusAndCode(await remove(await aReview('google', { client: basic }), basic))).toBe(
        '404 reply_not_found',
      );
    });

    it('GET and DELETE give 404 for a reply that was written on the platform (contract §4.5)', async () => {
      const id = await aReview('google', { replyText: 'By hand' });
      expect([statusAndCode(await get(id)), statusAndCode(await remove(id))]).toEqual([
        '404 reply_not_found',
        '404 reply_not_found',
      ]);
    });

    it('PUT and DELETE give 403 for a read_only key', async () => {
      const id = await aReview('google');
      expect([
        statusAndCode(await put(id, 'x', me.withReadOnlyKey)),
        statusAndCode(await remove(id, me.withReadOnlyKey)),
      ]).toEqual(['403 forbidden', '403 forbidden']);
    });

    it.each<[string, () => Promise<Answer>, string]>([
      ['refuses a platform without replies', async () => put(await aReview('steam')), '409 reply_not_supported'],
      [
        'refuses a review without a text on a platform that needs one',
        async () => put(await aReview('booking', { text: null })),
        '409 reply_not_replyable',
      ],
      [
        'refuses an object without a connection',
        async () => put(await aReview('google', { connection: null })),
        '403 reply_card_not_yours',
      ],
      [
        'refuses a revoked connection',
        async () => put(await aReview('google', { connection: 'revoked' })),
        '403 reply_access_revoked',
      ],
      [
        'refuses a plan without replies',
        async () => put(await aReview('google', { client: (me = await aClient('basic')) })),
        '402 reply_requires_upgrade',
      ],
      [
        'refuses a deleted review',
        async () => put(await aReview('google', { deletedAt: '2026-11-16T00:00:00Z' })),
        '404 not_found',
      ],
      [
        'accepts a hidden review',
        async () => put(await aReview('google', { hiddenAt: '2026-11-16T00:00:00Z' })),
        '202',
      ],
      ['refuses a text of whitespace', async () => put(await aReview('google'), ' \n '), '422 validation_error'],
      ['refuses control characters', async () => put(await aReview('google'), 'a\u0007b'), '422 validation_error'],
      ['accepts line breaks and tabs', async () => put(await aReview('google'), 'a\n\n\tb'), '202'],
      ['accepts a text of 4096 bytes', async () => put(await aReview('google'), 'ä'.repeat(2_048)), '202'],
      [
        'refuses a text of more bytes than the platform allows',
        async () => put(await aReview('google'), 'ä'.repeat(2_049)),
        '422 validation_error',
      ],
      ['refuses a null text', async () => put(await aReview('google'), null), '422 validation_error'],
      ['refuses a number', async () => put(await aReview('google'), 7), '422 validation_error'],
    ])('PUT %s', async (_, act, expected) => expect(statusAndCode(await act())).toBe(expected));

    it('PUT refuses a review that another provider collected', async () => {
      const id = await aReview('google');
      await database.query('update review set is_native = false where id = $1', [id]);
      expect(statusAndCode(await put(id))).toBe('409 reply_not_replyable');
    });

    it('a trial may publish three replies per platform', async () => {
      me = await aClient('trial');
      const results: string[] = [];
      for (let n = 0; n < 4; n += 1) results.push(statusAndCode(await put(await aReview('google'))));
      expect(results).toEqual(['202', '202', '202', '402 reply_trial_quota_exhausted']);
      expect(statusAndCode(await put(await aReview('trustpilot')))).toBe('202');
    });

    it('PUT and DELETE give 409 while a reply is being published', async () => {
      const id = await aReview('google');
      await put(id);
      await setState(id, 'publishing');
      expect((await get(id)).body['status']).toBe('publishing');
      expect([statusAndCode(await put(id)), statusAndCode(await remove(id))]).toEqual([
        '409 reply_in_progress',
        '409 reply_in_progress',
      ]);
    });

    it.each<[Slug, string, string]>([
      ['google', '202', '202'],
      ['trustpilot', '409 reply_edit_not_supported', '202'],
      ['booking', '409 reply_edit_not_supported', '409 reply_delete_not_supported'],
    ])(
      'contract §4.5: %s: replacing a published reply gives %s, deleting it gives %s',
      async (slug, replaced, deleted) => {
        const id = await aReview(slug);
        await put(id);
        await setState(id, 'published');
        expect(statusAndCode(await put(id, 'Thank you'))).toBe('202');
        expect(statusAndCode(await put(id, 'Other'))).toBe(replaced);
        await setState(id, 'published');
        expect(statusAndCode(await remove(id))).toBe(deleted);
      },
    );

    it('PUT gives 409 if another account has a reply on the same review of the same page', async () => {
      const other = await aClient('full');
      const otherReview = await aReview('google', { client: other, externalId: `shared-${version}` });
      const ownReview = await aReview('google', { externalId: `shared-${version}` });
      await database.query(
        `update link set url = 'https://www.google.com/maps?cid=1' where id in (select link_id from review where id = any($1))`,
        [[otherReview, ownReview]],
      );
      expect(statusAndCode(await put(otherReview, 'Thank you', other))).toBe('202');
      expect(statusAndCode(await put(ownReview))).toBe('409 reply_owned_by_other_account');
    });

    it('reviews of other accounts and missing ones give the same 404, byte for byte', async () => {
      const foreign = await aReview('google', { client: await aClient('full') });
      for (const act of [get, remove, (id: number) => put(id)]) {
        const [one, two] = [await act(foreign), await act(900_000_000)];
        expect([statusAndCode(one), one.text]).toEqual(['404 not_found', two.text]);
      }
    });

    it.each(WRONG_IDS)('the review id %s gives 422', async (id) =>
      expect((await me.get(`/${version}/reviews/${id}/reply`)).status).toBe(422),
    );
  });
}
