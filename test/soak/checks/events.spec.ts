import { PlatformModel } from '../platform-model';
import type { DeliveryRecord, ReviewRecord, VisitRecord } from '../records';
import { Switch, type LinkEntry, type ObjectEntry } from '../tenant-ledger';
import type { WebhookEntry } from '../webhooks';
import { judgeDeliveries, judgeLife, judgeNews, judgeRuns, type EventFacts } from './events';

/** One review of one link, collected at 10 s by a run that ended at 11 s, and a webhook that received `told` about it. */
function world(told: Readonly<Record<string, number>> = { 'reviews.new': 1 }) {
  const page = new PlatformModel().addPage('steam', '1');
  const link: LinkEntry = { id: 3, page, switch: new Switch(), isDeleted: false };
  const object = { id: 2, links: [link], switch: new Switch() } as unknown as ObjectEntry;
  const review = { id: 9, object_id: 2, link_id: 3, external_id: 'a', text: 'Good', rating: null, reply_text: null };
  const record: ReviewRecord = { ...review, is_deleted: false, is_hidden: false, first_seen_ms: 10_000 };
  const times = { started_ms: 9_000, ended_ms: 11_000, finished_ms: 11_000 };
  const plain = { is_deleted: false, is_waiting: false };
  const visit: VisitRecord = { link_id: 3, run_id: 5, account_id: 1, ...times, outcome: 'success', ...plain };
  const book = {
    name: 'webhook',
    timesTold: (event: string) => told[event] ?? 0,
    lastWords: new Map([[9, { deliveryId: 1, text: 'Good', reply: null }]]),
    accepted: new Map([['reviews.new', new Set([1])]]),
  };
  const webhook = { id: 4, account: 0, book, switch: new Switch() } as unknown as WebhookEntry;
  const facts = (more: Partial<EventFacts> = {}, change: Partial<ReviewRecord> = {}): EventFacts => ({
    account: 0,
    accountId: 1,
    reviews: [{ ...record, ...change }],
    visits: [visit],
    deliveries: [],
    placeOf: () => ({ object, link }),
    historyOf: () => [],
    ...more,
  });
  return { object, link, webhook, visit, facts };
}

const checks = (findings: readonly { readonly check: string }[]): readonly string[] =>
  findings.map(({ check }) => check);
const delivery = (more: Partial<DeliveryRecord>): DeliveryRecord => ({
  id: 1,
  webhook_id: 4,
  event_type: 'reviews.new',
  run_id: 5,
  state: 'success',
  attempts: 1,
  ...more,
});

describe('new reviews against collections and active webhooks', () => {
  it.each<[string, [off: number, on: number] | null, [off: number, on: number] | null, number, readonly string[]]>([
    ['told', null, null, 1, []],
    ['not told', null, null, 0, ['event lost']],
    ['not sent, the object was disabled meanwhile', [9_500, 12_000], null, 0, []],
    ['not sent, the object was disabled only after the run', [11_500, 13_000], null, 0, ['event lost']],
    ['not sent, the webhook was paused at the end of the run', null, [10_500, 12_000], 0, []],
    ['sent, the webhook was paused at the end of the run', null, [10_500, 12_000], 1, ['event of a pause']],
    ['not sent, the webhook was paused only after the run', null, [11_500, 13_000], 0, ['event lost']],
  ])('%s', (_, objectOff, webhookOff, told, found) => {
    const { object, webhook, facts } = world({ 'reviews.new': told });
    for (const [one, off] of [
      [object, objectOff],
      [webhook, webhookOff],
    ] as const) {
      if (off === null) continue;
      one.switch.off(off[0], off[0] + 10);
      one.switch.on(off[1], off[1] + 10);
    }
    expect(checks(judgeNews(facts(), webhook))).toEqual(found);
  });
});

describe('changes of a review against its events', () => {
  it.each<[string, Partial<ReviewRecord>, Readonly<Record<string, number>>, readonly string[]]>([
    ['as it was sent', {}, {}, []],
    ['an edit that was not sent', { text: 'Better' }, {}, ['last word']],
    ['a reply that was not sent', { reply_text: 'Thanks' }, {}, ['event lost', 'last word']],
    ['a deletion that was not sent', { is_deleted: true }, {}, ['event lost']],
    ['deleted', { is_deleted: true }, { 'reviews.deleted': 1 }, []],
    ['deleted and restored', {}, { 'reviews.deleted': 1, 'reviews.restored': 1 }, []],
    ['a restoration that was not sent', {}, { 'reviews.deleted': 1 }, ['event lost']],
  ])('%s', (_, change, told, found) => {
    const { webhook, facts } = world(told);
    expect(checks(judgeLife(facts({}, change), webhook))).toEqual(found);
  });
});

describe('runs and deliveries', () => {
  it.each<[string, readonly DeliveryRecord[], readonly string[]]>([
    ['told once', [delivery({ event_type: 'scrape.run.finished' })], []],
    ['not told', [], ['run']],
    ['told twice', [1, 2].map((id) => delivery({ id, event_type: 'scrape.run.finished' })), ['run']],
  ])('the end of a run: %s', (_, deliveries, found) => {
    const { webhook, facts } = world();
    expect(checks(judgeRuns(facts({ deliveries }), webhook))).toEqual(found);
  });

  it.each<[string, Partial<VisitRecord>]>([
    ['no link was visited', { outcome: 'dropped' }],
    ['the object was deleted before', { is_deleted: true }],
    ['it ended a moment ago and is not relayed yet', { is_waiting: true }],
  ])('the end of a run need not be sent: %s', (_, change) => {
    const { webhook, visit, facts } = world();
    expect(judgeRuns(facts({ visits: [{ ...visit, ...change }] }), webhook)).toEqual([]);
    expect(checks(judgeRuns(facts({ visits: [visit, { ...visit, ...change, link_id: 6 }] }), webhook))).toEqual([
      'run',
    ]);
  });

  it.each<[string, Partial<DeliveryRecord>, readonly string[]]>([
    ['accepted', {}, []],
    ['not yet begun', { id: 2, state: 'pending', attempts: 0 }, []],
    ['recorded as a success, and never received', { id: 2 }, ['delivery']],
    ['given up', { state: 'dead_letter' }, ['delivery']],
  ])('a delivery: %s', (_, change, found) => {
    const { webhook, facts } = world();
    expect(checks(judgeDeliveries(facts({ deliveries: [delivery(change)] }), webhook))).toEqual(found);
  });
});
