import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { hrev } from '@test/support/service-process';
import { buildEarlier } from '../../bench/earlier-version';
import { CleanUp } from '../../bench/clean-up';
import { BalancedLoad } from './support/balanced-load';
import { FaultHarness, type Slug, type WatchedLink } from './support/fault-harness';
import { checkInvariants, checkProcesses } from './support/invariants';
import { checkOutgoing, secretOf, subscribe } from './support/outgoing';
import { patient } from './support/patience';
import { Receiver } from './support/receivers';
import { mixedRequest, predecessor } from './support/upgrades';

/**
 * The version before this one runs beside it on one database while it is replaced, process by process, as docs/production.md describes:
 * first `hrev migrate` of the new version, then the processes. Until it is replaced, each old process works as before and logs no error. No request
 * fails, and nothing is lost or sent twice.
 */
jest.setTimeout(patient(600_000));

const ROOT = path.resolve(__dirname, '../..');
const PER_SECOND = 200;
const PAGES: readonly Slug[] = ['app-store', 'steam', 'trustpilot'];
const REVIEWS_EACH = 40;
/** Times that reviews are published: at the start, after the migration, and before each of the four processes is replaced. */
const TIMES = 6;
const SHUTDOWN_DELAY = { HREV_SHUTDOWN_DELAY: '5s' };

describe('an upgrade of two API processes and two workers', () => {
  const cleanUp = new CleanUp();
  let harness: FaultHarness;
  let load: BalancedLoad;
  let receiver: Receiver;

  beforeAll(async () => {
    const earlier = await buildEarlier(predecessor(ROOT), ROOT, cleanUp);
    if ('absent' in earlier) throw new Error(earlier.absent);
    harness = await FaultHarness.begin({ version: path.dirname(earlier.dist) });
    cleanUp.add(() => harness.end());
    receiver = await Receiver.begin();
    cleanUp.add(() => receiver.end());
    load = new BalancedLoad(harness);
    cleanUp.add(() => load.end());
  }, patient(240_000));
  afterAll(() => cleanUp.run(), patient(60_000));

  it(`F53: all of ${PER_SECOND} requests a second succeed, and each review is stored and delivered once`, async () => {
    const old = await Promise.all([
      harness.startApi(SHUTDOWN_DELAY),
      harness.startApi(SHUTDOWN_DELAY),
      harness.startWorker(),
      harness.startWorker(),
    ]);
    const webhook = { id: await subscribe(harness, receiver.target), receiver };
    const secrets = [await secretOf(harness)];
    const links = await Promise.all(PAGES.map((slug) => harness.newLink(slug, REVIEWS_EACH)));
    const objects = links.map(({ objectId }) => objectId);
    let serial = 0;
    await load.begin(PER_SECOND, () => mixedRequest(harness, (serial += 1), objects));

    harness.version = ROOT;
    const migrated = await hrev(harness.environment, 'migrate');
    expect({ code: migrated.code, stderr: migrated.stderr }).toEqual({ code: 0, stderr: '' });
    publish(links, 'After the migration');
    await collectAll(links, 2 * REVIEWS_EACH);
    await delivered(2 * REVIEWS_EACH);
    checkProcesses(harness);
    for (const [round, service] of old.entries()) {
      publish(links, `Round ${round}`);
      await harness.makeDue(...links);
      await pause(patient(2_000));
      await (service.isWorker ? harness.startWorker() : harness.startApi(SHUTDOWN_DELAY));
      if (!service.isWorker)
        await eventually('readiness', patient(20_000), () => Promise.resolve(load.readyCount === 3));
      checkProcesses(harness);
      expect(await harness.stop(service)).toBe(0);
    }
    await collectAll(links, TIMES * REVIEWS_EACH);
    await load.end();
    expect(load.count).toBeGreaterThan(10 * PER_SECOND);
    expect(load.failures).toEqual([]);

    await delivered(TIMES * REVIEWS_EACH);
    await checkInvariants(harness);
    await checkOutgoing(harness, [webhook], secrets);
  });

  function publish(links: readonly WatchedLink[], text: string): void {
    for (const { slug, key } of links)
      for (let number = 0; number < REVIEWS_EACH; number += 1)
        harness.sandbox.add(slug, key, { text: `${text}, ${number}`, rating: 1, author: 'Ada Sandbox' });
  }

  /** Collects each link until it has this number of reviews. */
  async function collectAll(links: readonly WatchedLink[], number: number): Promise<void> {
    await harness.makeDue(...links);
    for (const link of links)
      await eventually(`${number} reviews of ${link.slug}`, patient(60_000), async () => {
        const { all } = await harness.reviewsOf(link);
        return all === number;
      });
  }

  /** Waits until the receiver has this number of reviews of each link. */
  function delivered(number: number): Promise<unknown> {
    return eventually('the reviews at the receiver', patient(60_000), () =>
      Promise.resolve(receiver.reviewsOf('reviews.new').size === PAGES.length * number),
    );
  }
});
