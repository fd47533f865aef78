import { holds, shownReply, wasNeverSent, type Reply } from './reply';

const at = new Date('2026-11-20T08:00:00Z');
const held: Reply = {
  state: 'published',
  action: 'publish',
  text: 'Thanks',
  heldText: 'Thanks',
  heldAt: at,
  confirmedAt: at,
  inDoubt: false,
  error: null,
};
const unsent: Reply = { ...held, heldText: null, heldAt: null, confirmedAt: null };

describe('a reply on the wire (contract §2.6, §3.1)', () => {
  it.each<[string, Partial<Reply>, unknown]>([
    ['published', {}, ['published', at, at, null]],
    ['a new text starts again as pending', { state: 'pending' }, ['pending', null, null, null]],
    ['is published', { state: 'publishing' }, ['publishing', null, null, null]],
    ['failed', { state: 'failed', error: 'text_rejected' }, ['failed', null, null, 'text_rejected']],
    ['a removal is pending', { state: 'pending', action: 'remove' }, ['pending', null, null, null]],
    ['a removal is being sent', { state: 'publishing', action: 'remove' }, ['pending', null, null, null]],
    ['deleted', { state: 'deleted', action: 'remove' }, ['deleted', null, null, null]],
  ])('%s', (_, changes, wire) => {
    const { status, publishedAt, confirmedAt, error } = shownReply({ ...held, ...changes });
    expect([status, publishedAt, confirmedAt, error]).toEqual(wire);
  });
});

describe('what the platform has of a reply', () => {
  it.each<[Partial<Reply>, boolean]>([
    [{ ...unsent, state: 'pending' }, true],
    [{ ...unsent, state: 'failed' }, true],
    [{ ...unsent, state: 'publishing' }, false],
    [{ ...unsent, state: 'failed', inDoubt: true }, false],
    [{ state: 'pending' }, false],
    [{ state: 'failed' }, false],
  ])('%j was never sent: %s', (changes, expected) => expect(wasNeverSent({ ...held, ...changes })).toBe(expected));

  it.each<[Partial<Reply>, string, boolean]>([
    [{}, 'Thanks', true],
    [{ state: 'pending', text: 'Other' }, 'Thanks', true],
    [{}, 'thanks', false],
    [{ inDoubt: true }, 'Thanks', false],
    [unsent, 'Thanks', false],
  ])('%j holds %j: %s', (changes, text, expected) => expect(holds({ ...held, ...changes }, text)).toBe(expected));
  it('without a reply the platform has none', () => expect(holds(null, 'Thanks')).toBe(false));
});
