import { judgeCollected, MAX_REPAIRS, type CollectedReply } from './collected-reply';

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

describe('what a collection means for our replies (contract §4.5)', () => {
  it.each<[string, Partial<CollectedReply>, string]>([
    ['seen for the first time', {}, 'confirmed'],
    ['shown with other white space', { shown: ' Thanks\n' }, 'confirmed'],
    ['seen again', { confirmedAt: at }, 'nothing'],
    ['seen again after a doubt', { confirmedAt: at, inDoubt: true }, 'confirmed'],
    ['out of moderation', { awaitsModeration: true }, 'confirmed'],
    ['still in moderation', { awaitsModeration: true, shown: null }, 'nothing'],
    ['vanished', { confirmedAt: at, shown: null }, 'changed'],
    ['changed on the platform', { confirmedAt: at, shown: 'Other' }, 'changed'],
    ['never shown, after the time limit of moderation', { shown: null }, 'changed'],
    ['an earlier text of ours', { confirmedAt: at, shown: 'First' }, 'overtaken'],
    ['an earlier text of ours, shown with other white space', { shown: ' First\n' }, 'overtaken'],
    ['an earlier text of ours, while the new one is moderated', { awaitsModeration: true, shown: 'First' }, 'nothing'],
    ['an earlier text of ours, in doubt after a change on the platform', { inDoubt: true, shown: 'First' }, 'nothing'],
    ['an earlier text of ours, after the most repairs', { repairs: MAX_REPAIRS, shown: 'First' }, 'changed'],
    ['in doubt already', { shown: null, inDoubt: true }, 'nothing'],
    ['failed, but is shown', { state: 'failed', heldText: null }, 'appeared_after_all'],
    ['failed, and another is shown', { state: 'failed', shown: 'Other' }, 'nothing'],
    ['failed, and none is shown', { state: 'failed', shown: null }, 'nothing'],
    ['the removal failed', { state: 'failed', action: 'remove' }, 'nothing'],
    ['a new text is pending', { state: 'pending' }, 'nothing'],
  ])('%s', (_, changes, verdict) => expect(judgeCollected({ ...published, ...changes }, ALL)).toBe(verdict));

  it('an earlier text of ours is reported as changed on a platform that cannot replace replies', () => {
    expect(judgeCollected({ ...published, shown: 'First' }, { ...ALL, canReplace: false })).toBe('changed');
  });
});

describe('what a collection means for a removed reply (§4.5: only ours is removed)', () => {
  const deleted: CollectedReply = { ...published, state: 'deleted', action: 'remove', heldText: null, shown: null };

  it.each<[string, Partial<CollectedReply>, string]>([
    ['gone', {}, 'gone'],
    ['another one was written on the platform', { shown: 'Other' }, 'gone'],
    ['it is still shown', { shown: 'Thanks' }, 'overtaken'],
    ['an earlier text of ours is shown', { shown: 'First' }, 'overtaken'],
    ['it is still shown after the most repairs', { shown: 'Thanks', repairs: MAX_REPAIRS }, 'stays'],
    ['another account has its reply there by now', { shown: 'Thanks', isTaken: true }, 'gone'],
    ['it was gone before, so the text was written by someone else', { shown: 'Thanks', sentTexts: [] }, 'nothing'],
  ])('%s', (_, changes, verdict) => expect(judgeCollected({ ...deleted, ...changes }, ALL)).toBe(verdict));

  it('where replies cannot be deleted it is reported as `stays`', () => {
    expect(judgeCollected({ ...deleted, shown: 'Thanks' }, { ...ALL, canDelete: false })).toBe('stays');
  });
});
