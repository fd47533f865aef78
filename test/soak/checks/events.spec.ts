import { PlatformModel } from '../platform-model';
import type { DeliveryRecord, ReviewRecord, VisitRecord } from '../records';
import { Switch, type LinkEntry, type ObjectEntry } from '../tenant-ledger';
import type { WebhookEntry } from '../webhooks';
import { checkDeliveries, checkChanges, checkNewReviews, checkRuns, type EventFacts } from './events';

/**
 * One review of one link. A run collected it at 10 s and ended at 11 s. A webhook received events of the review: `delivered` has
 * their number by type.
 */
function fixture(delivered: Readonly<Record<string, number>> = { 'reviews.new': 1 }) {
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
    deliveryCount: (event: string) => delivered[event] ?? 0,
    lastContents: new Map([[9, { deliveryId: 1, text: 'Good', reply: null }]]),
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

describe('checkNewReviews', () => {
  it.each<[string, [off: number, on: number] | null, [off: number, on: number] | null, number, readonly string[]]>([
    ['accepts a delivered event', null, null, 1, []],
    ['reports a missing event', null, null, 0, ['event lost']],
    ['accepts a missing event if the object was disabled during the run', [9_500, 12_000], null, 0, []],
    [
      'reports a missing event if the object was disabled only after the run',
      [11_500, 13_000],
      null,
      0,
      ['event lost'],
    ],
    ['accepts a missing event if the webhook was paused at the end of the run', null, [10_500, 12_000], 0, []],
    [
      'reports a delivered event if the webhook was paused at the end of the run',
      null,
      [10_500, 12_000],
      1,
      ['event of a pause'],
    ],
    ['reports a missing event if the webhook was paused only after the run', null, [11_500, 13_000], 0, ['event lost']],
  ])('%s', (_, objectOff, webhookOff, delivered, found) => {
    const { object, webhook, facts } = fixture({ 'reviews.new': delivered });
    for (const [one, off] of [
      [object, objectOff],
      [webhook, webhookOff],
    ] as const) {
      if (off === null) continue;
      one.switch.off(off[0], off[0] + 10);
      one.switch.on(off[1], off[1] + 10);
    }
    expect(checks(checkNewReviews(facts(), webhook))).toEqual(found);
  });
});

describe('checkChanges', () => {
  it.each<[string, Partial<ReviewRecord>, Readonly<Record<string, number>>, readonly string[]]>([
    ['accepts an unchanged review', {}, {}, []],
    ['reports an edit that was not sent', { text: 'Better' }, {}, ['last content']],
    ['reports a reply that was not sent', { reply_text: 'Thanks' }, {}, ['event lost', 'last content']],
    ['reports a deletion that was not sent', { is_deleted: true }, {}, ['event lost']],
    ['accepts a deletion that was sent', { is_deleted: true }, { 'reviews.deleted': 1 }, []],
    ['accepts a deletion and a restoration that were sent', {}, { 'reviews.deleted': 1, 'reviews.restored': 1 }, []],
    ['reports a restoration that was not sent', {}, { 'reviews.deleted': 1 }, ['event lost']],
  ])('%s', (_, change, delivered, found) => {
    const { webhook, facts } = fixture(delivered);
    expect(checks(checkChanges(facts({}, change), webhook))).toEqual(found);
  });
});

describe('checkRuns and checkDeliveries', () => {
  it.each<[string, readonly DeliveryRecord[], readonly string[]]>([
    ['accepts one delivery of the end of a run', [delivery({ event_type: 'scrape.run.finished' })], []],
    ['reports a missing delivery of the end of a run', [], ['run']],
    [
      'reports two deliveries of the end of a run',
      [1, 2].map((id) => delivery({ id, event_type: 'scrape.run.finished' })),
      ['run'],
    ],
  ])('%s', (_, deliveries, found) => {
    const { webhook, facts } = fixture();
    expect(checks(checkRuns(facts({ deliveries }), webhook))).toEqual(found);
  });

  it.each<[string, Partial<VisitRecord>]>([
    ['visited no link', { outcome: 'dropped' }],
    ['had only a deleted object', { is_deleted: true }],
    ['has ended and is not relayed yet', { is_waiting: true }],
  ])('requires no event of a run that %s', (_, change) => {
    const { webhook, visit, facts } = fixture();
    expect(checkRuns(facts({ visits: [{ ...visit, ...change }] }), webhook)).toEqual([]);
    expect(checks(checkRuns(facts({ visits: [visit, { ...visit, ...change, link_id: 6 }] }), webhook))).toEqual([
      'run',
    ]);
  });

  it.each<[string, Partial<DeliveryRecord>, readonly string[]]>([
    ['accepts a delivery that the receiver accepted', {}, []],
    ['accepts a delivery that has not been attempted', { id: 2, state: 'pending', attempts: 0 }, []],
    ['reports a successful delivery that was never received', { id: 2 }, ['delivery']],
    ['reports a delivery that was given up', { state: 'dead_letter' }, ['delivery']],
  ])('%s', (_, change, found) => {
    const { webhook, facts } = fixture();
    expect(checks(checkDeliveries(facts({ deliveries: [delivery(change)] }), webhook))).toEqual(found);
  });
});
