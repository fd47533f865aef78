import {
  autoName,
  completeness,
  completenessOfLinks,
  collectionEffectOf,
  warningOf,
  type CollectedShare,
  type CollectionEffect,
  type LinkChange,
  type LinkState,
  type WarningFacts,
} from './link';

describe('contract §2.2, §4.6: auto_name', () => {
  it.each([
    ['is only the label before a name is read', null, 'Trustpilot'],
    ['is the label, a colon and the name read from the platform', 'Hotel Example', 'Trustpilot: Hotel Example'],
    ['contains a name with a colon unchanged', 'A: B', 'Trustpilot: A: B'],
  ])('%s', (_, name, expected) => {
    expect(autoName('Trustpilot', name)).toBe(expected);
  });
});

describe('the completeness of several links', () => {
  it.each<[string, CollectedShare, number | null]>([
    ['no link', { platformCount: null, collectedCount: 0, stated: 0, neverRead: 0 }, null],
    [
      'links that were read, without a number',
      { platformCount: null, collectedCount: 0, stated: 0, neverRead: 0 },
      null,
    ],
    ['links that were never read', { platformCount: null, collectedCount: 0, stated: 0, neverRead: 3 }, 0],
    ['links that were read', { platformCount: 100, collectedCount: 92, stated: 3, neverRead: 0 }, 0.92],
    [
      '3 links that were read, and 111 that were not',
      { platformCount: 100, collectedCount: 92, stated: 3, neverRead: 111 },
      0.0242,
    ],
    [
      'a link without reviews, and one that was never read',
      { platformCount: 0, collectedCount: 0, stated: 1, neverRead: 1 },
      0.5,
    ],
  ])('of %s', (_, share, expected) => {
    expect(completenessOfLinks(share)).toBe(expected);
  });
});

describe('contract §10: completeness, 0-1 or null', () => {
  const table: readonly [number, number | null, number | null][] = [
    [10, null, null],
    [0, null, null],
    [0, 0, 1],
    [0, 10, 0],
    [5, 10, 0.5],
    [1, 3, 0.3333],
    [2, 3, 0.6666],
    [10, 10, 1],
    [12, 10, 1],
    // never rounded up to 1
    [999_999, 1_000_000, 0.9999],
  ];

  it.each(table)('returns, for %i collected reviews and a counter of %s: %s', (collected, platform, expected) => {
    expect(completeness(collected, platform)).toBe(expected);
  });

  it.each<[number, number | null, number, number | null]>([
    [29, 30, 1, 0.9666],
    [29, 29, 1, 0.9666],
    [29, 28, 1, 0.9666],
    [10, 30, 1, 0.3333],
    [0, 0, 1, 0],
    [29, null, 1, null],
  ])(
    'is below 1 for %i collected reviews, a counter of %s and %i unread reviews: %s',
    (collected, platform, unread, expected) => {
      expect(completeness(collected, platform, unread)).toBe(expected);
    },
  );
});

describe('contract §2.2, §10.2: the warning of a link', () => {
  it.each<[string | null, Partial<WarningFacts>]>([
    [null, {}],
    [null, { unread: {} }],
    ['count_mismatch', { countDisputes: 1 }],
    ['many_reviews_missing', { manyMissing: true, countDisputes: 1 }],
    ['unread: 2 dates, 1 review', { unread: { date: 2, review: 1 } }],
    ['unread: 1 review', { unread: { review: 1 }, manyMissing: true, countDisputes: 1 }],
    ['unread: 1 photo', { unread: { photo: 1 }, countDisputes: 1 }],
    ['many_reviews_missing', { unread: { photo: 1 }, manyMissing: true }],
  ])('is %p for %j', (warning, facts) => {
    expect(warningOf({ manyMissing: false, countDisputes: 0, unread: null, ...facts })).toBe(warning);
  });
});

describe('contract §4.6: the effect of a change on the collection', () => {
  const healthy: LinkState = { isActive: true, frozenAt: null, lastingFailures: 0 };
  const disabled: LinkState = { ...healthy, isActive: false };
  const frozen: LinkState = { isActive: true, frozenAt: new Date(0), lastingFailures: 10 };
  const failing: LinkState = { ...healthy, lastingFailures: 3 };
  const table: readonly [string, LinkState, LinkChange, CollectionEffect][] = [
    ['a new name keeps the schedule', healthy, { linkName: 'x' }, 'keep'],
    ['a removed name keeps the schedule', frozen, { linkName: null }, 'keep'],
    ['is_public keeps the schedule', frozen, { isPublic: false }, 'keep'],
    ['is_active=false stops collection', healthy, { isActive: false }, 'stop'],
    ['is_active=false of a disabled link stops its collection', disabled, { isActive: false }, 'stop'],
    ['is_active=true of a disabled link makes it due at once', disabled, { isActive: true }, 'restart'],
    ['is_active=true ends the freeze of a frozen link', frozen, { isActive: true }, 'restart'],
    ['is_active=true resets the count of failures', failing, { isActive: true }, 'restart'],
    ['is_active=true of an enabled link without failures keeps the schedule', healthy, { isActive: true }, 'keep'],
  ];

  it.each(table)('%s', (_, link, change, expected) => {
    expect(collectionEffectOf(link, change)).toBe(expected);
  });
});
