import { judgeDrift, type DriftFacts, type LinkShare } from './drift';

/** `n` links of each account, with `reviews` reviews of which a share has the field. */
function links(
  accounts: Readonly<Record<number, readonly [n: number, reviews: number, share: number]>>,
  ageHours = 0.5,
): readonly LinkShare[] {
  return Object.entries(accounts).flatMap(([account, [n, reviews, share]]) =>
    Array.from({ length: n }, (_, index) => ({
      accountId: Number(account),
      linkId: Number(account) * 100 + index,
      ageHours,
      reviews,
      filled: Math.round(reviews * share),
    })),
  );
}

const USUAL = { reviews: 10_000, filled: 9_900, links: 400 };

function facts(changes: Partial<DriftFacts> = {}): DriftFacts {
  return {
    field: 'text',
    usual: USUAL,
    recent: links({ 1: [3, 20, 0], 2: [3, 20, 0] }),
    active: { links: 40, accounts: 2 },
    alarmUsual: null,
    ...changes,
  };
}

describe('drift of a field of a source', () => {
  it.each<[string, string, Partial<DriftFacts>]>([
    ['missing', 'no review of two accounts has the field', {}],
    ['normal', 'the share is the usual one', { recent: links({ 1: [3, 20, 1], 2: [3, 20, 1] }) }],
    ['normal', 'the share is a little lower', { recent: links({ 1: [3, 20, 0.9], 2: [3, 20, 0.95] }) }],
    ['missing', 'half of the reviews of all links lack it', { recent: links({ 1: [5, 20, 0.5], 2: [5, 20, 0.5] }) }],
    [
      'normal',
      'one odd object lacks it',
      { recent: [...links({ 1: [1, 5_000, 0] }), ...links({ 2: [4, 20, 1], 3: [4, 20, 1] })] },
    ],
    [
      'normal',
      'all objects of one account lack it, and those of the others have it',
      { recent: links({ 1: [20, 100, 0], 2: [2, 20, 1], 3: [2, 20, 1] }) },
    ],
    ['unknown', 'only one account was read, and the source has several', { recent: links({ 1: [9, 50, 0] }) }],
    [
      'missing',
      'only one account has links at the source, and several of them lack it',
      { recent: links({ 1: [4, 20, 0] }), active: { links: 4, accounts: 1 } },
    ],
    [
      'unknown',
      'one of several links of the only account was read',
      { recent: links({ 1: [1, 50, 0] }), active: { links: 4, accounts: 1 } },
    ],
    ['missing', 'the source has one link', { recent: links({ 1: [1, 50, 0] }), active: { links: 1, accounts: 1 } }],
    ['unknown', 'too few reviews were read', { recent: links({ 1: [1, 5, 0], 2: [1, 5, 0] }) }],
    ['unknown', 'nothing was read', { recent: [] }],
    ['unknown', 'too little was read before to know what is usual', { usual: { reviews: 99, filled: 99, links: 5 } }],
    ['unknown', 'nothing was read before', { usual: null }],
    [
      'unknown',
      'the field is usually empty',
      { field: 'images', usual: { reviews: 10_000, filled: 1_900, links: 400 } },
    ],
    [
      'normal',
      'a field of half of the reviews is missing by chance in a small sample',
      {
        usual: { reviews: 10_000, filled: 5_000, links: 400 },
        recent: links({ 1: [1, 10, 0.2], 2: [1, 10, 0.3] }),
      },
    ],
    [
      'normal',
      'fewer of the newest reviews have a reply yet',
      {
        field: 'reply',
        usual: { reviews: 10_000, filled: 6_000, links: 400 },
        recent: links({ 1: [5, 20, 0.45], 2: [5, 20, 0.45] }),
      },
    ],
  ])('is %s if %s', (state, _, changes) => {
    expect(judgeDrift(facts(changes)).state).toBe(state);
  });

  it('takes the shortest period with enough reviews', () => {
    const [old, fresh] = [links({ 1: [5, 20, 1], 2: [5, 20, 1] }, 3), links({ 3: [3, 20, 0], 4: [3, 20, 0] })];
    expect(judgeDrift(facts({ recent: [...old, ...fresh] }))).toMatchObject({ state: 'missing', share: 0, links: 6 });
    const few = links({ 3: [1, 5, 0] });
    expect(judgeDrift(facts({ recent: [...old, ...few] }))).toMatchObject({ state: 'normal', links: 11 });
  });

  it('an open alarm compares with what was usual before it, and ends when the field is back', () => {
    const drowned = { reviews: 10_000, filled: 1_000, links: 400 };
    const open = (share: number): string =>
      judgeDrift(facts({ alarmUsual: 0.99, usual: drowned, recent: links({ 1: [5, 20, share], 2: [5, 20, share] }) }))
        .state;
    expect([open(0), open(0.9), open(1)]).toEqual(['missing', 'normal', 'recovered']);
  });

  it('names the figures', () => {
    expect(judgeDrift(facts())).toEqual({
      state: 'missing',
      share: 0,
      usual: 0.99,
      alarmBelow: expect.closeTo(0.89, 2) as number,
      reviews: 120,
      links: 6,
      accounts: 2,
    });
  });
});
