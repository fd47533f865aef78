import { AppError } from '@libs/kernel';
import type { Reply } from './reply';
import { acceptDelete, acceptPut, type DeleteFacts, type PlatformAbilities, type PutFacts } from './reply-checks';

const A: PlatformAbilities = {
  canReplace: true,
  canDelete: true,
  needsReviewText: false,
  maxLength: 20,
  unit: 'characters',
};
const B = { ...A, canReplace: false };
const C = { ...B, canDelete: false, needsReviewText: true };

const review = { isDeleted: false, isNative: true, hasText: true, replyText: null };
const reply: Reply = {
  state: 'published',
  action: 'publish',
  text: 'Thanks',
  heldText: 'Thanks',
  heldAt: new Date(0),
  confirmedAt: null,
  inDoubt: false,
  error: null,
};
const neverSent: Reply = { ...reply, state: 'pending', heldText: null, heldAt: null };

const put: PutFacts = {
  review,
  platform: A,
  planPublishes: true,
  quotaIsUsedUp: false,
  connection: 'active',
  text: 'New text',
  isTaken: false,
  reply: null,
};

function verdict(act: () => unknown): string {
  try {
    return String(act());
  } catch (error) {
    if (error instanceof AppError) return `${error.status} ${error.code}`;
    throw error;
  }
}

/** All refusals of PUT, in the order of contract §4.5. */
const REFUSALS: readonly (readonly [Partial<PutFacts>, string])[] = [
  [{ review: null }, '404 not_found'],
  [{ review: { ...review, isDeleted: true } }, '404 not_found'],
  [{ platform: null }, '409 reply_not_supported'],
  [{ review: { ...review, isNative: false } }, '409 reply_not_replyable'],
  [{ planPublishes: false }, '402 reply_requires_upgrade'],
  [{ quotaIsUsedUp: true }, '402 reply_trial_quota_exhausted'],
  [{ connection: 'none' }, '403 reply_card_not_yours'],
  [{ connection: 'revoked' }, '403 reply_access_revoked'],
  [{ connection: 'unconnected' }, '403 reply_access_revoked'],
  [{ text: '  ' }, '422 validation_error'],
  [{ text: 'x'.repeat(21) }, '422 validation_error'],
  [{ isTaken: true }, '409 reply_owned_by_other_account'],
  [{ reply: { ...reply, state: 'publishing' } }, '409 reply_in_progress'],
  [{ platform: B, reply }, '409 reply_edit_not_supported'],
];

describe('PUT of a reply (contract §7.4, §4.5)', () => {
  it('is accepted where no check fails', () => expect(verdict(() => acceptPut(put))).toBe('New text'));

  it.each(REFUSALS)('%j: %s', (facts, refusal) => expect(verdict(() => acceptPut({ ...put, ...facts }))).toBe(refusal));

  // Two failed checks: the error of the first one in the list is thrown.
  it.each(
    REFUSALS.flatMap(([first, refusal], at) =>
      REFUSALS.slice(at + 1).map(([second]) => [first, second, refusal] as const),
    ),
  )('%j before %j: %s', (first, second, refusal) =>
    expect(verdict(() => acceptPut({ ...put, ...second, ...first }))).toBe(refusal),
  );

  it.each<[string, Partial<PutFacts>, string]>([
    [
      'a platform that needs a review text gets none',
      { platform: C, review: { ...review, hasText: false } },
      '409 reply_not_replyable',
    ],
    ['one that does not', { review: { ...review, hasText: false } }, 'New text'],
    ['a published reply is replaced', { reply }, 'New text'],
    ['a pending one is replaced', { reply: neverSent }, 'New text'],
    [
      'a waiting one where nothing is rewritten: it is not published yet',
      { platform: B, reply: neverSent },
      'New text',
    ],
    ['a failed one', { platform: B, reply: { ...neverSent, state: 'failed', error: 'text_rejected' } }, 'New text'],
    ['after a deletion', { platform: B, reply: { ...neverSent, state: 'deleted' } }, 'New text'],
    ['the same text again is allowed (§3.1)', { platform: C, reply, text: ' Thanks ' }, 'Thanks'],
    [
      'a reply that was written on the platform is replaced',
      { review: { ...review, replyText: 'By hand' } },
      'New text',
    ],
    [
      'not where nothing is rewritten',
      { platform: B, review: { ...review, replyText: 'By hand' } },
      '409 reply_edit_not_supported',
    ],
    ['in doubt it is accepted', { platform: B, reply: { ...reply, inDoubt: true } }, 'New text'],
    [
      'a removal that waits has not made room yet',
      { platform: B, reply: { ...reply, state: 'pending', action: 'remove' } },
      '409 reply_edit_not_supported',
    ],
  ])('%s', (_, facts, outcome) => expect(verdict(() => acceptPut({ ...put, ...facts }))).toBe(outcome));
});

const remove: DeleteFacts = { reviewIsThere: true, reply, platform: A, connection: 'active' };

const REMOVAL_REFUSALS: readonly (readonly [Partial<DeleteFacts>, string])[] = [
  [{ reviewIsThere: false }, '404 not_found'],
  [{ reply: null }, '404 reply_not_found'],
  [{ reply: { ...neverSent, state: 'deleted' } }, '404 reply_not_found'],
  [{ platform: C }, '409 reply_delete_not_supported'],
  [{ platform: null }, '409 reply_delete_not_supported'],
  [{ connection: 'none' }, '403 reply_card_not_yours'],
  [{ connection: 'revoked' }, '403 reply_access_revoked'],
  [{ connection: 'unconnected' }, '403 reply_access_revoked'],
  [{ reply: { ...reply, state: 'publishing' } }, '409 reply_in_progress'],
];

describe('DELETE of a reply (contract §7.4, §4.5)', () => {
  it.each(REMOVAL_REFUSALS)('%j: %s', (facts, refusal) =>
    expect(verdict(() => acceptDelete({ ...remove, ...facts }))).toBe(refusal),
  );

  it.each(
    REMOVAL_REFUSALS.flatMap(([first, refusal], at) =>
      REMOVAL_REFUSALS.slice(at + 1).map(([second]) => [first, second, refusal] as const),
    ),
  )('%j before %j: %s', (first, second, refusal) =>
    expect(verdict(() => acceptDelete({ ...remove, ...second, ...first }))).toBe(refusal),
  );

  it.each<[string, Partial<DeleteFacts>, string]>([
    ['a published one needs a request', {}, 'remove'],
    [
      'one that failed over a published one too',
      { reply: { ...reply, state: 'failed', error: 'text_rejected' } },
      'remove',
    ],
    [
      'one whose state on the platform is unknown',
      { reply: { ...neverSent, state: 'failed', inDoubt: true, error: 'platform_error' } },
      'remove',
    ],
    ['one that was never sent is dropped', { reply: neverSent }, 'drop'],
    ['also where nothing can be deleted', { reply: neverSent, platform: C }, 'drop'],
    [
      'also without access',
      { reply: { ...neverSent, state: 'failed', error: 'access_revoked' }, connection: 'revoked' },
      'drop',
    ],
    ['requested twice', { reply: { ...reply, state: 'pending', action: 'remove' } }, 'remove'],
  ])('%s', (_, facts, outcome) => expect(verdict(() => acceptDelete({ ...remove, ...facts }))).toBe(outcome));
});
