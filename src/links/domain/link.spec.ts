import {
  autoName,
  completeness,
  collectionEffectOf,
  type CollectionEffect,
  type LinkChange,
  type LinkSwitch,
} from './link';

describe('§2.2, contract §4.6: auto_name', () => {
  it.each([
    ['only the label before a name was read', null, 'Trustpilot'],
    ['label, colon, name read from the platform', 'Hotel Example', 'Trustpilot: Hotel Example'],
    ['a name with a colon stays whole', 'A: B', 'Trustpilot: A: B'],
  ])('%s', (_, name, expected) => {
    expect(autoName('Trustpilot', name)).toBe(expected);
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

  it.each(table)('%i collected of %s: %s', (collected, platform, expected) => {
    expect(completeness(collected, platform)).toBe(expected);
  });
});

describe('contract §4.6: the effect of a change on the collection', () => {
  const healthy: LinkSwitch = { isActive: true, frozenAt: null, lastingFailures: 0 };
  const off: LinkSwitch = { ...healthy, isActive: false };
  const frozen: LinkSwitch = { isActive: true, frozenAt: new Date(0), lastingFailures: 10 };
  const failing: LinkSwitch = { ...healthy, lastingFailures: 3 };
  const table: readonly [string, LinkSwitch, LinkChange, CollectionEffect][] = [
    ['a new name keeps the schedule', healthy, { linkName: 'x' }, 'keep'],
    ['a removed name keeps the schedule', frozen, { linkName: null }, 'keep'],
    ['is_public keeps the schedule', frozen, { isPublic: false }, 'keep'],
    ['is_active=false ends collection', healthy, { isActive: false }, 'stop'],
    ['is_active=false of a link that is off stops its collection', off, { isActive: false }, 'stop'],
    ['is_active=true of a link that is off makes it due at once', off, { isActive: true }, 'restart'],
    ['is_active=true ends the freeze of a frozen link', frozen, { isActive: true }, 'restart'],
    ['is_active=true resets the count of failures', failing, { isActive: true }, 'restart'],
    ['is_active=true of a healthy active link keeps the schedule', healthy, { isActive: true }, 'keep'],
  ];

  it.each(table)('%s', (_, link, change, expected) => {
    expect(collectionEffectOf(link, change)).toBe(expected);
  });
});
