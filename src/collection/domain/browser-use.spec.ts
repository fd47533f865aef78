import { collectsFrom } from './browser-use';

describe('the sources of a worker process (docs/production.md, "Two kinds of workers")', () => {
  it.each([
    ['on', true, true, true, true],
    ['off', true, false, false, true],
    ['only', false, true, true, false],
  ] as const)('HREV_COLLECT_BROWSER=%s', (use, http, browser, both, none) => {
    expect(collectsFrom(use, 'http')).toBe(http);
    expect(collectsFrom(use, 'browser')).toBe(browser);
    // Plain HTTP is tried first, and refused pages are opened in a browser.
    expect(collectsFrom(use, 'both')).toBe(both);
    expect(collectsFrom(use, undefined)).toBe(none);
  });
});
