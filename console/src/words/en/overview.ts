import { count, numbers } from './plurals';

const things = (n: number, one: string, other: string): string => count(n, one, other);

interface FailingText {
  readonly title: (n: number, platform: string) => string;
  readonly text: string;
  readonly action: string;
}

const triedAgain = 'hrev tries again by itself. Nothing was marked as deleted.';
/** A failure of a page that ends by itself: what the platform does, for one page and for several. */
const triedLater = (one: string, several: string): FailingText => ({
  title: (n, platform) =>
    n === 1 ? `A page on ${platform} ${one}` : `${numbers.format(n)} pages on ${platform} ${several}`,
  text: triedAgain,
  action: 'See links',
});

export const overviewWords = {
  title: 'Overview',
  period: 'Period',
  periods: { '7d': '7 days', '30d': '30 days', '90d': '90 days', '12m': '12 months' },
  compare: 'Compare',
  compares: { before: 'Compared with the period before', none: 'Not compared' },
  before: {
    '7d': '7 days before',
    '30d': '30 days before',
    '90d': '90 days before',
    '12m': '12 months before',
  } as Readonly<Record<string, string>>,
  figures: 'Figures',
  newReviews: 'New reviews',
  average: 'Average rating',
  answered: 'Answered',
  unanswered: 'Unanswered, 1–2 stars',
  completeness: 'Completeness',
  from: (value: string) => `from ${value}`,
  points: (n: string) => `${n} percentage ${n === '1' ? 'point' : 'points'}`,
  median: (hours: string) => `median time to reply ${hours}`,
  hours: (n: string) => `${n} h`,
  oldest: (age: string) => `oldest: ${age}`,
  noneWaits: 'none waiting',
  upToDate: (done: number, all: number) => `${numbers.format(done)} of ${count(all, 'link', 'links')} up to date`,
  noNumber: 'no platform states a number',
  nothingBefore: 'no reviews in the period before',
  needs: 'Needs you',
  needsCount: (n: number) => (n === 1 ? '1 thing' : `${numbers.format(n)} things, most urgent first`),
  nothing: 'Nothing waits for you.',
  lastLook: (age: string) => `Last collection: ${age}.`,
  item: {
    unanswered: {
      title: (n: number) =>
        `${things(n, 'review', 'reviews')} with 1 or 2 stars ${n === 1 ? 'waits' : 'wait'} for an answer`,
      action: 'Answer',
    },
    reply_failed: {
      title: (n: number) => (n === 1 ? 'A reply was not published' : `${numbers.format(n)} replies were not published`),
      text: 'Change the text and publish again.',
      action: 'See replies',
    },
    connection_revoked: {
      title: (n: number, platform: string) =>
        n === 1
          ? `${platform} took back the access to an object`
          : `${platform} took back the access to ${numbers.format(n)} objects`,
      text: 'Until you connect again, no new reviews are read and no replies are published.',
      action: 'Reconnect',
    },
    webhook_failing: {
      title: (n: number) => (n === 1 ? 'A webhook fails' : `${numbers.format(n)} webhooks fail`),
      text: 'Deliveries wait and are sent again.',
      action: 'See deliveries',
    },
    trial_ending: {
      title: (_: number, __: string, date: string) => `The trial ends on ${date}`,
      text: 'The account is suspended then.',
      action: 'See the plan',
    },
  },
  /** Links that fail, by the code of the reason. */
  failing: {
    page_not_found: {
      title: (n: number, platform: string) =>
        n === 1 ? `A page on ${platform} does not exist` : `${numbers.format(n)} pages on ${platform} do not exist`,
      text: 'Add the new address of a page and delete its link. Nothing was marked as deleted.',
      action: 'See links',
    },
    credentials_missing: {
      title: (n: number, platform: string) =>
        `${things(n, 'page', 'pages')} on ${platform} can be read only if you connect`,
      text: 'The platform shows these reviews to the owner of the page.',
      action: 'See links',
    },
    credentials_rejected: {
      title: (n: number, platform: string) =>
        `The access to ${things(n, 'page', 'pages')} on ${platform} was withdrawn`,
      text: 'Connect again to read them.',
      action: 'See links',
    },
    credentials_insufficient: {
      title: (n: number, platform: string) =>
        `The access to ${things(n, 'page', 'pages')} on ${platform} does not include reviews`,
      text: 'Connect with credentials that include them.',
      action: 'See links',
    },
    blocked: triedLater('shows us a bot check', 'show us a bot check'),
    rate_limited: triedLater('asks us to come later', 'ask us to come later'),
    timeout: triedLater('did not answer', 'did not answer'),
    network: triedLater('did not answer', 'did not answer'),
    parse_error: {
      title: (n: number, platform: string) =>
        n === 1
          ? `A page on ${platform} has a format that hrev cannot read`
          : `${numbers.format(n)} pages on ${platform} have a format that hrev cannot read`,
      text: 'The operator of this installation has been told.',
      action: 'See links',
    },
    browser_unavailable: {
      title: (n: number, platform: string) =>
        `${things(n, 'page', 'pages')} on ${platform} can be read only with a browser`,
      text: 'The operator of this installation can add one.',
      action: 'See links',
    },
  } as Readonly<Record<string, FailingText>>,
  failsInside: {
    title: (n: number) => `${things(n, 'page', 'pages')} could not be read because of an error in hrev`,
    text: triedAgain,
    action: 'See links',
  },
  actors: { platform: 'Waits for a platform', us: 'Waits for the operator of this installation' },
  frozenOf: (frozen: number, all: number) =>
    frozen === all
      ? 'hrev tries it once a week.'
      : `${numbers.format(frozen)} of them ${frozen === 1 ? 'is' : 'are'} tried once a week.`,
  needsMore: (n: number) => `And ${count(n, 'more thing', 'more things')}.`,
  at: (names: string, more: boolean) => (more ? `For example ${names}` : `This is about ${names}`),
  sinceTime: (age: string) => `Since ${age}.`,
  platform: 'several platforms',
  collecting: {
    title: 'Collecting now',
    all: 'All objects',
    of: (read: string, all: string) => `${read} of ${all}`,
    read: (read: string) => `${read} read`,
    waits: 'waits',
    quiet: 'No collection runs.',
    next: (time: string) => `The next collection begins ${time.replace(/\.$/, '')}.`,
    progress: (name: string, platform: string) => `Progress of ${name} on ${platform}`,
    more: (n: number) => `${count(n, 'more link', 'more links')} wait`,
    day: (read: number) => `Last 24 hours: ${things(read, 'link', 'links')} read, `,
    dayNew: (n: number) => things(n, 'new review', 'new reviews'),
    dayRest: (changed: number, gone: number) => `, ${numbers.format(changed)} changed, ${numbers.format(gone)} gone`,
  },
  chart: {
    day: 'Average rating and reviews per day',
    week: 'Average rating and reviews per week',
    month: 'Average rating and reviews per month',
  },
  byPlatform: { title: 'By platform', analytics: 'Analytics', platform: 'Platform' },
  reviews: 'Reviews',
  averageShort: 'Average',
  change: 'Change',
  beforeTitle: 'Before',
  none: '–',
  few: 'too few to compare',
  noReviews: 'No reviews in this period.',
  fallen: {
    title: 'Objects whose average fell most',
    note: 'with 20 reviews or more in the period',
    none: 'The average of no object with 20 reviews fell.',
    object: 'Object',
  },
  start: {
    title: 'First steps',
    intro: 'Four steps to reviews in one place.',
    object: 'Add an object',
    objectText: 'A place, a product or an app, with its addresses on the platforms.',
    reviews: 'Read the first reviews',
    reviewsText: 'The first collection starts at once and takes some minutes.',
    invite: 'Invite colleagues',
    inviteText: 'Each with a role: viewer, member or owner.',
    webhook: 'Send reviews to your server',
    webhookText: 'A webhook delivers new reviews within a minute.',
    done: 'Done',
  },
} as const;
