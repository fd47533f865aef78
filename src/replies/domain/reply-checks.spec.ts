import { AppError } from '@libs/kernel';
import type { Reply } from './reply';
import { checkDelete, checkPut, type DeleteFacts, type PlatformAbilities, type PutFacts } from './reply-checks';

const A: PlatformAbilities = {
  canReplace: true,
  canDelete: true,
  needsReviewText: false,
  maxLength: 20,
  unit: 'characters',
};
const B = { ...A, canReplace: false };
const C = { ...B, canDelete: false, needsReviewText: true };

const review = { isDeleted: false, isNative: true, isImported: false, hasText: true, replyText: null };
const reply: Reply = {
  state: 'published',
  action: 'publish',
  text: 'Thanks',
  publishedText: 'Thanks',
  publishedTextAt: new Date(0),
  confirmedAt: null,
  inDoubt: false,
  error: null,
};
const unsentReply: Reply = { ...reply, state: 'pending', publishedText: null, publishedTextAt: null };

const putFacts: PutFacts = {
  review,
  platform: A,
  planPublishes: true,
  quotaIsUsedUp: false,
  connection: 'active',
  text: 'New text',
  isOwnedByOtherAccount: false,
  reply: null,
};

/** Returns the accepted value, or the status and code of the refusal. */
function resultOf(act: () => unknown): string {
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
  [{ review: { ...review, isImported: true } }, '409 reply_not_replyable'],
  [{ planPublishes: false }, '402 reply_requires_upgrade'],
  [{ quotaIsUsedUp: true }, '402 reply_trial_quota_exhausted'],
  [{ connection: 'none' }, '403 reply_card_not_yours'],
  [{ connection: 'revoked' }, '403 reply_access_revoked'],
  [{ connection: 'unconnected' }, '403 reply_access_revoked'],
  [{ text: '  ' }, '422 validation_error'],
  [{ text: 'x'.repeat(21) }, '422 validation_error'],
  [{ isOwnedByOtherAccount: true }, '409 reply_owned_by_other_account'],
  [{ reply: { ...reply, state: 'publishing' } }, '409 reply_in_progress'],
  [{ platform: B, reply }, '409 reply_edit_not_supported'],
];

describe('PUT of a reply (contract §7.4, §4.5)', () => {
  it('is accepted if no check fails', () => expect(resultOf(() => checkPut(putFacts))).toBe('New text'));

  it.each(REFUSALS)('is refused because of %j: %s', (facts, refusal) =>
    expect(resultOf(() => checkPut({ ...putFacts, ...facts }))).toBe(refusal),
  );

  // If two checks fail, the error of the first one in the list is thrown.
  it.each(
    REFUSALS.flatMap(([first, refusal], index) =>
      REFUSALS.slice(index + 1).map(([second]) => [first, second, refusal] as const),
    ),
  )('is refused because of %j before %j: %s', (first, second, refusal) =>
    expect(resultOf(() => checkPut({ ...putFacts, ...second, ...first }))).toBe(refusal),
  );

  it.each<[string, Partial<PutFacts>, string]>([
    [
      'a review without a text is refused on a platform that requires one',
      { platform: C, review: { ...review, hasText: false } },
      '409 reply_not_replyable',
    ],
    ['a review without a text is accepted on other platforms', { review: { ...review, hasText: false } }, 'New text'],
    ['a published reply is replaced', { reply }, 'New text'],
    ['a pending reply is replaced', { reply: unsentReply }, 'New text'],
    [
      'a pending reply is replaced on a platform that cannot replace replies, because it is not published yet',
      { platform: B, reply: unsentReply },
      'New text',
    ],
    [
      'a failed reply is replaced',
      { platform: B, reply: { ...unsentReply, state: 'failed', error: 'text_rejected' } },
      'New text',
    ],
    ['a deleted reply is replaced', { platform: B, reply: { ...unsentReply, state: 'deleted' } }, 'New text'],
    ['the same text again is allowed (contract §3.1)', { platform: C, reply, text: ' Thanks ' }, 'Thanks'],
    [
      'a reply that was written on the platform is replaced',
      { review: { ...review, replyText: 'By hand' } },
      'New text',
    ],
    [
      'a reply that was written on a platform that cannot replace replies is not replaced',
      { platform: B, review: { ...review, replyText: 'By hand' } },
      '409 reply_edit_not_supported',
    ],
    ['a reply in doubt is replaced', { platform: B, reply: { ...reply, inDoubt: true } }, 'New text'],
    [
      'a reply whose removal is pending is not replaced on a platform that cannot replace replies',
      { platform: B, reply: { ...reply, state: 'pending', action: 'remove' } },
      '409 reply_edit_not_supported',
    ],
  ])('%s', (_, facts, outcome) => expect(resultOf(() => checkPut({ ...putFacts, ...facts }))).toBe(outcome));
});

const deleteFacts: DeleteFacts = { reviewExists: true, reply, platform: A, connection: 'active' };

const REMOVAL_REFUSALS: readonly (readonly [Partial<DeleteFacts>, string])[] = [
  [{ reviewExists: false }, '404 not_found'],
  [{ reply: null }, '404 reply_not_found'],
  [{ reply: { ...unsentReply, state: 'deleted' } }, '404 reply_not_found'],
  [{ platform: C }, '409 reply_delete_not_supported'],
  [{ platform: null }, '409 reply_delete_not_supported'],
  [{ connection: 'none' }, '403 reply_card_not_yours'],
  [{ connection: 'revoked' }, '403 reply_access_revoked'],
  [{ connection: 'unconnected' }, '403 reply_access_revoked'],
  [{ reply: { ...reply, state: 'publishing' } }, '409 reply_in_progress'],
];

describe('DELETE of a reply (contract §7.4, §4.5)', () => {
  it.each(REMOVAL_REFUSALS)('is refused because of %j: %s', (facts, refusal) =>
    expect(resultOf(() => checkDelete({ ...deleteFacts, ...facts }))).toBe(refusal),
  );

  it.each(
    REMOVAL_REFUSALS.flatMap(([first, refusal], index) =>
      REMOVAL_REFUSALS.slice(index + 1).map(([second]) => [first, second, refusal] as const),
    ),
  )('is refused because of %j before %j: %s', (first, second, refusal) =>
    expect(resultOf(() => checkDelete({ ...deleteFacts, ...second, ...first }))).toBe(refusal),
  );

  it.each<[string, Partial<DeleteFacts>, string]>([
    ['a published reply needs a request', {}, 'remove'],
    [
      'a failed reply that replaced a published one needs a request',
      { reply: { ...reply, state: 'failed', error: 'text_rejected' } },
      'remove',
    ],
    [
      'a reply whose state on the platform is unknown needs a request',
      { reply: { ...unsentReply, state: 'failed', inDoubt: true, error: 'platform_error' } },
      'remove',
    ],
    ['a reply that was never sent is dropped', { reply: unsentReply }, 'drop'],
    [
      'a reply that was never sent is dropped on a platform that cannot delete replies',
      { reply: unsentReply, platform: C },
      'drop',
    ],
    [
      'a reply that was never sent is dropped without access',
      { reply: { ...unsentReply, state: 'failed', error: 'access_revoked' }, connection: 'revoked' },
      'drop',
    ],
    ['a second removal needs a request', { reply: { ...reply, state: 'pending', action: 'remove' } }, 'remove'],
  ])('%s', (_, facts, outcome) => expect(resultOf(() => checkDelete({ ...deleteFacts, ...facts }))).toBe(outcome));
});
