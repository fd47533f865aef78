import { linkState, objectState, type LinkFacts, type LinkStateName, type ObjectStateName } from './object-state';

const READ: LinkFacts = {
  ...{ isActive: true, scrapeStatus: 'success', scrapeError: null },
  ...{ frozenAt: null, warning: null, completeness: 1 },
};
const FROZEN = { frozenAt: new Date('2026-11-20T08:00:00Z') };
const failed = (scrapeError: string): LinkFacts => ({ ...READ, scrapeStatus: 'failed', scrapeError });

/** A link of each state. */
const LINKS: Readonly<Record<LinkStateName, LinkFacts>> = {
  off: { ...READ, isActive: false, scrapeStatus: 'in_progress' },
  collecting: { ...READ, ...FROZEN, scrapeStatus: 'in_progress' },
  paused: { ...failed('blocked: a captcha'), ...FROZEN },
  waiting: { ...READ, scrapeStatus: 'pending' },
  refused: failed('blocked: a captcha'),
  failed: failed('timeout: no answer'),
  partial: { ...READ, completeness: 0.97 },
  up_to_date: READ,
};

describe('contract §2.2: the state of a link', () => {
  it.each(Object.entries(LINKS))('%s', (state, link) => expect(linkState(link)).toBe(state));

  it.each<[LinkStateName, Partial<LinkFacts>]>([
    ['up_to_date', { completeness: null }],
    ['up_to_date', { completeness: 0.98 }],
    ['partial', { completeness: 0.9799 }],
    ['partial', { warning: 'many_reviews_missing' }],
    ['partial', { warning: 'unread: 2 dates', completeness: null }],
    ['refused', failed('credentials_missing: not connected')],
    ['failed', failed('page_not_found: the page does not exist')],
    ['failed', { scrapeStatus: 'failed' }],
  ])('is %s with %p', (state, facts) => expect(linkState({ ...READ, ...facts })).toBe(state));
});

describe('contract §2.1: the state of an object', () => {
  it.each<[ObjectStateName | null, readonly LinkStateName[]]>([
    [null, []],
    [null, ['off']],
    ['up_to_date', ['up_to_date', 'up_to_date', 'off']],
    ['waiting', ['waiting', 'waiting']],
    ['paused', ['paused', 'paused']],
    ['collecting', ['partial', 'collecting', 'failed']],
    ['partial', ['partial']],
    ['partial', ['partial', 'up_to_date']],
    ['partial', ['partial', 'failed']],
    ['partial', ['up_to_date', 'failed']],
    ['partial', ['up_to_date', 'waiting']],
    ['partial', ['up_to_date', 'paused']],
    ['failed', ['failed']],
    ['failed', ['refused']],
    ['failed', ['refused', 'waiting', 'paused']],
  ])('is %s with the links %p', (state, links) =>
    expect(
      objectState(
        true,
        links.map((name) => LINKS[name]),
      ),
    ).toBe(state),
  );

  it('is off where the object is, whatever its links are', () =>
    expect(objectState(false, Object.values(LINKS))).toBe('off'));
});
