import { lastScrapedAt, objectStatus, type LinkState, type LinkStatus, type ObjectStatus } from './object-status';

const link = (scrapeStatus: LinkStatus, isActive = true, lastScraped: string | null = null): LinkState => ({
  isActive,
  scrapeStatus,
  lastScrapedAt: lastScraped === null ? null : new Date(lastScraped),
});
const disabledLink = (scrapeStatus: LinkStatus, lastScraped: string | null = null): LinkState =>
  link(scrapeStatus, false, lastScraped);

describe('the scrape_status of an object (contract §2.1)', () => {
  const table: readonly [string, readonly LinkState[], ObjectStatus][] = [
    ['pending without links', [], 'pending'],
    ['pending while every link waits for its first collection', [link('pending'), link('pending')], 'pending'],
    [
      'pending if all links are disabled',
      [disabledLink('success'), disabledLink('failed'), disabledLink('in_progress')],
      'pending',
    ],
    ['in_progress with a running and a collected link', [link('success'), link('in_progress')], 'in_progress'],
    [
      'in_progress with a running, a failed and a waiting link',
      [link('failed'), link('pending'), link('in_progress')],
      'in_progress',
    ],
    ['success if all links are collected', [link('success'), link('success')], 'success'],
    ['success if the only link is collected', [link('success')], 'success'],
    ['partial with a collected and a failed link', [link('success'), link('failed')], 'partial'],
    ['partial with a collected and a waiting link', [link('success'), link('pending')], 'partial'],
    [
      'partial with a waiting, a failed and a collected link',
      [link('pending'), link('failed'), link('success')],
      'partial',
    ],
    ['failed if all links failed', [link('failed'), link('failed')], 'failed'],
    ['failed with a failed and a waiting link', [link('failed'), link('pending')], 'failed'],
    ['success with a disabled failed link', [link('success'), disabledLink('failed')], 'success'],
    ['failed with a disabled collected link', [link('failed'), disabledLink('success')], 'failed'],
    ['success with a disabled running link', [link('success'), disabledLink('in_progress')], 'success'],
    ['success with a disabled waiting link', [link('success'), disabledLink('pending')], 'success'],
  ];

  it.each(table)('is %s', (_, links, expected) => {
    expect(objectStatus(links)).toBe(expected);
    expect(objectStatus([...links].reverse())).toBe(expected);
  });
});

describe('the last_scraped_at of an object (contract §2.1)', () => {
  const early = '2026-03-01T10:00:00Z';
  const late = '2026-03-02T10:00:00Z';
  const table: readonly [string, readonly LinkState[], string | null][] = [
    ['null without links', [], null],
    ['null before the first collection', [link('pending')], null],
    ['the only date', [link('success', true, early), link('pending')], early],
    ['the later of two dates', [link('success', true, early), link('failed', true, late)], late],
    ['not the date of a disabled link', [link('success', true, early), disabledLink('success', late)], early],
    ['null if only a disabled link has a date', [disabledLink('success', late), link('pending')], null],
  ];

  it.each(table)('is %s', (_, links, expected) => {
    const expectedDate = expected === null ? null : new Date(expected);
    expect(lastScrapedAt(links)).toEqual(expectedDate);
    expect(lastScrapedAt([...links].reverse())).toEqual(expectedDate);
  });
});
