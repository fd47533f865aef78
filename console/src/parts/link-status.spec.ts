import { completeLink } from './link-facts.fixture';
import { linkStatus } from './link-status';

test.each([
  [completeLink, 'upToDate'],
  [{ ...completeLink, completeness: null }, 'upToDate'],
  [{ ...completeLink, completeness: 0.9 }, 'partial'],
  [{ ...completeLink, warning: 'many_reviews_missing' }, 'partial'],
  [{ ...completeLink, scrape_status: 'failed' }, 'broken'],
  [{ ...completeLink, scrape_status: 'failed', scrape_error: 'timeout: no answer' }, 'broken'],
  [{ ...completeLink, scrape_status: 'failed', scrape_error: 'blocked: a captcha' }, 'failed'],
  [{ ...completeLink, scrape_status: 'pending' }, 'waiting'],
  [{ ...completeLink, scrape_status: 'failed', frozen_at: '2026-11-20T08:00:00' }, 'paused'],
  [{ ...completeLink, scrape_status: 'in_progress', frozen_at: '2026-11-20T08:00:00' }, 'collecting'],
  [{ ...completeLink, is_active: false, scrape_status: 'in_progress' }, 'off'],
] as const)('%p is %s', (link, status) => expect(linkStatus(link)).toBe(status));
