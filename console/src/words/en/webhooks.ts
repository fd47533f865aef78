import { count, numbers } from './plurals';
import { webhookEvents } from './webhook-events';

interface Filters {
  readonly allowed_ratings?: readonly number[] | undefined;
  readonly allowed_sources?: readonly string[] | null | undefined;
  readonly has_text?: boolean | undefined;
  readonly has_images?: boolean | undefined;
}

/** The settings of a webhook that decide what it receives. */
export interface WebhookScope {
  readonly event_types: readonly string[];
  readonly object_ids?: readonly number[] | null | undefined;
  readonly filters?: Filters | null | undefined;
  readonly bucket_window?: string | undefined;
}

const list = new Intl.ListFormat('en-US', { type: 'conjunction' });
const either = new Intl.ListFormat('en-US', { type: 'disjunction' });
const EVERY_RATED = '1,2,3,4,5';

const events: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(webhookEvents).map(([event, { sends }]) => [event, sends]),
);

const eventsOf = (types: readonly string[]): string => list.format(types.map((type) => events[type] ?? type));

const objectsOf = (ids: readonly number[] | null | undefined, total: number | undefined): string =>
  ids === null || ids === undefined
    ? total === undefined
      ? 'all objects'
      : `${total === 1 ? 'your object' : `all ${numbers.format(total)} objects`}, and those to come`
    : count(ids.length, 'chosen object', 'chosen objects');

const bucketsOf = (ratings: readonly number[] | undefined): readonly number[] =>
  [...new Set(ratings?.length ? ratings : [1, 2, 3, 4, 5])].sort();

function ratingsOf(ratings: readonly number[] | undefined): string {
  const chosen = bucketsOf(ratings);
  const key = chosen.join();
  if (key === EVERY_RATED) return 'with any rating';
  if (key === `0,${EVERY_RATED}`) return 'with or without a rating';
  const stars = chosen.filter((one) => one > 0).map(String);
  if (stars.length === 0) return 'without a rating only';
  const rated = `with ${either.format(stars)} ${chosen.at(-1) === 1 ? 'star' : 'stars'}`;
  return chosen.includes(0) ? `${rated} or without a rating only` : `${rated} only`;
}

/** Whether reviews without a rating are sent, in a sentence. */
const unratedOf = (ratings: readonly number[] | undefined): string =>
  bucketsOf(ratings).includes(0) ? 'Reviews without a rating are sent too.' : 'Reviews without a rating are not sent.';

function filtersOf(filters: Filters | null | undefined): string {
  const {
    allowed_ratings: ratings,
    allowed_sources: sources,
    has_text: hasText,
    has_images: hasImages,
  } = filters ?? {};
  const parts = [ratingsOf(ratings)];
  if (sources?.length) parts.push(`from ${list.format(sources)} only`);
  if (hasText) parts.push('with text only');
  if (hasImages) parts.push('with photos only');
  return parts.join(', ');
}

const windowOf = (window: string | undefined): string =>
  window === undefined || window === 'immediate'
    ? 'sent at once'
    : `sent once a day at ${window.replace('daily_', '').padStart(2, '0')}:00 UTC`;

const hasReviews = (types: readonly string[]): boolean => types.some((type) => type !== 'scrape.run.finished');

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

export const webhooksWords = {
  title: 'Webhooks',
  events,
  eventsOf,
  objectsOf,
  windowOf,
  hasReviews,
  capital,
  unratedOf,
  /** The filters of a webhook, in sentences. */
  filterSentences: (filters: Filters | null | undefined) =>
    `Reviews ${filtersOf(filters)}. ${unratedOf(filters?.allowed_ratings)}`,
  /** What a webhook receives, in sentences. */
  scope: (webhook: WebhookScope, objectTotal: number | undefined) => {
    const isOfReviews = hasReviews(webhook.event_types);
    const parts = [
      `${eventsOf(webhook.event_types)} of ${objectsOf(webhook.object_ids, objectTotal)}`,
      ...(isOfReviews ? [filtersOf(webhook.filters)] : []),
      windowOf(webhook.bucket_window),
    ];
    return `${capital(parts.join(', '))}.${isOfReviews ? ` ${unratedOf(webhook.filters?.allowed_ratings)}` : ''}`;
  },
  add: 'Add webhook',
  count: (n: number) => `${numbers.format(n)} of 50`,
  full: 'An account has at most 50 webhooks. Delete one to add another.',
  empty: 'No webhooks yet. Add one, and new reviews reach your server within a minute.',
  emptyViewer: 'No webhooks yet. Members of the account can add one.',
  curl: 'The same with curl',
  target: 'Address',
  eventsTitle: 'Events',
  objects: 'Objects',
  window: 'Sent',
  windowShort: (window: string) =>
    window === 'immediate' ? 'At once' : `Daily, ${window.replace('daily_', '').padStart(2, '0')}:00 UTC`,
  allObjects: 'All',
  listener: 'Listener: delivered to `hrev listen`',
  listenerOf: (id: number) => `listener ${id}`,
  listenerTitle: (id: number) => `Listener ${id}`,
  last24: '24 hours',
  strip: (delivered: number, lost: number, pending: number) =>
    `24 hours: ${numbers.format(delivered)} delivered, ${numbers.format(lost)} given up or refused, ${numbers.format(pending)} waiting`,
  state: 'State',
  failingSince: (at: string) => `Failing since ${at}`,
  on: 'On',
  isOn: (target: string) => `Send to ${target}`,
} as const;
