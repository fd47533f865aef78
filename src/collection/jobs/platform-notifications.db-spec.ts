import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import type { Config } from '@libs/config';
import type { Database } from '@libs/database';
import { KEY_OF_RUN, keyFile } from '@libs/sources/conformance/google-key-file';
import { PublishToolsFactory } from '@src/connections';
import { collectionHarness, linkState, type CollectionHarness } from '@test/support/collection-harness';
import { PubsubServer } from '@test/support/pubsub-server';
import { aLink, storeFixture, type LinkFixture, type StoreFixture } from '@test/support/store-fixture';
import { SourceControlStore } from '../health';
import { PlatformNotificationsSchedule } from './platform-notifications.schedule';

const GOOGLE = 3;
const SUBSCRIPTION = 'projects/reviews-of-ours/subscriptions/hrev';
const MINUTE = 60_000;

/** Google's notifications about reviews are wake-ups (contract §10.1). */
describe('the notifications of Google', () => {
  let fixture: StoreFixture;
  let database: Database;
  let harness: CollectionHarness;
  let pubsub: PubsubServer;
  let folder: string;
  let service: PlatformNotificationsSchedule;
  /** How far the clock of the service is ahead. */
  let aheadMs: number;
  let logged: string[];

  const aService = (changed: Partial<Config> = {}): PlatformNotificationsSchedule => {
    const config = { ...harness.config, ...changed };
    return new PlatformNotificationsSchedule(
      ...([config, database, harness.catalogue, harness.connections, harness.planning] as const),
      ...([new SourceControlStore(database), new PublishToolsFactory(config)] as const),
    );
  };
  beforeAll(async () => {
    fixture = await storeFixture();
    database = fixture.database;
    folder = mkdtempSync(join(tmpdir(), 'hrev-notifications-'));
  });
  beforeEach(async () => {
    pubsub = new PubsubServer(SUBSCRIPTION, KEY_OF_RUN);
    // Each test has an account of its own, so that none uses the token of another.
    writeFileSync(join(folder, 'key.json'), keyFile(`account-${Math.random()}`));
    harness = await collectionHarness(database, {
      environment: {
        HREV_SOURCE_ORIGINS: JSON.stringify({ google: await pubsub.start() }),
        HREV_GOOGLE_SUBSCRIPTION: SUBSCRIPTION,
        HREV_GOOGLE_SERVICE_ACCOUNT: join(folder, 'key.json'),
      },
    });
    await database.query('truncate account, source_event cascade');
    service = aService();
    [aheadMs, logged] = [0, []];
    for (const level of ['warn', 'log'] as const)
      jest.spyOn(Logger.prototype, level).mockImplementation((...entries: readonly unknown[]) => {
        logged.push(`${level}: ${(entries[0] as { msg: string }).msg}`);
      });
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await pubsub.close();
    await harness.close();
  });
  afterAll(async () => {
    await fixture?.close();
    rmSync(folder, { recursive: true });
  });

  /** A link to a place that is connected, read two hours ago, and due in 20 minutes. */
  async function aPlace(location: string): Promise<LinkFixture> {
    const link = await aLink(database, { sourceId: GOOGLE });
    await database.query(
      `insert into platform_connection (account_id, object_id, source_id, sealed, key_id, card) values ($1, $2, $3, '\\x00', 'k', $4)`,
      [link.accountId, link.objectId, GOOGLE, `accounts/77/${location}`],
    );
    await database.query(
      `update link_collection set next_run_at = clock_timestamp() + interval '20 minutes', scrape_status = 'success',
         last_scraped_at = clock_timestamp() - interval '2 hours' where link_id = $1`,
      [link.linkId],
    );
    return link;
  }
  const pull = (): Promise<void> => service.pull(new AbortController().signal, () => Date.now() + aheadMs);
  const minutesToNext = async ({ linkId }: LinkFixture): Promise<number | null> => {
    const { next_run_at: at } = await linkState(database, linkId);
    // Plus 0: no negative zero.
    return at && Math.round((at.getTime() - Date.now()) / MINUTE) + 0;
  };
  const events = () => database.query('select kind, facts from source_event order by id');
  const aNotification = (location: string) => ({
    notification_type: 'NEW_REVIEW',
    location_name: `accounts/12/${location}`,
    review_name: `accounts/12/${location}/reviews/AbFvOq`,
  });

  it('make the link of the place due at once, and are acknowledged; other places are not', async () => {
    const [place, other] = [await aPlace('locations/1001'), await aPlace('locations/11001')];
    pubsub.publish(aNotification('locations/1001'));
    await pull();
    expect([await minutesToNext(place), await minutesToNext(other)]).toEqual([0, 20]);
    expect(pubsub.waiting).toBe(0);
    expect(await harness.planDue()).toBe(1);
  });

  it.each([
    ['in the fields of the documentation', { location_name: 'accounts/12/locations/1001' }, {}],
    ['in camel case', { locationName: 'locations/1001', type: 'UPDATED_REVIEW' }, {}],
    ['in the name of the review', { resourceName: 'accounts/12/locations/1001/reviews/AbFvOq' }, {}],
    ['in an attribute', 'NEW_REVIEW', { location: 'locations/1001' }],
  ])('name the place %s', async (_, value, attributes) => {
    const place = await aPlace('locations/1001');
    pubsub.publish(value, attributes);
    await pull();
    expect(await minutesToNext(place)).toBe(0);
  });

  it.each([
    ['no JSON', '<html>'],
    ['a place that is not connected', aNotification('locations/9')],
    ['a name that is too long', { location_name: `locations/${'1'.repeat(5_000)}` }],
    ['nothing', ''],
  ])('with %s are acknowledged and change nothing', async (_, value) => {
    const place = await aPlace('locations/1001');
    pubsub.publish(value);
    await pull();
    expect([pubsub.waiting, await minutesToNext(place)]).toEqual([0, 20]);
  });

  it.each([
    ['is frozen', `, frozen_at = now()`, 20],
    ['is off', `, next_run_at = null`, null],
    ['was read 4 minutes ago', `, last_scraped_at = clock_timestamp() - interval '4 minutes'`, 6],
    ['is being read', `, scrape_status = 'in_progress'`, 10],
    ['is due sooner', `, next_run_at = clock_timestamp() - interval '3 minutes'`, -3],
    ['was never read', `, last_scraped_at = null`, 0],
  ])('respect a link that %s', async (_, change, minutes) => {
    const place = await aPlace('locations/1001');
    await database.query(`update link_collection set warning = warning ${change}`);
    pubsub.publish(aNotification('locations/1001'));
    await pull();
    expect(await minutesToNext(place)).toBe(minutes);
    expect(pubsub.waiting).toBe(0);
  });

  it('of a connection that was revoked make nothing due', async () => {
    const place = await aPlace('locations/1001');
    await database.query(`update platform_connection set status = 'revoked', revoked_at = now(), error = 'no'`);
    pubsub.publish(aNotification('locations/1001'));
    await pull();
    expect([pubsub.waiting, await minutesToNext(place)]).toEqual([0, 20]);
  });

  it('are pulled until none waits', async () => {
    const place = await aPlace('locations/1001');
    for (let message = 0; message < 249; message += 1) pubsub.publish(aNotification('locations/9'));
    pubsub.publish(aNotification('locations/1001'));
    await pull();
    expect([pubsub.waiting, await minutesToNext(place)]).toEqual([0, 0]);
  });

  it('are delivered again if the acknowledgement is lost, which does no harm', async () => {
    const place = await aPlace('locations/1001');
    pubsub.publish(aNotification('locations/1001'));
    pubsub.acknowledges = false;
    await pull();
    expect([pubsub.waiting, await minutesToNext(place)]).toEqual([1, 0]);
    expect(await harness.planDue()).toBe(1);
    pubsub.acknowledges = true;
    aheadMs += 2 * MINUTE;
    await pull();
    expect(pubsub.deliveries).toEqual([1]);
    pubsub.advance(10_000);
    await pull();
    expect(pubsub.waiting).toBe(0);
  });

  it.each([
    ['it lacks rights', () => void (pubsub.trouble = 'forbidden'), /403: PERMISSION_DENIED.*Pub\/Sub Subscriber/],
    ['the subscription has expired', () => void (pubsub.trouble = 'expired'), /404: NOT_FOUND.*31 days/],
    ['its account is refused', () => void (pubsub.refusesAccount = true), /no longer accepts/],
    ['its key file is none', () => writeFileSync(join(folder, 'key.json'), '{}'), /no longer accepts/],
    ['its key file is missing', () => rmSync(join(folder, 'key.json')), /cannot be read/],
  ])('say once that %s, also over several processes, and once that it is over', async (_, cause, reason) => {
    const key = keyFile(`account-${Math.random()}`);
    cause();
    for (let time = 0; time < 3; time += 1) {
      await pull();
      aheadMs += 6 * MINUTE;
    }
    service = aService();
    await pull();
    const said = { kind: 'notifications', facts: { reason: expect.stringMatching(reason) as string } };
    expect(await events()).toEqual([said]);
    expect(logged).toEqual(['warn: notifications cannot be pulled']);
    [pubsub.trouble, pubsub.refusesAccount] = [null, false];
    writeFileSync(join(folder, 'key.json'), key);
    aheadMs += 6 * MINUTE;
    await pull();
    await pull();
    expect(await events()).toEqual([said, { kind: 'notifications', facts: { reason: null } }]);
    expect(logged.at(-1)).toBe('log: notifications can be pulled again');
  });

  it('wait for five minutes after a refusal, and for a minute after an error that passes', async () => {
    pubsub.trouble = 'forbidden';
    await pull();
    const asked = pubsub.requests.length;
    aheadMs += 4 * MINUTE;
    await pull();
    expect(pubsub.requests).toHaveLength(asked);
    pubsub.trouble = 'unavailable';
    aheadMs += 2 * MINUTE;
    await pull();
    expect(pubsub.requests).toHaveLength(asked + 1);
    expect(logged).toEqual(['warn: notifications cannot be pulled', 'warn: notifications could not be pulled']);
    aheadMs += MINUTE / 2;
    await pull();
    expect(pubsub.requests).toHaveLength(asked + 1);
  });

  it('are not pulled without a subscription', async () => {
    service = aService({ HREV_GOOGLE_SUBSCRIPTION: null });
    await pull();
    expect(pubsub.requests).toEqual([]);
  });

  it('end with the process while Google holds the request', async () => {
    pubsub.trouble = 'hangs';
    const stop = new AbortController();
    const running = service.pull(stop.signal);
    while (!pubsub.requests.some((address) => address.endsWith(':pull'))) await new Promise(setImmediate);
    stop.abort();
    await running;
    expect([await events(), logged]).toEqual([[], []]);
  });
});
