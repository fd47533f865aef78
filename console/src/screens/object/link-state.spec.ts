import { completeLink } from '../../parts/link-facts.fixture';
import { accessAsked, linkName, stopReason, whyOf } from './link-state';

test.each([
  [completeLink, 'Read to the end'],
  [
    { ...completeLink, scrape_error: 'blocked: a captcha', stop_reason: 'blocked' },
    'The platform showed a bot check instead of the page',
  ],
  [{ ...completeLink, scrape_error: 'new_code: a text' }, 'new_code: a text'],
  [{ ...completeLink, stop_reason: null }, null],
])('the reason of %p is %p', (link, reason) => expect(stopReason(link)).toBe(reason));

const address = { link_name: null, scraped_object_name: '', auto_name: null, url: 'https://www.example.com/a' };

test.each([
  [{ ...address, link_name: 'Mine', scraped_object_name: 'Theirs' }, 'Mine'],
  [{ ...address, scraped_object_name: 'Theirs', auto_name: 'Trustpilot: Theirs' }, 'Theirs'],
  [{ ...address, auto_name: 'Trustpilot' }, 'Trustpilot'],
  [address, 'example.com/a'],
])('the name of %p is %s', (link, name) => expect(linkName(link)).toBe(name));

const link = {
  ...completeLink,
  collected_count: 100,
  platform_review_count: 116,
  state: 'partial',
  progress: null,
  last_full_at: null,
  failing_since: null,
  failures_in_a_row: 0,
  next_collection_at: '2030-11-20T09:10:00',
} as const;
const failing = {
  ...link,
  scrape_status: 'failed',
  failing_since: '2025-11-12T08:00:00',
  failures_in_a_row: 3,
} as const;
const part = {
  run_id: 812,
  link_id: 1,
  state: 'ended',
  outcome: 'success',
  scrape_error: null,
  stop_reason: 'window_limit',
  pages: 2,
  read: 200,
  new: 0,
  changed: 0,
  deleted: 0,
  attempts: 1,
  started_at: null,
  ended_at: null,
  is_full: true,
} as const;
const DELETED = 'Nothing was marked as deleted.';
const SINCE = expect.stringMatching(/^3 failures in a row since .*2025\.$/) as string;

test.each([
  [{ ...link, platform_review_count: 100 }, 'Read to the end', []],
  [{ ...link, is_active: false }, 'Collection is stopped', ['Its reviews stay. Nothing new is read.']],
  [{ ...link, progress: { read: 640, of: 2_140 } }, 'Being read, 640 of 2,140', ['Reading the whole list.']],
  [{ ...link, progress: { read: 12, of: null } }, 'Being read, 12 so far', ['Reading what is new.']],
  [{ ...link, stop_reason: null, scrape_status: 'pending' }, 'Waits for its first collection', []],
  [link, 'Read to the end', ['Google counts 16 more itself.']],
  [
    { ...link, state: 'up_to_date', platform_review_count: 102 },
    'Read to the end',
    ['Google counts 2 more itself, within 2%.'],
  ],
  [{ ...link, stop_reason: 'window_limit' }, 'The platform shows only its newest 200', []],
  [
    { ...link, stop_reason: 'count_mismatch', warning: 'count_mismatch' },
    'Read to the end, but the platform counts 16 more',
    [],
  ],
  [
    { ...link, stop_reason: 'count_mismatch', platform_review_count: 90 },
    'Read to the end, but the platform counts 10 fewer',
    [],
  ],
  [{ ...link, stop_reason: 'known_reached' }, 'Reached what we already have', ['The whole list was not read yet.']],
  [
    { ...link, stop_reason: 'complete', platform_review_count: null, warning: 'many_reviews_missing' },
    'Read to the end',
    ['Many reviews were missing at once.', DELETED],
  ],
  [
    { ...link, stop_reason: 'unread', platform_review_count: 100, warning: 'unread: 2 dates, 1 review' },
    'Read to the end, but not everything could be read',
    ['The page shows parts that hrev could not read: 2 dates, 1 review. The operator has been told.'],
  ],
  [
    { ...failing, scrape_error: 'blocked: a captcha' },
    'The platform showed a bot check instead of the page',
    ['hrev does not work around such checks; it tries again later.', SINCE, DELETED],
  ],
  [
    { ...failing, scrape_error: 'page_not_found: gone', frozen_at: '2026-11-20T08:00:00' },
    'The page does not exist',
    ['Add its new address and delete this link.', SINCE, 'hrev now tries it once a week.', DELETED],
  ],
  [{ ...failing, scrape_error: 'internal: x' }, 'An error in hrev, run 812', [SINCE, DELETED]],
] as const)('%j is explained by %p', (facts, title, notes) =>
  expect(whyOf(facts, 'Google', part)).toEqual({ title, notes }),
);

test('a platform that asks to slow down is waited for', () =>
  expect(whyOf({ ...failing, scrape_error: 'rate_limited: 429' }, 'Google', undefined).title).toMatch(
    /^The platform asked us to slow down\. Next attempt: .*2030$/,
  ));

test.each([
  [{ ...failing, scrape_error: 'credentials_missing: no connection' }, 'connect'],
  [{ ...failing, scrape_error: 'credentials_rejected: revoked' }, 'reconnect'],
  [{ ...failing, scrape_error: 'credentials_missing: no connection', is_active: false }, null],
  [{ ...link, scrape_status: 'in_progress', scrape_error: 'credentials_missing: no connection' }, null],
  [{ ...failing, scrape_error: 'blocked: a captcha' }, null],
  [link, null],
] as const)('%j asks for %p', (facts, asked) => expect(accessAsked(facts)).toBe(asked));
