/** Faults of webhooks, mail and replies, and of the workers. */
import { patient } from '@test/faults/support/patience';
import { setTimeout as pause } from 'node:timers/promises';
import { eventually } from '@test/support/eventually';
import { allEventsRelayed } from '@test/faults/support/outgoing';
import { Receiver } from '@test/faults/support/receivers';
import type { WatchedLink } from '@test/faults/support/fault-harness';
import type { DrilledFault } from '../drilled-fault';
import { insist, type Installation } from '../installation';

const LIMIT_MS = patient(120_000);

/** A link whose next review is a delivery of each of so many webhooks. */
async function subscribedLink(site: Installation, webhooks: number, target: string): Promise<WatchedLink> {
  const [link] = await site.readLinks('app-store', 1, 3);
  if (link === undefined) throw new Error('no link');
  await allEventsRelayed(site.harness);
  await site.subscribe(target, link, webhooks);
  return link;
}

/** Connects an object with a page at Google, which writes an event. Needs no worker. */
async function connectGoogle(site: Installation, reviews: number): Promise<WatchedLink> {
  const link = await insist(() => site.harness.newLink('google', reviews));
  const fields = ['client_id=me', 'client_secret=secret', 'refresh_token=token'].flatMap((one) => ['--field', one]);
  await site.hrev('connection', 'add', '--object', String(link.objectId), '--source', 'google', ...fields);
  return link;
}

const setWebhooks = (site: Installation, to: 'off' | 'on'): Promise<void> =>
  site.asOperator('POST', `/v3/admin/switches/webhooks/${to}`, { source_slug: null });

async function untilDeliveriesWait({ harness }: Installation, count: number): Promise<void> {
  await eventually(`${count} waiting deliveries`, LIMIT_MS, async () => {
    const rows = await harness.postgres.query(`select from webhook_delivery where state = 'pending' limit ${count}`);
    return rows.length === count;
  });
}

export const WORK_FAULTS: readonly DrilledFault<Installation>[] = [
  {
    alerts: ['HrevDeadLetters'],
    fault: 'The receiver of 15 webhooks answers with 500, eight times each.',
    healing: 'The receiver accepts deliveries.',
    isNarrow: true,
    async begin(site) {
      const receiver = await site.keep(Receiver.begin());
      receiver.answer = () => 500;
      const link = await subscribedLink(site, 15, receiver.target);
      await site.publishOne(link);
      return async () => {
        receiver.answer = () => 200;
        await site.publishOne(link);
      };
    },
  },
  {
    alerts: ['HrevWebhookCertificateEnding'],
    fault: "The certificate of a webhook's receiver has expired.",
    healing:
      'The webhook gets the address of a receiver with a valid certificate; deliveries continue until each worker has seen it.',
    isNarrow: true,
    async begin(site) {
      const [expired, good] = await Promise.all(
        [site.certificates.expired, site.certificates.good].map((tls) =>
          site.keep(Receiver.begin({ tls, address: '127.0.0.1' })),
        ),
      );
      const targetOf = (receiver?: Receiver): string => `https://127.0.0.1:${receiver?.port}/hook`;
      const [link] = await site.readLinks('app-store', 1, 3);
      if (link === undefined) throw new Error('no link');
      const id = await site.subscribe(targetOf(expired), link);
      await site.publishOne(link);
      return async () => {
        const body = { target: targetOf(good) };
        await insist(async () => (await site.harness.request('PATCH', `/v3/webhooks/${id}`, { body })).status === 200);
        site.keepRepeating(2_000, () => site.publishOne(link));
      };
    },
  },
  {
    alerts: ['HrevMailStuck'],
    fault:
      'The mail server refuses mail for the moment (451). The time of the mail is moved 70 minutes back in the database.',
    healing: 'The mail server accepts mail.',
    isNarrow: true,
    async begin(site) {
      const { postgres } = site.harness;
      site.smtp.refusals = { MAIL: '451 Try again later' };
      await site.asOperator('POST', '/v3/admin/test-mail');
      await postgres.query(
        `update outgoing_mail set created_at = created_at - interval '70 minutes' where status = 'waiting'`,
      );
      return async () => {
        site.smtp.refusals = {};
        await postgres.query(`update outgoing_mail set not_before = clock_timestamp() where status = 'waiting'`);
      };
    },
  },
  {
    alerts: ['HrevReplyBudgetBurn'],
    fault: 'The interface of Google answers replies with 500, three times each.',
    healing: 'It accepts replies.',
    isNarrow: true,
    async begin(site) {
      const { harness } = site;
      const link = await connectGoogle(site, 60);
      const reviews = await eventually('60 reviews to reply to', LIMIT_MS, async () => {
        const rows = await harness.postgres.query<{ id: number }>('select id::int from review where link_id = $1', [
          link.linkId,
        ]);
        return rows.length === 60 && rows;
      });
      const reply = async (count: number): Promise<void> => {
        for (const { id } of reviews.splice(0, count))
          await insist(async () => {
            const body = { text: `Thank you, ${id}` };
            return (await harness.request('PUT', `/v3/reviews/${id}/reply`, { body })).status === 202;
          });
      };
      harness.sandbox.replies('google').behave('error');
      await reply(20);
      return async () => {
        harness.sandbox.replies('google').behave('normal');
        await reply(20);
      };
    },
  },
  {
    alerts: ['HrevNoWorker', 'HrevOutboxStuck', 'HrevWorkStuck', 'HrevLatenessBudgetBurn', 'HrevFreshnessBudgetBurn'],
    fault:
      'All workers are killed while events, deliveries and due links wait. The times of these are moved 20 minutes back in the database, the last reading of links 13 hours.',
    healing: 'The workers are started.',
    clearsWithinS: 240,
    async begin(site) {
      const { harness } = site;
      const receiver = await site.keep(Receiver.begin());
      const link = await subscribedLink(site, 1, receiver.target);
      const links = await site.readLinks('trustpilot', 4, 3);
      await setWebhooks(site, 'off');
      await site.publishOne(link);
      await untilDeliveriesWait(site, 1);
      await site.kill(...site.workers);
      await setWebhooks(site, 'on');
      await connectGoogle(site, 3);
      const aged = `- interval '20 minutes'`;
      await harness.postgres.query(`update outbox set created_at = created_at ${aged} where relayed_at is null`);
      await harness.postgres.query(
        `update webhook_delivery set next_attempt_at = next_attempt_at ${aged} where state = 'pending'`,
      );
      await harness.postgres.query(
        `update link_collection set next_run_at = clock_timestamp() ${aged}, read_at = read_at - interval '13 hours' where link_id = any($1)`,
        [links.map(({ linkId }) => linkId)],
      );
      return () => site.start(...site.workers);
    },
  },
  {
    alerts: ['HrevRelaySlow', 'HrevFirstDeliveryBudgetBurn'],
    fault: 'All workers stop for 40 s while events and 80 deliveries wait, and then work off what has waited.',
    healing: 'What has waited is worked off.',
    async begin(site) {
      await site.deleteWebhooks();
      const receiver = await site.keep(Receiver.begin());
      const link = await subscribedLink(site, 40, receiver.target);
      await setWebhooks(site, 'off');
      // The alert needs 50 events. An account has at most 50 webhooks.
      for (const waiting of [40, 80]) {
        await site.publishOne(link);
        await untilDeliveriesWait(site, waiting);
      }
      await site.stop(...site.workers);
      await connectGoogle(site, 3);
      await pause(40_000);
      await site.start(...site.workers);
      // Prometheus must have scraped the new processes before they count: it sees no increase in the first sample.
      await pause(patient(5_000));
      await setWebhooks(site, 'on');
      return () => Promise.resolve();
    },
  },
];
