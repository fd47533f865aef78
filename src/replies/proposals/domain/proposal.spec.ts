import { isAnswered, OPEN_LIMITS, requireOpen, requireRead, requireRoom, type AnswerFacts } from './proposal';

const NONE = { openOfReview: 0, openOfProposer: 0, openOfAccount: 0, ofProposerToday: 0 };
const REPLY: AnswerFacts = { state: 'published', action: 'publish', publishedText: 'Thanks', inDoubt: false };
const codeOf = (check: () => void): string => {
  try {
    check();
    return 'accepted';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('proposals of replies (contract §4.20)', () => {
  it.each<[string, Partial<typeof NONE>, string]>([
    ['none', {}, 'accepted'],
    ['four of the review', { openOfReview: 4 }, 'accepted'],
    ['five of the review', { openOfReview: 5 }, 'proposal_limit_reached'],
    ['199 of the proposer', { openOfProposer: 199, openOfAccount: 199 }, 'accepted'],
    ['200 of the proposer', { openOfProposer: 200, openOfAccount: 200 }, 'proposal_limit_reached'],
    ['999 of the account', { openOfAccount: 999 }, 'accepted'],
    ['1,000 of the account', { openOfAccount: 1_000 }, 'proposal_limit_reached'],
    ['1,000 of the proposer in 24 hours', { ofProposerToday: 1_000 }, 'proposal_limit_reached'],
  ])('another one beside %s: %s', (_, counts, expected) => {
    expect(codeOf(() => requireRoom({ ...NONE, ...counts }))).toBe(expected);
  });

  it('one key alone cannot use up the open proposals of an account', () => {
    expect(OPEN_LIMITS.proposer).toBeLessThan(OPEN_LIMITS.account);
  });

  it.each<[string, string | null, AnswerFacts | null, boolean]>([
    ['no reply', null, null, false],
    ['a reply on the platform of any author', 'Thanks', null, true],
    ['a published one', null, REPLY, true],
    ['one that waits', null, { ...REPLY, state: 'pending', publishedText: null }, true],
    ['one that is being sent', null, { ...REPLY, state: 'publishing', publishedText: null }, true],
    ['one with an unknown result', null, { ...REPLY, state: 'failed', publishedText: null, inDoubt: true }, true],
    ['one that failed', null, { ...REPLY, state: 'failed', publishedText: null }, false],
    ['a removed one', null, { ...REPLY, state: 'deleted', action: 'remove', publishedText: null }, false],
    ['one that waits to be removed', null, { ...REPLY, state: 'pending', action: 'remove' }, true],
  ])('a review with %s is answered or not', (_, shown, reply, expected) => {
    expect(isAnswered(shown, reply)).toBe(expected);
  });

  it.each<[string, string | null, string | null, string]>([
    ['the review says the same', 'v1', null, 'accepted'],
    ['the review says something else', 'v2', null, 'review_changed'],
    ['the approver has read what it says now', 'v2', 'v2', 'accepted'],
    ['the approver has read an older one', 'v3', 'v2', 'review_changed'],
    ['the approver has read another one, and the review says the same', 'v1', 'v2', 'review_changed'],
    ['the review is gone', null, null, 'review_changed'],
    ['the review is gone, and the approver has read it', null, 'v1', 'review_changed'],
  ])('an approval where %s', (_, current, read, expected) => {
    expect(codeOf(() => requireRead({ current, read, whenProposed: 'v1' }))).toBe(expected);
  });

  it.each(['approved', 'dismissed', 'published', 'superseded'] as const)(
    'refuses a decision about one that is %s',
    (state) => {
      expect(codeOf(() => requireOpen(state))).toBe('proposal_closed');
      expect(codeOf(() => requireOpen('open'))).toBe('accepted');
    },
  );
});
