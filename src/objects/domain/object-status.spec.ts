import { lastScrapedAt, objectStatus, type LinkState, type LinkStatus, type ObjectStatus } from './object-status';

const link = (scrapeStatus: LinkStatus, isActive = true, lastScraped: string | null = null): LinkState => ({
  isActive,
  scrapeStatus,
  lastScrapedAt: lastScraped === null ? null : new Date(lastScraped),
});
const off = (scrapeStatus: LinkStatus, lastScraped: string | null = null): LinkState =>
  link(scrapeStatus, false, lastScraped);

describe('§2.1 scrape_status of an object', () => {
  const table: readonly [string, readonly LinkState[], ObjectStatus][] = [
    ['pending: nothing to collect yet, no links', [], 'pending'],
    ['pending: every link waits for its first collection', [link('pending'), link('pending')], 'pending'],
    ['pending: only disabled links, of any status', [off('success'), off('failed'), off('in_progress')], 'pending'],
    ['in_progress: running, beside success', [link('success'), link('in_progress')], 'in_progress'],
    [
      'in_progress: running, beside failure and waiting',
      [link('failed'), link('pending'), link('in_progress')],
      'in_progress',
    ],
    ['success: all platforms collected', [link('success'), link('success')], 'success'],
    ['success: one platform', [link('success')], 'success'],
    ['partial: some collected, some failed', [link('success'), link('failed')], 'partial'],
    ['partial: some collected, one not yet', [link('success'), link('pending')], 'partial'],
    ['partial: one of each that is not running', [link('pending'), link('failed'), link('success')], 'partial'],
    ['failed: none collected', [link('failed'), link('failed')], 'failed'],
    ['failed: none collected, one not tried yet', [link('failed'), link('pending')], 'failed'],
    ['disabled links are not counted: a failed one', [link('success'), off('failed')], 'success'],
    ['disabled links are not counted: a collected one', [link('failed'), off('success')], 'failed'],
    ['disabled links are not counted: a running one', [link('success'), off('in_progress')], 'success'],
    ['disabled links are not counted: a waiting one', [link('success'), off('pending')], 'success'],
  ];

  it.each(table)('%s', (_, links, expected) => {
    expect(objectStatus(links)).toBe(expected);
    expect(objectStatus([...links].reverse())).toBe(expected);
  });
});

describe('§2.1 last_scraped_at: the latest date among enabled links', () => {
  const early = '2026-03-01T10:00:00Z';
  const late = '2026-03-02T10:00:00Z';
  const table: readonly [string, readonly LinkState[], string | null][] = [
    ['null without links', [], null],
    ['null while nothing was collected', [link('pending')], null],
    ['the only one', [link('success', true, early), link('pending')], early],
    ['the later one', [link('success', true, early), link('failed', true, late)], late],
    ['not that of a disabled link', [link('success', true, early), off('success', late)], early],
    ['null where only a disabled link has one', [off('success', late), link('pending')], null],
  ];

  it.each(table)('%s', (_, links, expected) => {
    const wanted = expected === null ? null : new Date(expected);
    expect(lastScrapedAt(links)).toEqual(wanted);
    expect(lastScrapedAt([...links].reverse())).toEqual(wanted);
  });
});
