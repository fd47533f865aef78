/** Faults of processes, of the database, of Redis and of the keys. */
import { patient } from '@test/faults/support/patience';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Receiver } from '@test/faults/support/receivers';
import { eventually } from '@test/support/eventually';
import type { DrilledFault } from '../drilled-fault';
import { repeat, type Installation, type Seat } from '../installation';

const FIRST_KEY = '7e'.repeat(32);
const SECOND_KEY = randomBytes(32).toString('hex');

const firstOf = (seats: readonly Seat[]): Seat => {
  const [seat] = seats;
  if (seat === undefined) throw new Error('no seat');
  return seat;
};

/** Restarts processes one after the other, with the current settings. */
async function restart(site: Installation, seats: readonly Seat[]): Promise<void> {
  for (const seat of seats) {
    await site.stop(seat);
    await site.start(seat);
  }
}

export const SERVICE_FAULTS: readonly DrilledFault<Installation>[] = [
  {
    alerts: ['HrevProcessDown'],
    fault: 'A worker is killed.',
    healing: 'It is started.',
    async begin(site) {
      const seat = firstOf(site.workers);
      await site.kill(seat);
      return () => site.start(seat);
    },
  },
  {
    alerts: ['HrevAbsent'],
    fault: 'All processes are killed.',
    healing: 'They are started.',
    async begin(site) {
      await site.kill(...site.seats);
      return () => site.start(...site.seats);
    },
  },
  {
    alerts: ['HrevProcessNotReady', 'HrevNoLeader', 'HrevApiErrorBudgetBurn'],
    fault: 'PostgreSQL is stopped; clients continue to send requests.',
    healing: 'PostgreSQL is started.',
    clearsWithinS: 240,
    async begin(site) {
      await site.harness.postgres.stopFast();
      const stop = site.press(20);
      return async () => {
        await site.harness.postgres.start();
        await pause(5_000);
        await stop();
      };
    },
  },
  {
    alerts: ['HrevDatabasePoolExhausted', 'HrevApiLatencyBudgetBurn'],
    fault: 'Each message to and from PostgreSQL takes 200 ms; clients continue to send 60 requests a second.',
    healing: 'Messages take no additional time.',
    clearsWithinS: 240,
    async begin(site) {
      site.harness.proxy.poison({ latencyMs: 200 });
      const stop = site.press(60);
      return async () => {
        site.harness.proxy.heal();
        await stop();
      };
    },
  },
  {
    alerts: ['HrevFiguresFailing'],
    fault: 'The view job_queue is missing: it was renamed by hand.',
    healing: 'It has its name again.',
    async begin({ harness: { postgres } }) {
      await postgres.query('alter view job_queue rename to job_queue_away');
      return async () => {
        await postgres.query('alter view job_queue_away rename to job_queue');
      };
    },
  },
  {
    alerts: ['HrevEventLoopDelayed'],
    fault: 'A process of the API gets the processor for less than half of the time (SIGSTOP and SIGCONT in turn).',
    healing: 'It gets it all the time.',
    async begin(site) {
      const { service } = firstOf(site.apis);
      const stop = repeat(200, async () => {
        service?.signal('SIGSTOP');
        await pause(350);
        service?.signal('SIGCONT');
      });
      return stop;
    },
  },
  {
    alerts: ['HrevLeasesLost'],
    fault:
      '40 deliveries wait for a receiver that does not answer, and their leases are given to another holder in the database.',
    healing: 'The receiver answers.',
    async begin(site) {
      const { harness } = site;
      await site.deleteWebhooks();
      const receiver = await site.keep(Receiver.begin());
      const [link] = await site.readLinks('app-store', 1, 3);
      if (link === undefined) throw new Error('no link');
      await site.subscribe(receiver.target, link, 40);
      const untilRequests = (count: number): Promise<unknown> =>
        eventually(`${count} requests`, patient(60_000), () => Promise.resolve(receiver.arrivals.length >= count));
      // Webhooks that have never responded are slow, and get 8 slots of an account together; others get 16.
      await site.publishOne(link);
      await untilRequests(40);
      receiver.answer = () => 'hang';
      await site.publishOne(link);
      await untilRequests(40 + 14);
      // A worker that is frozen instead is not scraped meanwhile, so that Prometheus sees no increase.
      await harness.postgres.query(
        `update webhook_dispatch set lease_token = gen_random_uuid(), lease_until = clock_timestamp() where lease_token is not null`,
      );
      return () => {
        receiver.answer = () => 200;
        return Promise.resolve();
      };
    },
  },
  {
    alerts: ['HrevQueueUnreachable'],
    fault: 'Redis is killed.',
    healing: 'Redis is started, empty.',
    async begin({ redis }) {
      await redis.kill();
      return () => redis.start();
    },
  },
  {
    alerts: ['HrevSealingKeyMissing'],
    fault:
      'A process of the API is frozen while the others get a new key, and continues after that key has taken over.',
    healing: 'It is restarted with the new key.',
    firesWithinS: 240,
    async begin(site) {
      await site.harness.request('GET', '/v3/webhooks/secret');
      const left = firstOf(site.apis);
      const others = site.seats.filter((seat) => seat !== left);
      left.service?.signal('SIGSTOP');
      site.settings = { HREV_ENCRYPTION_KEY: SECOND_KEY, HREV_ENCRYPTION_KEY_PREVIOUS: FIRST_KEY };
      await restart(site, others);
      const sealing = (): Promise<object[]> => site.harness.postgres.query('select from encryption_key offset 1');
      await eventually('the new key to seal', patient(150_000), async () => (await sealing()).length > 0);
      left.service?.signal('SIGCONT');
      return async () => {
        // What the frozen process holds is of no use: it is ended at once.
        await site.kill(left);
        await site.start(left);
      };
    },
  },
  {
    alerts: ['HrevSealedDataUnreadable'],
    fault: 'All processes are restarted without the previous key before `hrev reseal`.',
    healing: 'They are restarted with the previous key, and `hrev reseal` runs.',
    async begin(site) {
      const both = site.settings;
      site.settings = { HREV_ENCRYPTION_KEY: SECOND_KEY };
      await restart(site, site.seats);
      return async () => {
        site.settings = both;
        await restart(site, site.seats);
        await site.hrev('reseal');
      };
    },
  },
];
