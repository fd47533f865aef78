import { linkName, linkStatus, stopReason } from './link-state';

const good = {
  is_active: true,
  frozen_at: null,
  scrape_status: 'success',
  scrape_error: null,
  stop_reason: 'complete',
  warning: null,
  completeness: 1,
} as const;

test.each([
  [good, 'upToDate'],
  [{ ...good, completeness: null }, 'upToDate'],
  [{ ...good, completeness: 0.9 }, 'partial'],
  [{ ...good, warning: 'many_reviews_missing' }, 'partial'],
  [{ ...good, scrape_status: 'failed' }, 'failed'],
  [{ ...good, scrape_status: 'pending' }, 'waiting'],
  [{ ...good, scrape_status: 'failed', frozen_at: '2026-11-20T08:00:00' }, 'paused'],
  [{ ...good, scrape_status: 'in_progress', frozen_at: '2026-11-20T08:00:00' }, 'collecting'],
  [{ ...good, is_active: false, scrape_status: 'in_progress' }, 'off'],
] as const)('%p is %s', (link, status) => expect(linkStatus(link)).toBe(status));

test.each([
  [good, 'Read to the end'],
  [
    { ...good, scrape_error: 'blocked: a captcha', stop_reason: 'blocked' },
    'Bot check instead of the page. We do not get round it',
  ],
  [{ ...good, scrape_error: 'new_code: a text' }, 'new_code: a text'],
  [{ ...good, stop_reason: null }, null],
])('the reason of %p is %p', (link, reason) => expect(stopReason(link)).toBe(reason));

const address = { link_name: null, scraped_object_name: '', auto_name: null, url: 'https://www.example.com/a' };

test.each([
  [{ ...address, link_name: 'Mine', scraped_object_name: 'Theirs' }, 'Mine'],
  [{ ...address, scraped_object_name: 'Theirs', auto_name: 'Trustpilot: Theirs' }, 'Theirs'],
  [{ ...address, auto_name: 'Trustpilot' }, 'Trustpilot'],
  [address, 'example.com/a'],
])('the name of %p is %s', (link, name) => expect(linkName(link)).toBe(name));
