import { count, numbers } from './plurals';

type Event =
  | 'reviews.new'
  | 'replies.new'
  | 'reviews.updated'
  | 'reviews.deleted'
  | 'reviews.restored'
  | 'scrape.run.finished';

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
const EVERY_RATED = '1,2,3,4,5';

const events: Readonly<Record<Event, string>> = {
  'reviews.new': 'new reviews',
  'replies.new': 'new replies',
  'reviews.updated': 'changed reviews',
  'reviews.deleted': 'deleted reviews',
  'reviews.restored': 'restored reviews',
  'scrape.run.finished': 'finished collections',
};

const eventsOf = (types: readonly string[]): string => list.format(types.map((type) => events[type as Event] ?? type));

const objectsOf = (ids: readonly number[] | null | undefined, total: number | undefined): string =>
  ids === null || ids === undefined
    ? total === undefined
      ? 'all objects'
      : `${total === 1 ? 'your object' : `all ${numbers.format(total)} objects`}, and those to come`
    : count(ids.length, 'chosen object', 'chosen objects');

function ratingsOf(ratings: readonly number[] | undefined): string {
  const chosen = [...new Set(ratings?.length ? ratings : [1, 2, 3, 4, 5])].sort();
  const key = chosen.join();
  if (key === EVERY_RATED) return 'every rating, none without one';
  if (key === `0,${EVERY_RATED}`) return 'every rating, also without one';
  const stars = chosen.filter((one) => one > 0).map(String);
  const none = chosen.includes(0) ? ['no rating'] : [];
  const rated = stars.length === 0 ? [] : [`${list.format(stars)} ${chosen.at(-1) === 1 ? 'star' : 'stars'}`];
  return `${list.format([...rated, ...none])} only`;
}

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

export const webhooks = {
  title: 'Webhooks',
  events,
  eventsOf,
  objectsOf,
  filtersOf,
  windowOf,
  hasReviews,
  capital,
  /** What a webhook receives, in a sentence. */
  scope: (webhook: WebhookScope, objectTotal: number | undefined) =>
    capital(
      [
        `${eventsOf(webhook.event_types)} of ${objectsOf(webhook.object_ids, objectTotal)}`,
        ...(hasReviews(webhook.event_types) ? [filtersOf(webhook.filters)] : []),
        windowOf(webhook.bucket_window),
      ].join(', '),
    ),
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
  last24: '24 hours',
  strip: (delivered: number, lost: number, pending: number) =>
    `24 hours: ${numbers.format(delivered)} delivered, ${numbers.format(lost)} given up or refused, ${numbers.format(pending)} waiting`,
  state: 'State',
  failingSince: (at: string) => `Failing since ${at}`,
  on: 'On',
  isOn: (target: string) => `Send to ${target}`,
} as const;
