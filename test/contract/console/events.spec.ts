import pg from 'pg';
import { NotificationListener } from '@libs/database';
import { LiveChanges, LiveStreams } from '@src/console';
import { aMember, aSession, Browser, type Invited } from '@test/support/console-person';
import { EventStreamClient } from '@test/support/event-stream';
import { eventually } from '@test/support/eventually';
import { insertReviews } from '@test/support/review-factory';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const WITHIN_MS = 5_000;

/** GET /console/api/events: what changed in an account, never its data. */
describe('the stream of changes', () => {
  let app: TestApp;
  let account: TestAccount;
  let person: Invited;
  const streams: EventStreamClient[] = [];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    account = await app.anAccount({ name: 'Harbor' });
    person = await aMember(app, account.accountId, 'viewer');
  });
  afterEach(() => streams.splice(0).forEach((stream) => stream.close()));
  afterAll(() => app?.close());

  const open = async (
    browser = person.browser,
    accountId = account.accountId,
    more = '',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<EventStreamClient> => {
    const stream = await EventStreamClient.open(app, browser, `?account_id=${accountId}${more}`, headers);
    streams.push(stream);
    return stream;
  };
  const v3 = (path: string, body: object, method: 'post' | 'put' = 'post', of = account) =>
    app.agent[method](`/v3/${path}`).set('X-API-Key', of.full).send(body);

  /** An object with a link and a review, made by the API and in the tables. */
  const anObject = async (of = account) => {
    const url = `https://www.trustpilot.com/review/harbor${performance.now()}.example`;
    const { body } = (await v3('objects', { name: 'Harbor', links: [{ url }] }, 'post', of)) as {
      body: { id: number; link_results: { link_id: number }[] };
    };
    const { id: objectId } = body;
    const linkId = body.link_results[0]?.link_id ?? 0;
    const [source] = await app.database.query<{ id: number }>("select id from source where slug = 'trustpilot'");
    const place = { accountId: of.accountId, objectId, linkId, sourceId: source?.id ?? 0 };
    const [reviewId = 0] = await insertReviews(app.database, [
      { ...place, reviewDate: '2026-11-20T10:00:00', rating: 5 },
    ]);
    return { ...place, reviewId };
  };
  const hide = ({ objectId }: { readonly objectId: number }, ids: readonly number[], of = account) =>
    v3(`objects/${objectId}/hidden-reviews`, { review_ids: ids }, 'post', of);
  const hasIds =
    (...ids: readonly number[]) =>
    (data: Readonly<Record<string, unknown>>): boolean =>
      ids.every((id) => (data['ids'] as readonly number[]).includes(id));
  /** The status and the body of a response that has ended. */
  const answer = async (stream: EventStreamClient): Promise<{ readonly status: unknown; readonly body: string }> => {
    await eventually('the response ends', WITHIN_MS, () => stream.isEnded);
    return { status: stream.response.statusCode, body: stream.raw };
  };
  const refused = async (stream: EventStreamClient): Promise<readonly unknown[]> => {
    const { status, body } = await answer(stream);
    return [status, (JSON.parse(body) as { code: string }).code];
  };

  it('has the headers of an event stream that proxies pass on, and says when to connect again', async () => {
    const stream = await open();
    const { response } = stream;
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    await stream.next('ping');
    expect(stream.raw).toMatch(/^retry: 2000\nid: \w+-\d+\nevent: ping\ndata: \{\}\n\n/);
  });

  it('is 401 without a session, 400 without an account, and 404 for the account of others, byte for byte as for a missing one', async () => {
    const other = await app.anAccount();
    const none = await EventStreamClient.open(app, new Browser(app), `?account_id=${account.accountId}`);
    expect(await refused(none)).toEqual([401, 'unauthorized']);
    const unnamed = await EventStreamClient.open(app, person.browser, '');
    expect(await refused(unnamed)).toEqual([400, 'bad_request']);
    const texts = await Promise.all(
      [other.accountId, 987_654_321].map(async (id) => {
        const { status, body } = await answer(await open(person.browser, id));
        return [status, body.replace(/"request_id":"[^"]*"/, '')];
      }),
    );
    expect(texts[0]?.[0]).toBe(404);
    expect(texts[0]).toEqual(texts[1]);
  });

  it('tells changed reviews, links, replies, deliveries, runs and notices by their ids', async () => {
    const { accountId, objectId, linkId, sourceId, reviewId } = await anObject();
    const stream = await open();
    await stream.next('ping');
    expect((await hide({ objectId }, [reviewId])).status).toBe(200);
    await stream.next('reviews.changed', hasIds(reviewId));
    const added = await v3(`objects/${objectId}/links`, { url: 'https://store.steampowered.com/app/440/' });
    const newLink = (added.body as { link_results: { link_id: number }[] }).link_results[0]?.link_id ?? 0;
    await stream.next('link.changed', hasIds(newLink));
    await app.database.query(
      `insert into review_reply (account_id, review_id, object_id, link_id, source_id, review_key, state, action, text)
       values ($1, $2, $3, $4, $5, '\\x00', 'pending', 'publish', 'Thanks')`,
      [accountId, reviewId, objectId, linkId, sourceId],
    );
    await stream.next('reply.changed', hasIds(reviewId));
    await app.database.query(
      `insert into webhook_delivery (id, account_id, webhook_id, event_id, next_attempt_at, event_type, body)
       values (700, $1, 1, 1, clock_timestamp(), 'reviews.new', '\\x00'), (701, $1, 1, 2, clock_timestamp(), 'reviews.new', '\\x00')`,
      [accountId],
    );
    await stream.next('delivery.changed', hasIds(700, 701));
    const [run] = await app.database.query<{ id: number }>(
      "insert into run (account_id, cause) values ($1, 'manual') returning id",
      [accountId],
    );
    await app.database.query(
      `insert into run_link (run_id, account_id, object_id, link_id, source_id, scheduled_at, wants_full, priority, state)
       values ($1, $2, $3, $4, $5, clock_timestamp(), true, 1, 'running')`,
      [run?.id, accountId, objectId, linkId, sourceId],
    );
    await app.database.query('update run_link set reviews_read = 20 where run_id = $1', [run?.id]);
    await stream.next('run.progress', hasIds(linkId));
    await app.database.query('update run set finished_at = clock_timestamp() where id = $1', [run?.id]);
    await stream.next('run.ended', hasIds(run?.id ?? 0));
    await app.database.query("insert into notice (account_id, kind, subject, body) values ($1, 'test', 's', 'b')", [
      accountId,
    ]);
    await stream.next('notice.new');
  });

  it('reports changes of the console itself, with the person who writes', async () => {
    const stream = await open();
    await stream.next('ping');
    const changes = app.app.get(LiveChanges, { strict: false });
    await changes.publish(account.accountId, 'reply.writing', [184220], { id: 3, name: 'Rui "R" أحمد' });
    expect((await stream.next('reply.writing')).data).toEqual({ ids: [184220], by: { id: 3, name: 'Rui "R" أحمد' } });
  });

  it('names the person who is writing a reply', async () => {
    const { reviewId } = await anObject();
    const writer = await aMember(app, account.accountId, 'member');
    const stream = await open();
    await stream.next('ping');
    const path = `/console/api/reviews/${reviewId}/writing`;
    const headers = { 'x-hrev-account': String(account.accountId) };
    expect((await writer.browser.send('PUT', path, {}, headers)).status).toBe(204);
    expect((await stream.next('reply.writing')).data).toEqual({
      ids: [reviewId],
      by: { id: expect.any(Number), name: 'Rui' },
    });
  });

  it('never tells ids of another account', async () => {
    const other = await app.anAccount();
    const stranger = await aMember(app, other.accountId, 'owner');
    const [own, foreign] = [await anObject(), await anObject(other)];
    const [here, there] = [await open(), await open(stranger.browser, other.accountId)];
    await Promise.all([here.next('ping'), there.next('ping')]);
    await Promise.all([hide(foreign, [foreign.reviewId], other), hide(own, [own.reviewId])]);
    await Promise.all([
      here.next('reviews.changed', hasIds(own.reviewId)),
      there.next('reviews.changed', hasIds(foreign.reviewId)),
    ]);
    const idsOf = ({ events }: EventStreamClient) =>
      events.flatMap(({ event, data }) => (event === 'reviews.changed' ? (data['ids'] as number[]) : []));
    expect([idsOf(here).includes(foreign.reviewId), idsOf(there).includes(own.reviewId)]).toEqual([false, false]);
  });

  it('tells changes of half a second together, and more than 100 ids as a resync of the kind', async () => {
    const { reviewId, ...place } = await anObject();
    const ids = await insertReviews(
      app.database,
      Array.from({ length: 130 }, () => ({ ...place, reviewDate: '2026-11-20T10:00:00', rating: 4 })),
    );
    const stream = await open();
    await stream.next('ping');
    for (const id of ids.slice(0, 5)) await hide(place, [id]);
    await stream.next('reviews.changed', hasIds(ids[4] ?? 0));
    expect(stream.events.filter(({ event }) => event === 'reviews.changed').length).toBeLessThan(5);
    await hide(place, [reviewId, ...ids.slice(5)]);
    await stream.next('resync', ({ kinds }) => JSON.stringify(kinds) === '["reviews.changed"]');
  });

  it('continues after the last event of a browser, and says resync for one that it does not know', async () => {
    const made = await anObject();
    const { reviewId } = made;
    const first = await open();
    await first.next('ping');
    const { newestId } = first;
    first.close();
    await hide(made, [reviewId]);
    // No stream receives the change, and it is kept for half a second and more.
    await new Promise((resolve) => setTimeout(resolve, 800));
    const again = await open(person.browser, account.accountId, '', { 'last-event-id': newestId });
    await again.next('reviews.changed', hasIds(reviewId));
    const otherTab = await open(person.browser, account.accountId, `&last_event_id=${newestId}`);
    await otherTab.next('reviews.changed', hasIds(reviewId));
    const restarted = await open(person.browser, account.accountId, '', { 'last-event-id': 'abcdef-17' });
    const { data } = await restarted.next('resync');
    expect(data['kinds']).toHaveLength(9);
  });

  it('ends within five seconds after the session, the membership or the account', async () => {
    const own = await app.anAccount();
    const [leaves, removed, stays] = await Promise.all([
      aMember(app, own.accountId, 'viewer'),
      aMember(app, own.accountId, 'viewer'),
      aMember(app, own.accountId, 'viewer'),
    ]);
    const [one, two, three] = await Promise.all(
      [leaves, removed, stays].map(({ browser }) => open(browser, own.accountId)),
    );
    for (const stream of [one, two, three]) await stream?.next('ping');
    await leaves.browser.send('POST', '/console/api/sign-out');
    await eventually('the stream of the session ends', WITHIN_MS, () => one?.isEnded === true);
    await app.database.query(
      'delete from membership where account_id = $1 and person_id = (select id from person where email = $2)',
      [own.accountId, removed.email],
    );
    await eventually('the stream of the removed member ends', WITHIN_MS, () => two?.isEnded === true);
    await two?.next('access.changed');
    expect(three?.isEnded).toBe(false);
    await app.database.query("update account set status = 'suspended', suspended_reason = 'r' where id = $1", [
      own.accountId,
    ]);
    await eventually('the stream of the account ends', WITHIN_MS, () => three?.isEnded === true);
    expect(await refused(await open(stays.browser, own.accountId))).toEqual([402, 'payment_required']);
  });

  it('ends after 15 seconds in which the access could not be checked', async () => {
    const stream = await open();
    await stream.next('ping');
    const blocker = new pg.Client({ connectionString: app.databaseUrl });
    await blocker.connect();
    await blocker.query('begin; lock table membership in access exclusive mode');
    await eventually('the stream ends', 30_000, () => stream.isEnded).finally(() => blocker.end());
  });

  it('tells a changed role and stays open', async () => {
    const own = await app.anAccount();
    const member = await aMember(app, own.accountId, 'member');
    const stream = await open(member.browser, own.accountId);
    await stream.next('ping');
    await app.database.query("update membership set role = 'viewer' where account_id = $1", [own.accountId]);
    await stream.next('access.changed');
    expect(stream.isEnded).toBe(false);
  });

  it('is refused when a session has ten streams, and open again when one has ended', async () => {
    const { browser } = await aMember(app, account.accountId, 'viewer');
    const ten = await Promise.all(Array.from({ length: 10 }, () => open(browser)));
    expect(await refused(await open(browser))).toEqual([429, 'rate_limited']);
    ten[0]?.close();
    await eventually('there is room again', WITHIN_MS, async () => (await open(browser)).response.statusCode === 200);
  });

  it('answers HEAD with the headers alone, and counts no stream for it', async () => {
    const { browser } = await aMember(app, account.accountId, 'viewer');
    const count = (): number => app.app.get(LiveStreams, { strict: false }).count;
    const before = count();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => browser.send('HEAD', `/console/api/events?account_id=${account.accountId}`)),
    );
    expect(answers.map(({ status, headers }) => [status, headers['content-type'], headers['cache-control']])).toEqual(
      Array.from({ length: 12 }, () => [200, 'text/event-stream; charset=utf-8', 'no-store']),
    );
    expect(count()).toBeLessThanOrEqual(before);
  });

  it('limits the streams of a person over all sessions, so that the account has some left', async () => {
    const own = await app.anAccount();
    const greedy = await aMember(app, own.accountId, 'viewer');
    const statuses: (number | undefined)[] = [];
    for (let session = 0; session < 4; session += 1) {
      const browser = await aSession(app, greedy.id, false);
      for (let tab = 0; tab < 9; tab += 1) statuses.push((await open(browser, own.accountId)).response.statusCode);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), ...Array.from({ length: 6 }, () => 429)]);
    const other = await aMember(app, own.accountId, 'viewer');
    expect((await open(other.browser, own.accountId)).response.statusCode).toBe(200);
  });

  it('gives a person of a full account a stream of the person who has the most', async () => {
    const own = await app.anAccount();
    const crowd: EventStreamClient[] = [];
    for (const size of [30, 30, 30, 10]) {
      const { id } = await aMember(app, own.accountId, 'viewer');
      for (let made = 0; made < size; made += 10) {
        const browser = await aSession(app, id, false);
        for (let tab = 0; tab < 10; tab += 1) crowd.push(await open(browser, own.accountId));
      }
    }
    expect(new Set(crowd.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
    const late = await aMember(app, own.accountId, 'viewer');
    const stream = await open(late.browser, own.accountId);
    expect(stream.response.statusCode).toBe(200);
    await stream.next('ping');
    await eventually('one stream ends', WITHIN_MS, () => crowd.filter(({ isEnded }) => isEnded).length === 1);
    expect(crowd[0]?.isEnded).toBe(true);
  });

  it('sends no notification while an account is not watched', async () => {
    const other = await app.anAccount();
    const made = await anObject(other);
    const heard: string[] = [];
    const listener = new NotificationListener(app.databaseUrl, 'hrev_changes', {
      onNotification: (payload) => heard.push(payload),
      onGap: () => undefined,
    });
    await listener.start();
    await hide(made, [made.reviewId], other);
    await app.app.get(LiveChanges, { strict: false }).publish(account.accountId, 'notice.new', [1]);
    await eventually('a notification of a watched account arrives', WITHIN_MS, () => heard.length > 0);
    expect(heard.filter((payload) => payload.startsWith(`${other.accountId} `))).toEqual([]);
    await listener.stop();
  });

  it('says resync after the listening connection was lost', async () => {
    const stream = await open();
    await stream.next('ping');
    const before = stream.events.length;
    await app.database.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'hrev-listen' and datname = current_database()",
    );
    await eventually('a resync arrives', 8_000, () =>
      stream.events.slice(before).some(({ event }) => event === 'resync'),
    );
    const made = await anObject();
    await hide(made, [made.reviewId]);
    await stream.next('reviews.changed', hasIds(made.reviewId));
  });

  it('ends when the process stops, and later ones are refused', async () => {
    const second = await testApp({ databaseUrl: app.databaseUrl });
    const stream = await EventStreamClient.open(second, person.browser, `?account_id=${account.accountId}`);
    await stream.next('ping');
    second.app.get(LiveStreams, { strict: false }).close();
    await eventually('the stream ends', WITHIN_MS, () => stream.isEnded);
    const late = await EventStreamClient.open(second, person.browser, `?account_id=${account.accountId}`);
    expect(await refused(late)).toEqual([503, 'service_unavailable']);
    await second.close();
  });
});
