import fc from 'fast-check';
import { AppError } from '@libs/kernel';
import { actFor, asRequest } from '@libs/database';
import { openTransaction } from '@test/support/held-rows';
import { replyHarness, type ReplyHarness } from '@test/support/reply-harness';
import { eventually } from '@test/support/eventually';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { purgeProposals } from './persistence/proposal-purge.store';
import type { ProposalCaller } from './proposals.service';

const NO_CHANGES = { text: null, reviewVersion: null };

describe('proposals of replies (contract §4.20)', () => {
  let fixture: StoreFixture;
  let harness: ReplyHarness;
  let keys = 0;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await replyHarness(fixture.database);
  });
  beforeEach(() => {
    harness.platform.done.length = 0;
    harness.platform.held.clear();
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const key = ({ accountId }: Pick<ReviewFixture, 'accountId'>, keyId = (keys += 1)): ProposalCaller => ({
    ...harness.caller(accountId),
    keyId,
    personId: null,
  });
  const owner = ({ accountId }: Pick<ReviewFixture, 'accountId'>): ProposalCaller => ({
    ...harness.caller(accountId),
    keyId: null,
    personId: 1,
  });
  const propose = (review: ReviewFixture, by = key(review), text = 'Thanks') =>
    harness.proposals.propose(by, review.id, { text, note: null });
  /** Returns `accepted`, or the code of the refusal. */
  const codeOf = (request: Promise<unknown>): Promise<string> =>
    request.then(
      () => 'accepted',
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
  const states = async ({ id }: ReviewFixture): Promise<readonly string[]> => {
    const rows = await fixture.database.query<{ state: string }>(
      'select state from reply_proposal where review_id = $1 order by id',
      [id],
    );
    return rows.map(({ state }) => state);
  };
  const writes = ({ externalId }: ReviewFixture): readonly string[] =>
    harness.platform.done.filter((write) => write.startsWith(`${externalId}: `));
  const trail = async ({ accountId }: ReviewFixture): Promise<readonly string[]> => {
    const rows = await fixture.database.query<{ action: string }>(
      `select action from audit_entry where account_id = $1 and (action like 'proposal.%' or action = 'reply_policy.changed') order by id`,
      [accountId],
    );
    return rows.map(({ action }) => action);
  };
  const changeReview = (id: number, change: string) =>
    fixture.database.query(`update review set ${change} where id = ${id}`);
  /** The statements of this database that wait for a lock. */
  const waiters = async (): Promise<number> => {
    const [row] = await fixture.database.query<{ n: number }>(
      `select count(*) as n from pg_locks l join pg_stat_activity a using (pid)
       where not l.granted and a.datname = current_database()`,
    );
    return row?.n ?? 0;
  };

  it('publishes the approved text once, and nothing before', async () => {
    const review = await harness.aReview('a');
    const id = await propose(review, key(review), ' Thanks ');
    await harness.work();
    expect(writes(review)).toEqual([]);
    await harness.proposals.approve(owner(review), id, NO_CHANGES);
    expect(await states(review)).toEqual(['approved']);
    await harness.work();
    expect(writes(review)).toEqual([`${review.externalId}: Thanks`]);
    expect(await states(review)).toEqual(['published']);
    expect(await trail(review)).toEqual(['proposal.created', 'proposal.approved']);
  });

  it('publishes the text that the approver wrote', async () => {
    const review = await harness.aReview('a');
    await harness.proposals.approve(owner(review), await propose(review), { text: 'Better', reviewVersion: null });
    await harness.work();
    expect(writes(review)).toEqual([`${review.externalId}: Better`]);
    const [row] = await fixture.database.query('select text, approved_text from reply_proposal where review_id = $1', [
      review.id,
    ]);
    expect(row).toEqual({ text: 'Thanks', approved_text: 'Better' });
  });

  it('a newer proposal of a key supersedes its own for the review, and no other', async () => {
    const review = await harness.aReview('a');
    const [one, other] = [key(review), key(review)];
    await propose(review, one);
    await propose(review, other);
    await propose(review, one);
    expect(await states(review)).toEqual(['superseded', 'open', 'open']);
  });

  it('a reply of a person supersedes what was proposed', async () => {
    const review = await harness.aReview('a');
    const id = await propose(review);
    await harness.replies.put(harness.caller(review.accountId), review.id, 'Mine');
    expect(await states(review)).toEqual(['superseded']);
    expect(await codeOf(harness.proposals.approve(owner(review), id, NO_CHANGES))).toBe('proposal_closed');
  });

  it('an approved text that another reply replaces before it is sent is superseded', async () => {
    const review = await harness.aReview('a');
    await harness.proposals.approve(owner(review), await propose(review), NO_CHANGES);
    await harness.replies.put(harness.caller(review.accountId), review.id, 'Mine');
    await harness.work();
    expect(writes(review)).toEqual([`${review.externalId}: Mine`]);
    expect(await states(review)).toEqual(['superseded']);
  });

  it('of two approvals at once, of one proposal or of two for one review, one is accepted', async () => {
    for (const count of [1, 2]) {
      const review = await harness.aReview('a');
      const ids = [
        await propose(review, key(review), 'One'),
        count === 1 ? 0 : await propose(review, key(review), 'Two'),
      ];
      const approvals = [ids[0], ids[1] === 0 ? ids[0] : ids[1]].map((id) =>
        codeOf(harness.proposals.approve(owner(review), id as number, NO_CHANGES)),
      );
      const codes = await Promise.all(approvals);
      expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
      expect(codes.every((code) => ['accepted', 'proposal_closed', 'review_answered'].includes(code))).toBe(true);
      await harness.work();
      expect(writes(review)).toHaveLength(1);
    }
  });

  it('of an approval and a PUT at once, the review keeps one reply, and the proposal says which', async () => {
    const review = await harness.aReview('a');
    const id = await propose(review);
    const [approval] = await Promise.all([
      codeOf(harness.proposals.approve(owner(review), id, NO_CHANGES)),
      harness.replies.put(harness.caller(review.accountId), review.id, 'Mine'),
    ]);
    await harness.work();
    // The PUT replaces a text that was approved and not sent yet.
    expect(writes(review)).toEqual([`${review.externalId}: Mine`]);
    expect(['accepted', 'proposal_closed', 'review_answered']).toContain(approval);
    expect(await states(review)).toEqual(['superseded']);
  });

  it.each<[string, string, string]>([
    ['another text', `text = 'Awful'`, 'review_changed'],
    ['another rating', 'rating = 100', 'review_changed'],
    ['its end on the platform', 'deleted_at = now()', 'review_changed'],
    ['a reply on the platform', `reply_text = 'Theirs'`, 'review_answered'],
    ['a later collection that found the same', 'seen_at = now(), updated_at = now()', 'accepted'],
  ])('an approval after %s', async (_, change, expected) => {
    const review = await harness.aReview('a', { rating: 5 });
    const id = await propose(review);
    await changeReview(review.id, change);
    expect(await codeOf(harness.proposals.approve(owner(review), id, NO_CHANGES))).toBe(expected);
    expect(await states(review)).toEqual([expected === 'accepted' ? 'approved' : 'open']);
  });

  it('waits for a collection that is changing the review, and judges what it wrote', async () => {
    const review = await harness.aReview('a');
    const id = await propose(review);
    const collection = await openTransaction(fixture.database, () => changeReview(review.id, `text = 'Awful'`));
    const approval = codeOf(harness.proposals.approve(owner(review), id, NO_CHANGES));
    await eventually('the approval to wait', 60_000, async () => (await waiters()) > 0);
    await collection.commit();
    expect(await approval).toBe('review_changed');
    expect(await harness.row(review.id)).toEqual({});
  });

  it.each<[string, (review: ReviewFixture) => Promise<unknown>, string]>([
    [
      'of another account',
      (review) => propose(review, { ...key(review), accountId: review.accountId + 1_000_000 }),
      'not_found',
    ],
    ['that is missing', (review) => propose({ ...review, id: 9_000_000 }), 'not_found'],
    [
      'that is gone',
      async (review) => changeReview(review.id, 'deleted_at = now()').then(() => propose(review)),
      'not_found',
    ],
    [
      'that is answered',
      async (review) => changeReview(review.id, `reply_text = 'x'`).then(() => propose(review)),
      'review_answered',
    ],
    [
      'of another provider',
      async (review) => changeReview(review.id, 'is_native = false').then(() => propose(review)),
      'reply_not_replyable',
    ],
    ['with an empty text', (review) => propose(review, key(review), ' \n'), 'validation_error'],
    [
      'with a text longer than the platform allows',
      (review) => propose(review, key(review), 'x'.repeat(101)),
      'validation_error',
    ],
  ])('refuses a proposal for a review %s, and stores nothing', async (_, act, expected) => {
    const review = await harness.aReview('a');
    expect(await codeOf(act(review))).toBe(expected);
    expect(await states(review)).toEqual([]);
  });

  it.each<[string, string]>([
    ['approve', 'not_found'],
    ['dismiss', 'not_found'],
  ])('a proposal of another account and a missing one are the same to %s', async (act, expected) => {
    const review = await harness.aReview('a');
    const foreign = await propose(await harness.aReview('a'));
    for (const id of [foreign, 9_000_000]) {
      const decision =
        act === 'approve'
          ? harness.proposals.approve(owner(review), id, NO_CHANGES)
          : harness.proposals.dismiss(owner(review), id, null);
      expect(await codeOf(decision)).toBe(expected);
    }
  });

  it('keeps a proposal open whose approval is refused, as without a connection', async () => {
    const review = await harness.aReview('a', { connected: false });
    const id = await propose(review);
    expect(await codeOf(harness.proposals.approve(owner(review), id, NO_CHANGES))).toBe('reply_card_not_yours');
    expect(await states(review)).toEqual(['open']);
    expect(await trail(review)).toEqual(['proposal.created']);
  });

  it('limits open proposals of a review, and counts under a lock', async () => {
    const review = await harness.aReview('a');
    const codes = await Promise.all(Array.from({ length: 7 }, () => codeOf(propose(review))));
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(5);
    expect(codes.filter((code) => code === 'proposal_limit_reached')).toHaveLength(2);
  });

  it('limits open proposals of a key below those of the account, so that other keys can propose', async () => {
    const review = await harness.aReview('a');
    const [busy, other] = [key(review), key(review)];
    await fixture.database.query(
      `insert into reply_proposal (account_id, review_id, object_id, link_id, source_id, proposed_by_key, text, review_version)
       select $1, 1000000 + n, $2, $3, $4, $5, 't', 'v' from generate_series(1, 200) n`,
      [review.accountId, review.objectId, review.linkId, review.sourceId, busy.keyId],
    );
    expect(await codeOf(propose(review, busy))).toBe('proposal_limit_reached');
    expect(await codeOf(propose(review, other))).toBe('accepted');
  });

  describe('the policy of the account', () => {
    const RULE = {
      minRating: 5,
      text: 'none',
      sourceIds: [],
      objectIds: [],
      template: 'Thank you, {author}!',
    } as const;
    const put = (review: ReviewFixture, more: object = {}) =>
      harness.policies.put(
        { accountId: review.accountId, personId: null },
        { isEnabled: true, dailyLimit: 20, rules: [RULE], ...more },
      );
    const fiveStars = () => harness.aReview('a', { rating: 5, text: null, author: 'Anna M.' });

    it('answers with its own template, never with the text that was proposed', async () => {
      const review = await fiveStars();
      await put(review);
      await propose(review, key(review), 'Send your card number to evil.example');
      await harness.work();
      expect(writes(review)).toEqual([`${review.externalId}: Thank you, Anna M.!`]);
      const [row] = await fixture.database.query(
        'select state, by_policy, closed_by_key from reply_proposal where review_id = $1',
        [review.id],
      );
      expect(row).toEqual({ state: 'published', by_policy: true, closed_by_key: null });
      expect(await trail(review)).toEqual(['reply_policy.changed', 'proposal.created', 'proposal.approved']);
    });

    it.each<[string, object, Parameters<ReplyHarness['aReview']>[1]]>([
      ['is off', { isEnabled: false }, {}],
      ['has no rule', { rules: [] }, {}],
      ['has a rule for reviews without words, and the review has some', {}, { text: 'Ignore all rules' }],
      ['has a rule with the author, and the author is an address', {}, { author: 'evil.com' }],
      ['cannot publish: the object is not connected', {}, { connected: false }],
    ])('leaves the decision to a person if it %s', async (_, policy, more) => {
      const review = await harness.aReview('a', { rating: 5, text: null, author: 'Anna M.', ...more });
      await put(review, policy);
      await propose(review);
      expect(await states(review)).toEqual(['open']);
      expect(await harness.row(review.id)).toEqual({});
    });

    it('approves at most its daily limit, also of proposals at once', async () => {
      const first = await fiveStars();
      await put(first, { dailyLimit: 2 });
      const seed = { rating: 5, text: null, author: 'Anna M.', accountId: first.accountId };
      const others = [
        await harness.aReview('a', seed),
        await harness.aReview('a', seed),
        await harness.aReview('a', seed),
      ];
      await Promise.all([first, ...others].map((review) => propose(review)));
      const all = await Promise.all([first, ...others].map(states));
      expect(all.flat().sort()).toEqual(['approved', 'approved', 'open', 'open']);
    });

    it('refuses templates with unknown placeholders', async () => {
      const review = await fiveStars();
      expect(await codeOf(put(review, { rules: [{ ...RULE, template: 'Hi {name}' }] }))).toBe('validation_error');
    });
  });

  it('closes what no approval can publish, and removes closed proposals after 90 days', async () => {
    const [answered, gone, old, open, closed, recent] = [
      ...[await harness.aReview('a'), await harness.aReview('a'), await harness.aReview('a')],
      ...[await harness.aReview('a'), await harness.aReview('a'), await harness.aReview('a')],
    ] as const;
    for (const review of [answered, gone, old, open, closed, recent] as ReviewFixture[]) await propose(review);
    await changeReview(answered?.id ?? 0, `reply_text = 'Theirs'`);
    await changeReview(gone?.id ?? 0, 'deleted_at = now()');
    const age = (review: ReviewFixture | undefined, change: string) =>
      fixture.database.query(`update reply_proposal set ${change} where review_id = $1`, [review?.id]);
    await age(old, `created_at = now() - interval '91 days'`);
    await age(open, `created_at = now() - interval '89 days'`);
    await age(closed, `state = 'dismissed', closed_at = now() - interval '91 days'`);
    await age(recent, `state = 'dismissed', closed_at = now() - interval '89 days'`);
    await purgeProposals(fixture.database);
    const found = await Promise.all(([answered, gone, old, open, closed, recent] as ReviewFixture[]).map(states));
    expect(found).toEqual([['superseded'], ['superseded'], ['dismissed'], ['open'], [], ['dismissed']]);
  });

  it('records the key that proposed and the person who approved', async () => {
    const review = await harness.aReview('a');
    const agent = key(review, 77);
    const as = <T>(actor: Parameters<typeof actFor>[0], work: () => Promise<T>): Promise<T> =>
      asRequest(() => {
        actFor(actor);
        return work();
      });
    const { accountId } = review;
    const id = await as({ kind: 'key', accountId, keyId: 77, address: '::1' }, () => propose(review, agent));
    await as({ kind: 'person', accountId, personId: 5, address: '::1' }, () =>
      harness.proposals.approve({ ...owner(review), personId: 5 }, id, NO_CHANGES),
    );
    const entries = await fixture.database.query(
      `select action, key_id, person_id from audit_entry where account_id = $1 and action like 'proposal%' order by id`,
      [accountId],
    );
    expect(entries).toEqual([
      { action: 'proposal.created', key_id: 77, person_id: null },
      { action: 'proposal.approved', key_id: null, person_id: 5 },
    ]);
  });

  // Whatever is proposed, approved and dismissed, and however often, one reply reaches the platform.
  it('publishes at most one reply of a review over any sequence of requests', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('propose' as const),
        by: fc.integer({ min: 1, max: 3 }),
        text: fc.constantFrom('A', 'B'),
      }),
      fc.record({
        do: fc.constantFrom('approve' as const, 'dismiss' as const),
        which: fc.nat(5),
        at: fc.constantFrom('once', 'twice'),
      }),
      fc.record({ do: fc.constantFrom('work' as const, 'purge' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        const review = await harness.aReview('a');
        const ids: number[] = [];
        let approved = 0;
        const decide = async (approves: boolean, id: number, at: string): Promise<void> => {
          const act = () =>
            approves
              ? harness.proposals.approve(owner(review), id, NO_CHANGES)
              : harness.proposals.dismiss(owner(review), id, null);
          const codes = await Promise.all((at === 'once' ? [act()] : [act(), act()]).map(codeOf));
          if (approves) approved += codes.filter((code) => code === 'accepted').length;
        };
        for (const one of steps) {
          if (one.do === 'work') await harness.work();
          else if (one.do === 'purge') await purgeProposals(fixture.database);
          else if ('by' in one) {
            const proposal = propose(review, key(review, one.by), one.text).then((id) => void ids.push(id));
            expect(['accepted', 'review_answered']).toContain(await codeOf(proposal));
          } else if ('which' in one)
            await decide(one.do === 'approve', ids[one.which % Math.max(1, ids.length)] ?? 0, one.at);
        }
        await harness.work();
        expect(writes(review)).toHaveLength(approved);
        expect(approved).toBeLessThanOrEqual(1);
        expect((await states(review)).filter((state) => state === 'published')).toHaveLength(approved);
      }),
      { numRuns: 25 },
    );
  });
});
