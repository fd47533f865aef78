import { judgeCollected, type CollectedReply } from './collected-reply';

const at = new Date(0);
const published: CollectedReply = {
  state: 'published',
  wish: 'publish',
  text: 'Thanks',
  heldText: 'Thanks',
  confirmedAt: null,
  inDoubt: false,
  awaitsModeration: false,
  shown: 'Thanks',
};

describe('what a collection says of our replies (decisions §7)', () => {
  it.each<[string, Partial<CollectedReply>, string]>([
    ['seen for the first time', {}, 'confirmed'],
    ['shown a little otherwise', { shown: ' Thanks\n' }, 'confirmed'],
    ['seen again', { confirmedAt: at }, 'nothing'],
    ['seen again after a doubt', { confirmedAt: at, inDoubt: true }, 'confirmed'],
    ['out of moderation', { awaitsModeration: true }, 'confirmed'],
    ['still in moderation', { awaitsModeration: true, shown: null }, 'nothing'],
    ['vanished', { confirmedAt: at, shown: null }, 'doubt'],
    ['changed by somebody', { confirmedAt: at, shown: 'Other' }, 'doubt'],
    ['never shown, though its time is over', { shown: null }, 'doubt'],
    ['doubted already', { shown: null, inDoubt: true }, 'nothing'],
    ['failed, and stands there after all', { state: 'failed', heldText: null }, 'appeared_after_all'],
    ['failed, and another stands there', { state: 'failed', shown: 'Other' }, 'nothing'],
    ['failed, and none stands there', { state: 'failed', shown: null }, 'nothing'],
    ['the removal failed', { state: 'failed', wish: 'remove' }, 'nothing'],
    ['a new text waits', { state: 'pending' }, 'nothing'],
  ])('%s', (_, changes, verdict) => expect(judgeCollected({ ...published, ...changes })).toBe(verdict));
});
