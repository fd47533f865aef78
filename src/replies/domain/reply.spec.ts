import { changeBy, isOnPlatform, replyForClients, wasNeverSent, type Reply } from './reply';

const at = new Date('2026-11-20T08:00:00Z');
const publishedReply: Reply = {
  state: 'published',
  action: 'publish',
  text: 'Thanks',
  publishedText: 'Thanks',
  publishedTextAt: at,
  confirmedAt: at,
  inDoubt: false,
  error: null,
};
const unsentReply: Reply = { ...publishedReply, publishedText: null, publishedTextAt: null, confirmedAt: null };

describe('a reply on the wire (contract §2.6, §3.1)', () => {
  it.each<[string, Partial<Reply>, unknown]>([
    ['a published reply', {}, ['published', at, at, null]],
    ['a new text that is pending', { state: 'pending' }, ['pending', null, null, null]],
    ['a new text that is being sent', { state: 'publishing' }, ['publishing', null, null, null]],
    ['a failed reply', { state: 'failed', error: 'text_rejected' }, ['failed', null, null, 'text_rejected']],
    ['a removal that is pending', { state: 'pending', action: 'remove' }, ['pending', null, null, null]],
    ['a removal that is being sent', { state: 'publishing', action: 'remove' }, ['pending', null, null, null]],
    ['a deleted reply', { state: 'deleted', action: 'remove' }, ['deleted', null, null, null]],
  ])('presents %s with its state, times and error', (_, changes, wire) => {
    const { status, publishedAt, confirmedAt, error } = replyForClients({ ...publishedReply, ...changes });
    expect([status, publishedAt, confirmedAt, error]).toEqual(wire);
  });
});

describe('the reply on the platform', () => {
  it.each<[Partial<Reply>, boolean]>([
    [{ ...unsentReply, state: 'pending' }, true],
    [{ ...unsentReply, state: 'failed' }, true],
    [{ ...unsentReply, state: 'publishing' }, false],
    [{ ...unsentReply, state: 'failed', inDoubt: true }, false],
    [{ state: 'pending' }, false],
    [{ state: 'failed' }, false],
  ])('wasNeverSent returns for %j: %s', (changes, expected) =>
    expect(wasNeverSent({ ...publishedReply, ...changes })).toBe(expected),
  );

  it.each<[Partial<Reply>, string, boolean]>([
    [{}, 'Thanks', true],
    [{ state: 'pending', text: 'Other' }, 'Thanks', true],
    [{}, 'thanks', false],
    [{ inDoubt: true }, 'Thanks', false],
    [unsentReply, 'Thanks', false],
  ])('isOnPlatform returns for %j and the text %j: %s', (changes, text, expected) =>
    expect(isOnPlatform({ ...publishedReply, ...changes }, text)).toBe(expected),
  );
  it('a review without a reply has no text on the platform', () => expect(isOnPlatform(null, 'Thanks')).toBe(false));
});

describe('what accepting the text “Thanks” changes (contract §12.5: before and after)', () => {
  const sent = { kind: 'sent' };
  it.each<[string, Reply | null, unknown]>([
    ['no reply', null, sent],
    ['a published reply with this text', publishedReply, null],
    ['a published reply with this text, which is in doubt', { ...publishedReply, inDoubt: true }, null],
    [
      'a published reply with another text',
      { ...publishedReply, text: 'Old', publishedText: 'Old' },
      { kind: 'changed', replaced: 'Old' },
    ],
    ['the same text, which is pending', { ...unsentReply, state: 'pending' }, null],
    ['another text, which is pending', { ...unsentReply, state: 'pending', text: 'Other' }, sent],
    ['the same text, which failed', { ...unsentReply, state: 'failed' }, sent],
    [
      'the same text, which failed to replace another',
      { ...publishedReply, state: 'failed', publishedText: 'Old' },
      { kind: 'changed', replaced: 'Old' },
    ],
    [
      'this text, and another one that is pending',
      { ...publishedReply, state: 'pending', text: 'Other' },
      { kind: 'changed', replaced: 'Other' },
    ],
    ['this text, whose removal is pending', { ...publishedReply, state: 'pending', action: 'remove' }, sent],
    ['this text, whose removal failed', { ...publishedReply, state: 'failed', action: 'remove' }, sent],
    ['a deleted reply with this text', { ...unsentReply, state: 'deleted', action: 'remove' }, sent],
  ])('%s', (_, reply, change) => expect(changeBy(reply, 'Thanks')).toEqual(change));
});
