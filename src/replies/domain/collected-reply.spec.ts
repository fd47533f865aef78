import { verdictOn, MAX_REPAIRS, type CollectedReply } from './collected-reply';

const at = new Date(0);
const published: CollectedReply = {
  state: 'published',
  action: 'publish',
  text: 'Thanks',
  heldText: 'Thanks',
  confirmedAt: null,
  inDoubt: false,
  awaitsModeration: false,
  sentTexts: ['First', 'Thanks'],
  repairs: 0,
  isTaken: false,
  shown: 'Thanks',
};

const ALL = { canReplace: true, canDelete: true };

describe('the verdict on a published reply after a collection (contract §4.5)', () => {
  it.each<[string, Partial<CollectedReply>, string]>([
    ['seen for the first time', {}, 'confirmed'],
    ['shown with other white space', { shown: ' Thanks\n' }, 'confirmed'],
    ['seen again', { confirmedAt: at }, 'unchanged'],
    ['seen again after a doubt', { confirmedAt: at, inDoubt: true }, 'confirmed'],
    ['shown for the first time after moderation', { awaitsModeration: true }, 'confirmed'],
    ['still in moderation', { awaitsModeration: true, shown: null }, 'unchanged'],
    ['no longer shown', { confirmedAt: at, shown: null }, 'changed'],
    ['changed on the platform', { confirmedAt: at, shown: 'Other' }, 'changed'],
    ['never shown, after the time limit of moderation', { shown: null }, 'changed'],
    ['an earlier text of ours', { confirmedAt: at, shown: 'First' }, 'overtaken'],
    ['an earlier text of ours, shown with other white space', { shown: ' First\n' }, 'overtaken'],
    [
      'an earlier text of ours, while the new one is moderated',
      { awaitsModeration: true, shown: 'First' },
      'unchanged',
    ],
    [
      'an earlier text of ours, in doubt after a change on the platform',
      { inDoubt: true, shown: 'First' },
      'unchanged',
    ],
    ['an earlier text of ours, after the last repair', { repairs: MAX_REPAIRS, shown: 'First' }, 'changed'],
    ['not shown, and already in doubt', { shown: null, inDoubt: true }, 'unchanged'],
    ['failed, but is shown', { state: 'failed', heldText: null }, 'shown_after_failure'],
    ['failed, and another text is shown', { state: 'failed', shown: 'Other' }, 'unchanged'],
    ['failed, and no reply is shown', { state: 'failed', shown: null }, 'unchanged'],
    ['the removal failed', { state: 'failed', action: 'remove' }, 'unchanged'],
    ['a new text is pending', { state: 'pending' }, 'unchanged'],
  ])('%s', (_, changes, verdict) => expect(verdictOn({ ...published, ...changes }, ALL)).toBe(verdict));

  it('an earlier text of ours is reported as changed on a platform that cannot replace replies', () => {
    expect(verdictOn({ ...published, shown: 'First' }, { ...ALL, canReplace: false })).toBe('changed');
  });
});

describe('the verdict on a removed reply after a collection (§4.5: only our reply is removed)', () => {
  const deleted: CollectedReply = { ...published, state: 'deleted', action: 'remove', heldText: null, shown: null };

  it.each<[string, Partial<CollectedReply>, string]>([
    ['not shown', {}, 'removed'],
    ['another text is shown', { shown: 'Other' }, 'removed'],
    ['still shown', { shown: 'Thanks' }, 'overtaken'],
    ['an earlier text of ours is shown', { shown: 'First' }, 'overtaken'],
    ['still shown after the last repair', { shown: 'Thanks', repairs: MAX_REPAIRS }, 'still_shown'],
    ['another account has published a reply since', { shown: 'Thanks', isTaken: true }, 'removed'],
    ['the removal was confirmed before, so the text is not ours', { shown: 'Thanks', sentTexts: [] }, 'unchanged'],
  ])('%s', (_, changes, verdict) => expect(verdictOn({ ...deleted, ...changes }, ALL)).toBe(verdict));

  it('where replies cannot be deleted it is reported as `still_shown`', () => {
    expect(verdictOn({ ...deleted, shown: 'Thanks' }, { ...ALL, canDelete: false })).toBe('still_shown');
  });
});
