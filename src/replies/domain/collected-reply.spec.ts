import { compare, MAX_REPAIRS, type CollectedReply } from './collected-reply';

const at = new Date(0);
const publishedReply: CollectedReply = {
  state: 'published',
  action: 'publish',
  text: 'Thanks',
  publishedText: 'Thanks',
  confirmedAt: null,
  inDoubt: false,
  awaitsModeration: false,
  sentTexts: ['First', 'Thanks'],
  repairs: 0,
  isOwnedByOtherAccount: false,
  shown: 'Thanks',
};

const ALL = { canReplace: true, canDelete: true };

describe('the comparison of a published reply with a collection (contract §4.5)', () => {
  it.each<[string, Partial<CollectedReply>, string]>([
    ['it is shown for the first time', {}, 'confirmed'],
    ['it is shown with other white space', { shown: ' Thanks\n' }, 'confirmed'],
    ['it is shown again', { confirmedAt: at }, 'unchanged'],
    ['it is shown again and was in doubt', { confirmedAt: at, inDoubt: true }, 'confirmed'],
    ['it is shown for the first time after moderation', { awaitsModeration: true }, 'confirmed'],
    ['it is still in moderation', { awaitsModeration: true, shown: null }, 'unchanged'],
    ['it is no longer shown', { confirmedAt: at, shown: null }, 'changed'],
    ['it was changed on the platform', { confirmedAt: at, shown: 'Other' }, 'changed'],
    ['it was never shown, after the time limit of moderation', { shown: null }, 'changed'],
    ['an earlier text of the account is shown', { confirmedAt: at, shown: 'First' }, 'overtaken'],
    ['an earlier text of the account is shown with other white space', { shown: ' First\n' }, 'overtaken'],
    [
      'an earlier text of the account is shown while the new one is in moderation',
      { awaitsModeration: true, shown: 'First' },
      'unchanged',
    ],
    [
      'an earlier text of the account is shown, and the reply was already in doubt',
      { inDoubt: true, shown: 'First' },
      'unchanged',
    ],
    [
      'an earlier text of the account is shown after the last repair',
      { repairs: MAX_REPAIRS, shown: 'First' },
      'changed',
    ],
    ['it is not shown, and was already in doubt', { shown: null, inDoubt: true }, 'unchanged'],
    ['it failed, but is shown', { state: 'failed', publishedText: null }, 'shown_after_failure'],
    ['it failed, and another text is shown', { state: 'failed', shown: 'Other' }, 'unchanged'],
    ['it failed, and no reply is shown', { state: 'failed', shown: null }, 'unchanged'],
    ['its removal failed', { state: 'failed', action: 'remove' }, 'unchanged'],
    ['a new text is pending', { state: 'pending' }, 'unchanged'],
  ])('if %s (%j), returns %s', (_, changes, comparison) =>
    expect(compare({ ...publishedReply, ...changes }, ALL)).toBe(comparison),
  );

  it('returns `changed` for an earlier text of the account on a platform that cannot replace replies', () => {
    expect(compare({ ...publishedReply, shown: 'First' }, { ...ALL, canReplace: false })).toBe('changed');
  });
});

describe('the comparison of a removed reply with a collection (contract §4.5: only our reply is removed)', () => {
  const deletedReply: CollectedReply = {
    ...publishedReply,
    state: 'deleted',
    action: 'remove',
    publishedText: null,
    shown: null,
  };

  it.each<[string, Partial<CollectedReply>, string]>([
    ['no reply is shown', {}, 'removed'],
    ['another text is shown', { shown: 'Other' }, 'removed'],
    ['it is still shown', { shown: 'Thanks' }, 'overtaken'],
    ['an earlier text of the account is shown instead', { shown: 'First' }, 'overtaken'],
    ['it is still shown after the last repair', { shown: 'Thanks', repairs: MAX_REPAIRS }, 'still_shown'],
    ['another account has published a reply meanwhile', { shown: 'Thanks', isOwnedByOtherAccount: true }, 'removed'],
    [
      'the removal was confirmed before, so the shown text is not of this account',
      { shown: 'Thanks', sentTexts: [] },
      'unchanged',
    ],
  ])('if %s (%j), returns %s', (_, changes, comparison) =>
    expect(compare({ ...deletedReply, ...changes }, ALL)).toBe(comparison),
  );

  it('returns `still_shown` on a platform that cannot delete replies', () => {
    expect(compare({ ...deletedReply, shown: 'Thanks' }, { ...ALL, canDelete: false })).toBe('still_shown');
  });
});
