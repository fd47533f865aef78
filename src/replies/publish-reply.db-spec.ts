import { Logger } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { ownMetrics } from '@libs/metrics';
import { eventually } from '@test/support/eventually';
import { replyHarness, type Mood, type ReplyHarness } from '@test/support/reply-harness';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';
import { CallTookTooLong } from './domain/call-failure';

describe('carrying out accepted replies (contract §3.1, §4.5)', () => {
  let fixture: StoreFixture;
  let harness: ReplyHarness;

  beforeAll(async () => {
    fixture = await storeFixture();
    harness = await replyHarness(fixture.database);
  });
  beforeEach(() => {
    harness.platform.moods = [];
    harness.platform.readMoods = [];
    harness.platform.done.length = 0;
    harness.platform.isModerating = false;
  });
  afterAll(async () => {
    await harness?.close();
    await fixture?.close();
  });

  type ReviewFixture = Awaited<ReturnType<ReplyHarness['aReview']>>;
  const put = ({ accountId, id }: ReviewFixture, text: string): Promise<string> =>
    harness.replies.put(harness.caller(accountId), id, text);
  const remove = ({ accountId, id }: ReviewFixture): Promise<string> => harness.replies.remove(accountId, id);
  /** Returns `accepted`, or the code of the refusal. */
  const codeOf = (request: Promise<unknown>): Promise<string> =>
    request.then(
      () => 'accepted',
      (error: unknown) => {
        if (error instanceof AppError) return error.code;
        throw error;
      },
    );
  const state = async (review: ReviewFixture): Promise<unknown> => {
    const row = await harness.row(review.id);
    return [row['state'], row['error'], row['held_text'], row['in_doubt']];
  };
  /** How many publications of this process ended with each result. */
  const resultsCounted = async (): Promise<readonly (readonly [result: string, count: number])[]> => {
    const text = await ownMetrics();
    return ['published', 'refused', 'failed'].map((result) => {
      const series = new RegExp(`^hrev_reply_publication_seconds_count\\{.*result="${result}"\\} (\\d+)$`, 'gm');
      return [result, [...text.matchAll(series)].reduce((sum, [, count]) => sum + Number(count), 0)] as const;
    });
  };
  const publishedReview = async (name: 'a' | 'b' | 'c', text = 'Thanks'): Promise<ReviewFixture> => {
    const review = await harness.aReview(name);
    await put(review, text);
    await harness.work();
    harness.platform.done.length = 0;
    return review;
  };
  const events = (review: ReviewFixture): Promise<unknown[]> =>
    fixture.database.query('select event from outbox where account_id = $1 and event = $2', [
      review.accountId,
      'RepliesAppeared',
    ]);

  it('publishes a text once, stores it in the review and writes an event', async () => {
    const review = await harness.aReview('a');
    expect(await put(review, ' Thanks ')).toBe('Thanks');
    expect(await state(review)).toEqual(['pending', null, null, false]);
    await harness.work();
    expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
    expect(harness.platform.done).toEqual([`${review.externalId}: Thanks`]);
    expect(await harness.reviewRow(review.id)).toMatchObject({
      reply_text: 'Thanks',
      reply_date: '2026-11-20T08:00:00',
    });
    expect(await events(review)).toHaveLength(1);
  });

  it('publishes only the second text if a second PUT replaces the first before publication', async () => {
    const review = await harness.aReview('b');
    await put(review, 'First');
    await put(review, 'Second');
    await harness.work();
    expect(harness.platform.done).toEqual([`${review.externalId}: Second`]);
  });

  it('makes no call for a PUT of the published text', async () => {
    const review = await publishedReview('c');
    await put(review, 'Thanks');
    await harness.work();
    expect((await harness.row(review.id))['state']).toBe('published');
    expect(harness.platform.done).toEqual([]);
  });

  it('replaces the published text without another event', async () => {
    const review = await publishedReview('a');
    await put(review, 'Better');
    await harness.work();
    expect(harness.platform.held.get(review.externalId)).toBe('Better');
    expect((await harness.reviewRow(review.id))['reply_text']).toBe('Better');
    expect(await events(review)).toHaveLength(1);
  });

  it.each(['b', 'c'] as const)('refuses a new text on platform %s, which cannot replace replies', async (name) =>
    expect(await codeOf(put(await publishedReview(name), 'Better'))).toBe('reply_edit_not_supported'),
  );

  it('removes a reply from the platform and from the review', async () => {
    const review = await publishedReview('b');
    expect(await remove(review)).toBe('Thanks');
    await harness.work();
    expect(await state(review)).toEqual(['deleted', null, null, false]);
    expect(harness.platform.done).toEqual([`remove ${review.externalId}`]);
    expect((await harness.reviewRow(review.id))['reply_text']).toBeNull();
    expect(await codeOf(remove(review))).toBe('reply_not_found');
    await put(review, 'Again');
    await harness.work();
    expect(harness.platform.held.get(review.externalId)).toBe('Again');
  });

  it.each(['a', 'c'] as const)('deletes a reply that was never sent, without a call to platform %s', async (name) => {
    const review = await harness.aReview(name);
    await put(review, 'Thanks');
    await remove(review);
    const requests = harness.platform.requests;
    await harness.work();
    expect([await state(review), harness.platform.requests]).toEqual([['deleted', null, null, false], requests]);
  });

  it.each<[string, Mood[], unknown, number, string]>([
    ['the text is rejected', [400], ['failed', 'text_rejected', null, false], 0, 'refused'],
    ['the credentials are refused', [401], ['failed', 'access_revoked', null, false], 0, 'refused'],
    ['the card belongs to another account', [403], ['failed', 'access_revoked', null, false], 0, 'refused'],
    ['the platform does not have the review', [404], ['failed', 'review_gone', null, false], 0, 'refused'],
    ['the platform refuses the request', [409], ['failed', 'platform_error', null, false], 0, 'failed'],
    ['two attempts fail temporarily (contract §3.1)', [429, 429], ['published', null, 'Thanks', false], 1, 'published'],
    ['three attempts fail temporarily', [429, 429, 429], ['failed', 'platform_unavailable', null, false], 0, 'failed'],
    [
      'the connection breaks before the platform acts',
      ['cut_before'],
      ['published', null, 'Thanks', false],
      1,
      'published',
    ],
    [
      'the connection breaks after the platform acted',
      ['cut_after'],
      ['published', null, 'Thanks', false],
      1,
      'published',
    ],
    ['the platform fails with an unknown outcome', [500], ['published', null, 'Thanks', false], 1, 'published'],
  ])('stores and counts the outcome if %s', async (_, moods, outcome, writes, result) => {
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    harness.platform.moods = moods;
    const before = await resultsCounted();
    await harness.work();
    const grown = (await resultsCounted()).map(([name, count], at) => [name, count - (before[at]?.[1] ?? 0)]);
    expect(grown.filter(([, count]) => count !== 0)).toEqual([[result, 1]]);
    expect(await state(review)).toEqual(outcome);
    expect(harness.platform.done).toHaveLength(writes);
  });

  const UNEXPECTED = { msg: 'a publisher threw an unexpected error', err: expect.any(TypeError) as unknown };
  const failedWith = (status: number): object => ({
    msg: 'a call for a reply failed',
    detail: `the platform responded with ${status}`,
  });
  it.each<[string, Mood[], Mood[], object[], object[]]>([
    ['a publication fails with an unexpected error', ['no_shape'], [], [UNEXPECTED], []],
    ['a read fails with an unexpected error', ['cut_after'], ['no_shape'], [UNEXPECTED], [{}]],
    ['a publication and a read fail with unexpected errors', ['no_shape'], ['no_shape'], [UNEXPECTED, UNEXPECTED], []],
    ['a publication and a read fail with expected errors', [500], [429], [], [failedWith(500), failedWith(429)]],
    ['a publication is refused for the moment', [429], [], [], [failedWith(429)]],
  ])('repeats the call and logs the reason and the time of the next one, if %s', async (_, ...outcomes) => {
    const [moods, readMoods, errors, warnings] = outcomes;
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    harness.platform.moods = moods;
    harness.platform.readMoods = readMoods;
    const logged: Record<'error' | 'warn', unknown[]> = { error: [], warn: [] };
    Logger.overrideLogger({
      log: () => undefined,
      warn: (line: unknown) => void logged.warn.push(line),
      error: (line: unknown) => void logged.error.push(line),
    });
    try {
      await harness.work();
      // The platform is read again after a pause.
      await harness.pass('1 minute');
      await harness.work();
    } finally {
      Logger.overrideLogger(false);
    }
    const entry = { account_id: review.accountId, review_id: review.id, action: 'publish' };
    const line = (expected: object): unknown =>
      expect.objectContaining({ ...entry, next_attempt_in_ms: expect.any(Number) as unknown, ...expected });
    expect(logged).toEqual({ error: errors.map(line), warn: warnings.map(line) });
    expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
    expect(harness.platform.done).toEqual([`${review.externalId}: Thanks`]);
  });

  it('measures the time to the publication by a clock that is not set', async () => {
    const sum = async (): Promise<number> =>
      Number(
        /^hrev_reply_publication_seconds_sum\{source="platform-a",result="published"\} (.*)$/m.exec(
          await ownMetrics(),
        )?.[1] ?? 0,
      );
    const before = await sum();
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    const now = Date.now.bind(Date);
    const clock = jest.spyOn(Date, 'now').mockImplementation(() => now() + 3_600_000);
    await harness.work();
    clock.mockRestore();
    expect((await sum()) - before).toBeGreaterThan(0);
    expect((await sum()) - before).toBeLessThan(600);
  });

  it('revokes a connection whose credentials are refused, and refuses the next PUT (contract §7.4)', async () => {
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    harness.platform.moods = [401];
    await harness.work();
    expect(await codeOf(put(review, 'Thanks'))).toBe('reply_access_revoked');
    await harness.connections.add(review.accountId, review.objectId, 'platform-a', { key: 'open' });
    expect(await codeOf(put(review, 'Thanks'))).toBe('accepted');
  });

  it('keeps the text after a failed removal, which can be requested again', async () => {
    const review = await publishedReview('a');
    await remove(review);
    harness.platform.moods = [409];
    await harness.work();
    expect(await state(review)).toEqual(['failed', 'platform_error', 'Thanks', false]);
    await remove(review);
    await harness.work();
    expect((await harness.row(review.id))['state']).toBe('deleted');
  });

  it('keeps a reply in doubt after a refused read, so that a removal also removes the text of an earlier request', async () => {
    const review = await harness.aReview('a');
    await put(review, 'Thanks');
    harness.platform.moods = ['cut_after'];
    harness.platform.readMoods = [401];
    await harness.work();
    await harness.pass('1 minute');
    await harness.work();
    expect(await state(review)).toEqual(['failed', 'access_revoked', null, true]);
    await harness.connections.add(review.accountId, review.objectId, 'platform-a', { key: 'open' });
    await remove(review);
    harness.platform.moods = [429];
    await harness.work();
    await harness.pass('1 minute');
    await harness.work();
    expect((await harness.row(review.id))['state']).toBe('deleted');
    expect([harness.platform.held.has(review.externalId), harness.platform.done.at(-1)]).toEqual([
      false,
      `remove ${review.externalId}`,
    ]);
  });

  describe('a call that the process ends', () => {
    const STOPPING = new Error('the process is stopping');
    /** Carries out the next claim; its call is aborted once the platform has the request. */
    const carryOutUntil = async (reason: Error): Promise<void> => {
      const claim = await harness.leases.claim(30_000);
      const abort = new AbortController();
      harness.platform.meanwhile = () => Promise.resolve(abort.abort(reason));
      await harness.publishing.carryOut(claim!, abort.signal);
    };

    it.each<[string, Error, unknown]>([
      ['stops: another worker reads at once', STOPPING, ['publishing', null, null, true]],
      ['has waited too long', new CallTookTooLong(), ['failed', 'platform_unavailable', null, true]],
    ])(
      'judges the last read of a reply in doubt only by the platform, if the process %s',
      async (_, reason, expected) => {
        const review = await harness.aReview('b');
        await put(review, 'Thanks');
        await carryOutUntil(STOPPING);
        expect(await state(review)).toEqual(['publishing', null, null, true]);
        // The platform of a reply in doubt is read for an hour.
        await harness.pass('2 hours');
        harness.platform.readMoods = ['hang_after'];
        await carryOutUntil(reason);
        expect(await state(review)).toEqual(expected);
        await harness.work();
        expect((await harness.row(review.id))['state']).toBe(reason === STOPPING ? 'published' : 'failed');
      },
    );

    it('does not count an attempt that was not sent', async () => {
      const review = await harness.aReview('a');
      await put(review, 'Thanks');
      harness.platform.moods = [429, 429];
      for (let attempt = 0; attempt < 2; attempt += 1) {
        const claim = await harness.leases.claim(30_000);
        await harness.publishing.carryOut(claim!, AbortSignal.timeout(60_000));
      }
      const claim = await harness.leases.claim(30_000);
      await harness.publishing.carryOut(claim!, AbortSignal.abort(STOPPING));
      expect(await harness.row(review.id)).toMatchObject({ state: 'pending', attempts: 2, in_doubt: false });
      await harness.work();
      expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
    });
  });

  describe('after a crash of a worker', () => {
    it('reads the platform and does not publish again if the platform had accepted the text (F5)', async () => {
      const review = await harness.aReview('b');
      await put(review, 'Thanks');
      harness.platform.moods = ['hang_after'];
      const claim = await harness.leases.claim(30_000);
      const crashed = harness.publishing.carryOut(claim!, AbortSignal.timeout(4_000));
      await eventually('the publication', 60_000, () => harness.platform.done.length > 0);
      expect([await codeOf(put(review, 'Other')), await codeOf(remove(review))]).toEqual([
        'reply_in_progress',
        'reply_in_progress',
      ]);
      await harness.pass('31 seconds');
      await harness.work();
      expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
      const before = await harness.row(review.id);
      await crashed;
      // The first worker writes nothing, because the token has changed.
      expect(await harness.row(review.id)).toEqual(before);
      expect(harness.platform.done).toEqual([`${review.externalId}: Thanks`]);
    });

    it('publishes once if the call had not begun (F6)', async () => {
      const review = await harness.aReview('b');
      await put(review, 'Thanks');
      const expired = await harness.leases.claim(30_000);
      await harness.pass('31 seconds');
      await harness.work();
      await harness.publishing.carryOut(expired!, AbortSignal.timeout(60_000));
      expect(harness.platform.done).toEqual([`${review.externalId}: Thanks`]);
      expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
    });

    it('finds no reply and publishes once if `begin` was committed and no request was sent', async () => {
      const review = await harness.aReview('a');
      await put(review, 'Thanks');
      const claim = await harness.leases.claim(30_000);
      await harness.leases.begin(claim!, { provenAbsent: false });
      await harness.pass('31 seconds');
      await harness.work();
      expect(harness.platform.done).toHaveLength(1);
    });

    it('sends no second request to a moderated platform, and fails after the time limit of moderation', async () => {
      harness.platform.isModerating = true;
      const review = await harness.aReview('c');
      await put(review, 'Thanks');
      harness.platform.moods = ['cut_after'];
      const claim = await harness.leases.claim(30_000);
      await harness.publishing.carryOut(claim!, AbortSignal.timeout(60_000));
      for (const time of ['1 minute', '1 hour', '5 days']) {
        await harness.pass(time);
        const again = await harness.leases.claim(30_000);
        if (again) await harness.publishing.carryOut(again, AbortSignal.timeout(60_000));
        expect((await harness.row(review.id))['state']).toBe('publishing');
      }
      await harness.pass('3 days');
      await harness.work();
      expect(await state(review)).toEqual(['failed', 'platform_error', null, false]);
      expect(harness.platform.done).toHaveLength(1);
    });
  });

  describe('moderation and collections (contract §3.1)', () => {
    const collect = async (review: ReviewFixture, shown: string | null): Promise<void> => {
      await fixture.database.query('update review set reply_text = $2, own_reply_at = null where id = $1', [
        review.id,
        shown,
      ]);
      await fixture.database.transaction(() => harness.confirming.afterRuns(review.accountId, [review.objectId]));
    };

    it('publishes an accepted text, but neither shows nor confirms it before the platform shows it', async () => {
      harness.platform.isModerating = true;
      const review = await publishedReview('c');
      expect(await harness.row(review.id)).toMatchObject({ state: 'published', confirmed_at: null });
      expect((await harness.reviewRow(review.id))['reply_text']).toBeNull();
      harness.platform.approve();
      await harness.pass('2 minutes');
      await harness.work();
      expect(await harness.row(review.id)).toMatchObject({
        state: 'published',
        confirmed_at: expect.any(Date) as Date,
        due_at: null,
      });
      expect((await harness.reviewRow(review.id))['reply_text']).toBe('Thanks');
      expect(await events(review)).toHaveLength(1);
    });

    it.each([
      ['2 minutes', '2 minutes'],
      ['8 days', '6 hours'],
    ])(
      'keeps a reply published if a read is refused after %s, and confirms it once it is shown',
      async (firstWait, secondWait) => {
        harness.platform.isModerating = true;
        const review = await publishedReview('c');
        await harness.pass(firstWait);
        harness.platform.readMoods = [401];
        await harness.work();
        await harness.pass(secondWait);
        await harness.work();
        expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
        expect((await harness.notices.list(review.accountId, { limit: 2, offset: 0 })).notices).toMatchObject([
          { kind: 'access_revoked' },
        ]);
        expect(await codeOf(put(review, 'Other'))).toBe('reply_access_revoked');
        await harness.connections.add(review.accountId, review.objectId, 'platform-c', { key: 'open' });
        harness.platform.approve();
        await harness.pass('6 hours');
        await harness.work();
        expect([await state(review), (await harness.row(review.id))['confirmed_at'], harness.platform.done]).toEqual([
          ['published', null, 'Thanks', false],
          expect.any(Date),
          [],
        ]);
      },
    );

    it('fails a reply that cannot be read for 8 days only after a successful read that does not find it', async () => {
      harness.platform.isModerating = true;
      const review = await publishedReview('c');
      await harness.pass('8 days');
      harness.platform.readMoods = [429];
      await harness.work();
      expect(await state(review)).toEqual(['published', null, 'Thanks', false]);
      await harness.pass('6 hours');
      await harness.work();
      expect(await state(review)).toEqual(['failed', 'text_rejected', 'Thanks', true]);
    });

    it('confirms a reply only after a collection that found it', async () => {
      const review = await publishedReview('a');
      await fixture.database.transaction(() => harness.confirming.afterRuns(review.accountId, [review.objectId]));
      expect((await harness.row(review.id))['confirmed_at']).toBeNull();
      await collect(review, 'Thanks');
      expect((await harness.row(review.id))['confirmed_at']).not.toBeNull();
    });

    it('keeps the time since which the platform has a text, when a collection confirms it', async () => {
      const review = await publishedReview('a');
      await harness.pass('2 hours');
      const { held_at: heldAt } = await harness.row(review.id);
      await collect(review, 'Thanks');
      expect(await harness.row(review.id)).toMatchObject({ confirmed_at: expect.any(Date) as Date, held_at: heldAt });
    });

    it('publishes the same text again after it was removed on the platform', async () => {
      const review = await publishedReview('b');
      await collect(review, 'Thanks');
      harness.platform.held.delete(review.externalId);
      await collect(review, null);
      expect(await state(review)).toEqual(['published', null, 'Thanks', true]);
      await put(review, 'Thanks');
      await harness.work();
      expect(harness.platform.done).toEqual([`${review.externalId}: Thanks`]);
    });

    it('does not remove a reply that was rewritten on the platform (contract §4.5)', async () => {
      const review = await publishedReview('a');
      await collect(review, 'Thanks');
      harness.platform.held.set(review.externalId, 'By hand');
      await collect(review, 'By hand');
      await remove(review);
      await harness.work();
      expect([await state(review), harness.platform.done]).toEqual([['deleted', null, null, false], []]);
      expect((await harness.reviewRow(review.id))['reply_text']).toBe('By hand');
    });
  });

  describe('permission to reply (contract §7.4, §5, §3.1)', () => {
    it('accepts one of two concurrent replies of different accounts to the same review', async () => {
      const [one, two] = [
        await harness.aReview('a', { externalId: 'shared' }),
        await harness.aReview('a', { externalId: 'shared' }),
      ];
      const both = await Promise.all([codeOf(put(one, 'One')), codeOf(put(two, 'Two'))]);
      expect(both.sort()).toEqual(['accepted', 'reply_owned_by_other_account']);
    });

    it('accepts the reply of another account after the first one is removed', async () => {
      const [one, two] = [
        await harness.aReview('a', { externalId: 'freed' }),
        await harness.aReview('a', { externalId: 'freed' }),
      ];
      await put(one, 'One');
      await harness.work();
      expect(await codeOf(put(two, 'Two'))).toBe('reply_owned_by_other_account');
      await remove(one);
      await harness.work();
      expect(await codeOf(put(two, 'Two'))).toBe('accepted');
    });

    it('accepts three of ten concurrent replies on one platform in a trial, and does not count failed replies', async () => {
      const first = await harness.aReview('a');
      const all = [
        first,
        ...(await Promise.all(Array.from({ length: 9 }, () => harness.aReview('a', { accountId: first.accountId })))),
      ];
      const trial = harness.caller(first.accountId, 'trial');
      const codes = await Promise.all(all.map(({ id }) => codeOf(harness.replies.put(trial, id, 'Thanks'))));
      expect(codes.filter((code) => code === 'accepted')).toHaveLength(3);
      expect(codes.filter((code) => code === 'reply_trial_quota_exhausted')).toHaveLength(7);
      const accepted = all[codes.indexOf('accepted')] as ReviewFixture;
      const refused = all[codes.indexOf('reply_trial_quota_exhausted')] as ReviewFixture;
      expect(await codeOf(harness.replies.put(trial, accepted.id, 'Another text'))).toBe('accepted');
      const reviewOnOtherPlatform = await harness.aReview('b', { accountId: first.accountId });
      expect(await codeOf(harness.replies.put(trial, reviewOnOtherPlatform.id, 'Thanks'))).toBe('accepted');
      harness.platform.moods = Array<Mood>(20).fill(400);
      await harness.work();
      expect(await codeOf(harness.replies.put(trial, refused.id, 'Thanks'))).toBe('accepted');
    });

    it('refuses requests without a connection, for a foreign review, and on a basic plan', async () => {
      const review = await harness.aReview('a', { connected: false });
      expect(await codeOf(put(review, 'Thanks'))).toBe('reply_card_not_yours');
      expect(await codeOf(harness.replies.put(harness.caller(review.accountId, 'basic'), review.id, 'Thanks'))).toBe(
        'reply_requires_upgrade',
      );
      const other = await harness.aReview('a');
      expect(await codeOf(harness.replies.put(harness.caller(other.accountId), review.id, 'Thanks'))).toBe('not_found');
      expect(await codeOf(harness.replies.state(other.accountId, review.id))).toBe('not_found');
      expect(await codeOf(harness.replies.remove(other.accountId, review.id))).toBe('not_found');
    });
  });
});
