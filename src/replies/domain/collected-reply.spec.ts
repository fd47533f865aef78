import { judgeCollected, MOST_REPAIRS, type CollectedReply } from './collected-reply';

const at = new Date(0);
const published: CollectedReply = {
  state: 'published',
  wish: 'publish',
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

describe('what a collection says of our replies (contract §4.5)', () => {
  it.each<[string, Partial<CollectedReply>, string]>([
    ['seen for the first time', {}, 'confirmed'],
    ['shown a little otherwise', { shown: ' Thanks\n' }, 'confirmed'],
    ['seen again', { confirmedAt: at }, 'nothing'],
    ['seen again after a doubt', { confirmedAt: at, inDoubt: true }, 'confirmed'],
    ['out of moderation', { awaitsModeration: true }, 'confirmed'],
    ['still in moderation', { awaitsModeration: true, shown: null }, 'nothing'],
    ['vanished', { confirmedAt: at, shown: null }, 'changed'],
    ['changed by somebody', { confirmedAt: at, shown: 'Other' }, 'changed'],
    ['never shown, though its time is over', { shown: null }, 'changed'],
    ['an earlier text of ours', { confirmedAt: at, shown: 'First' }, 'overtaken'],
    ['an earlier text of ours, shown a little otherwise', { shown: ' First\n' }, 'overtaken'],
    ['an earlier text of ours, while the new one is moderated', { awaitsModeration: true, shown: 'First' }, 'nothing'],
    ['an earlier text of ours, after somebody changed it', { inDoubt: true, shown: 'First' }, 'nothing'],
    ['an earlier text of ours, put right often enough', { repairs: MOST_REPAIRS, shown: 'First' }, 'changed'],
    ['doubted already', { shown: null, inDoubt: true }, 'nothing'],
    ['failed, and stands there after all', { state: 'failed', heldText: null }, 'appeared_after_all'],
    ['failed, and another stands there', { state: 'failed', shown: 'Other' }, 'nothing'],
    ['failed, and none stands there', { state: 'failed', shown: null }, 'nothing'],
    ['the removal failed', { state: 'failed', wish: 'remove' }, 'nothing'],
    ['a new text waits', { state: 'pending' }, 'nothing'],
  ])('%s', (_, changes, verdict) => expect(judgeCollected({ ...published, ...changes }, ALL)).toBe(verdict));

  it('an earlier text of ours on a platform that rewrites none stays, and is told', () => {
    expect(judgeCollected({ ...published, shown: 'First' }, { ...ALL, canReplace: false })).toBe('changed');
  });
});

describe('what a collection says of a reply that was taken away (§4.5: ours alone)', () => {
  const deleted: CollectedReply = { ...published, state: 'deleted', wish: 'remove', heldText: null, shown: null };

  it.each<[string, Partial<CollectedReply>, string]>([
    ['gone', {}, 'gone'],
    ['somebody wrote another', { shown: 'Other' }, 'gone'],
    ['it still stands there', { shown: 'Thanks' }, 'overtaken'],
    ['an earlier text of ours does', { shown: 'First' }, 'overtaken'],
    ['it stands there however often it is taken away', { shown: 'Thanks', repairs: MOST_REPAIRS }, 'stays'],
    ['the place is that of another account by now', { shown: 'Thanks', isTaken: true }, 'gone'],
    ['it was seen gone before: who wrote it again is not us', { shown: 'Thanks', sentTexts: [] }, 'nothing'],
  ])('%s', (_, changes, verdict) => expect(judgeCollected({ ...deleted, ...changes }, ALL)).toBe(verdict));

  it('where replies cannot be deleted it stays, and is told', () => {
    expect(judgeCollected({ ...deleted, shown: 'Thanks' }, { ...ALL, canDelete: false })).toBe('stays');
  });
});
