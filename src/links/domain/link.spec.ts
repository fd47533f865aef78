import {
  autoName,
  completeness,
  consequenceOf,
  type CollectionConsequence,
  type LinkChange,
  type LinkSwitch,
} from './link';

describe('§2.2, contract §4.6: auto_name', () => {
  it.each([
    ['only the label until a name was read', null, 'Trustpilot'],
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
    // never rounded up to "nothing is missing"
    [999_999, 1_000_000, 0.9999],
  ];

  it.each(table)('%i collected of %s: %s', (collected, platform, expected) => {
    expect(completeness(collected, platform)).toBe(expected);
  });
});

describe('contract §4.6: what a change means for the collection', () => {
  const healthy: LinkSwitch = { isActive: true, frozenAt: null, lastingFailures: 0 };
  const resting: LinkSwitch = { ...healthy, isActive: false };
  const frozen: LinkSwitch = { isActive: true, frozenAt: new Date(0), lastingFailures: 10 };
  const failing: LinkSwitch = { ...healthy, lastingFailures: 3 };
  const table: readonly [string, LinkSwitch, LinkChange, CollectionConsequence][] = [
    ['a new name keeps the schedule', healthy, { linkName: 'x' }, 'keep'],
    ['a name taken away keeps the schedule', frozen, { linkName: null }, 'keep'],
    ['is_public keeps the schedule', frozen, { isPublic: false }, 'keep'],
    ['is_active=false ends collection', healthy, { isActive: false }, 'rest'],
    ['is_active=false of a resting link rests', resting, { isActive: false }, 'rest'],
    ['is_active=true of a resting link is due at once', resting, { isActive: true }, 'thaw'],
    ['is_active=true thaws a frozen link', frozen, { isActive: true }, 'thaw'],
    ['is_active=true forgets lasting failures', failing, { isActive: true }, 'thaw'],
    ['is_active=true of a healthy link is no way to be collected sooner', healthy, { isActive: true }, 'keep'],
  ];

  it.each(table)('%s', (_, link, change, expected) => {
    expect(consequenceOf(link, change)).toBe(expected);
  });
});
