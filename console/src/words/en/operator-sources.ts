import { formatShare, formatUtcDay } from '../../lib/format';
import { count, numbers } from './plurals';

/** Troubles of visits, by the code of `scrape_error`. */
const troubles: Readonly<Record<string, string>> = {
  blocked: 'Bot check instead of the page',
  rate_limited: 'Platform asked us to slow down',
  timeout: 'Timeouts',
  network: 'Did not answer',
  page_not_found: 'Page gone',
  parse_error: 'Unknown page format',
  credentials_missing: 'Not connected',
  credentials_rejected: 'Connection revoked',
  credentials_insufficient: 'Plan without reviews',
  browser_unavailable: 'No browser here',
  internal: 'Error in hrev',
};
const fields: Readonly<Record<string, string>> = {
  rating: 'rating',
  text: 'text',
  date: 'date',
  author: 'author',
  reply: 'reply',
  images: 'images',
  review: 'review itself',
};
/** Names of parts that could not be read, for one and for several. */
const parts: Readonly<Record<string, readonly [string, string]>> = {
  review: ['review', 'reviews'],
  list: ['list', 'lists'],
  rating: ['rating', 'ratings'],
  date: ['date', 'dates'],
  text: ['text', 'texts'],
  author: ['author', 'authors'],
  reply: ['reply', 'replies'],
  reply_date: ['reply date', 'reply dates'],
  photo: ['photo', 'photos'],
  video: ['video', 'videos'],
  address: ['address', 'addresses'],
  name: ['name of an object', 'names of objects'],
  average: ['average', 'averages'],
  count: ['number of reviews', 'numbers of reviews'],
  document: ['description of an object', 'descriptions of objects'],
};
const fieldOf = (field: string): string => fields[field] ?? field;
const text = (value: unknown): string => (typeof value === 'string' || typeof value === 'number' ? String(value) : '');
const share = (value: unknown): string => (typeof value === 'number' ? formatShare(value) : '–');

type Facts = Readonly<Record<string, unknown>>;

/** The text of an event of a source, by its kind. */
const EVENTS: Readonly<Record<string, (facts: Facts) => string>> = {
  paused: ({ reason }) => (reason === null ? 'Paused' : `Paused: ${text(reason)}`),
  resumed: ({ reason }) => (reason === null ? 'Resumed' : `Resumed: ${text(reason)}`),
  tried: (facts) => `Tried link ${text(facts['link_id'])} in run ${text(facts['run_id'])}`,
  rests: (facts) => {
    const minutes = Math.max(1, Math.round(Number(facts['for_s'] ?? 0) / 60));
    const pages = count(Number(facts['pages'] ?? 0), 'page', 'pages');
    return `No visits for ${count(minutes, 'minute', 'minutes')}, for all accounts, after refusals of ${pages}`;
  },
  drift: (facts) => {
    const [missing, usual] = [share(1 - Number(facts['share'] ?? 0)), share(1 - Number(facts['usual'] ?? 0))];
    return `Alarm: ${fieldOf(text(facts['field']))} missing in ${missing}, usually ${usual}`;
  },
  road_ends: (facts) => `${text(facts['road'])} ends on ${formatUtcDay(text(facts['ends_at']))}`,
  notifications: ({ reason }) =>
    reason === null ? 'Notifications can be pulled again' : `Notifications cannot be pulled: ${text(reason)}`,
  drift_over: (facts) => `${fieldOf(text(facts['field']))} is back in ${share(facts['share'])}`,
};

/** What a source does whose visits fail, by the most frequent code. */
const FAILING: Readonly<Record<string, (source: string) => string>> = {
  blocked: (source) => `${source} refuses most visits.`,
  rate_limited: (source) => `${source} asks us to slow down.`,
  timeout: (source) => `${source} does not answer most visits.`,
  network: (source) => `${source} does not answer most visits.`,
  parse_error: (source) => `Most pages of ${source} have a form that we do not know.`,
  browser_unavailable: (source) => `${source} is read with a browser, and there is none here.`,
  internal: (source) => `Most visits to ${source} fail inside hrev.`,
};

export const operatorSourcesWords = {
  title: 'Sources',
  about: 'What each platform lets us read, over all accounts, last 24 hours',
  probe: 'Probe an address',
  well: (read: number, worst: string | null) =>
    worst === null ? 'Nothing was read in 24 hours.' : `All ${numbers.format(read)} read. Worst ${worst}.`,
  percent: (value: number) => formatShare(value),
  alarm: (source: string, names: readonly string[]) =>
    names.includes('review')
      ? `Reviews of ${source} cannot be read.`
      : `The reviews of ${source} arrive without ${names.map(fieldOf).join(', ')}.`,
  alarmFigures: (field: string, missing: string, usual: string, since: string) =>
    `Since ${since} the ${fieldOf(field)} is missing in ${missing} of its reviews (usually ${usual}).`,
  failing: (source: string, code: string) => FAILING[code]?.(source) ?? `Most visits to ${source} fail.`,
  troubleShare: (name: string, value: string) => `${name}: ${value} of its visits in 24 hours.`,
  nothingDeleted: 'Nothing is marked as deleted.',
  client: 'OAuth client',
  seeDrift: 'See what is missing',
  seeSource: 'See source',
  figures: 'Figures of all sources',
  due: 'Links to be read in the next hour',
  onTime: 'Read on time',
  ofVisits: (n: number) => `of ${count(n, 'visit', 'visits')} in 24 h`,
  newReviews: 'New reviews',
  perMinute: (n: string) => `${n} a minute`,
  frozen: 'Paused links',
  frozenReason: (code: string, n: number) => `${numbers.format(n)} ${(troubles[code] ?? code).toLowerCase()}`,
  noneFrozen: 'none',
  source: 'Source',
  state: 'State',
  success: 'Visits that succeeded',
  trouble: 'Most frequent problem',
  requests: 'Requests today',
  links: 'Links',
  last: 'Last success',
  how: {
    api: 'Business API',
    http: 'plain HTTP',
    browser: 'in the browser',
    both: 'HTTP, browser if refused',
    declared: 'schema.org, declared',
    removed: 'not in this version',
  } as Readonly<Record<string, string>>,
  restsUntil: (time: string) => `No visits until ${time}`,
  troubleOf: (code: string, value: string) => `${troubles[code] ?? code}, ${value}`,
  codes: (code: string) => troubles[code] ?? code,
  none: 'None',
  never: 'never',
  notVisited: 'no visits',
  of: (n: string) => `of ${n}`,
  strip: (source: string) => `Visits of ${source} by hour`,
  stripHour: (hour: string, done: number, all: number) =>
    all === 0 ? `${hour}: no visits` : `${hour}: ${numbers.format(done)} of ${count(all, 'visit', 'visits')} succeeded`,
  open: (source: string) => `Details of ${source}`,
  roads: 'How its reviews are read',
  order: {
    newest_first: 'Newest first.',
    unordered: 'Without an order, so every collection reads the whole list.',
  },
  evidence: {
    recorded: 'The format is known from recorded responses.',
    documented: 'The format is known from documentation only.',
  },
  least: (time: string) => `Read at most once in ${time}.`,
  age: (n: number, half: string, most: string) =>
    `${count(n, 'link', 'links')} read: half within ${half}, 95% within ${most}.`,
  neverRead: (n: number) => `${count(n, 'link was', 'links were')} never read.`,
  notBegun: (n: number) => `${count(n, 'link was', 'links were')} not collected yet.`,
  roadEnds: (at: string) => `The platform ends this way on ${formatUtcDay(at)}.`,
  drift: 'What its reviews are missing',
  against: 'against the 14 days before',
  field: 'Field',
  fieldName: fieldOf,
  missingNow: 'Missing now',
  normally: 'Usually',
  alarmAbove: 'Alarm above',
  noAlarm: 'no alarm',
  unknown: '–',
  alarmOpen: (value: string) => `${value}, alarm`,
  unread: 'What its pages showed and we could not read',
  ofDay: 'in 24 hours',
  unreadPart: (part: string, n: number, visits: number) => {
    const [one, many] = parts[part] ?? [part, part];
    return `${count(n, one, many)} in ${count(visits, 'visit', 'visits')}`;
  },
  events: 'What happened',
  noEvents: 'Nothing in 90 days.',
  pause: 'Pause source',
  resume: 'Resume source',
  try: 'Try one link',
  trying: 'The link is being read…',
  triedWell: (read: number, pages: number) =>
    `Read ${count(read, 'review', 'reviews')} on ${count(pages, 'page', 'pages')}.`,
  triedBadly: (reason: string) => `Not read. ${reason}`,
  triedDropped: 'Not read: the link is off.',
  reason: 'Reason',
  pauseAbout: (links: number) =>
    `${count(links, 'link is', 'links are')} not collected for any account until you resume. Visits in progress end before their next page.`,
  resumeAbout: 'Links that became due meanwhile are collected over the next hour.',
  cancel: 'Cancel',
  event: (kind: string, facts: Readonly<Record<string, unknown>>): string => EVENTS[kind]?.(facts) ?? kind,
  probeAbout: 'Reads the first page as a collection would, and stores nothing. It takes up to a minute.',
  probeAddress: 'Address of a page on a platform',
  probeMissing: 'Give an address.',
  probeRun: 'Read page',
  probeFailed: (reason: string) => `The page was not read. ${reason}`,
  probeResult: (source: string, reviews: number, all: number | null) =>
    `${source}: ${count(reviews, 'review', 'reviews')} on the first page${all === null ? '' : `, the platform states ${numbers.format(all)}`}.`,
  probeCost: (ms: string, requests: number) => `${ms} ms, ${count(requests, 'request', 'requests')}`,
  noAuthor: 'no author',
  noText: 'no text',
} as const;
