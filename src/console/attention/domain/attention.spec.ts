import { attentionList, selectionOfScope, type AttentionKind, type Trouble } from './attention';

const trouble = (kind: AttentionKind, more: Partial<Trouble> = {}): Trouble => ({
  kind,
  sourceId: null,
  count: 1,
  since: null,
  until: null,
  objectIds: [1, 2],
  ...more,
});

describe('the attention list of the console', () => {
  it('has the most urgent first, and omits kinds without a thing', () => {
    const kinds = ['trial_ending', 'source_refused', 'unanswered', 'reply_failed', 'link_frozen'] as const;
    const list = attentionList([...kinds.map((kind) => trouble(kind)), trouble('webhook_failing', { count: 0 })]);
    expect(list.map(({ kind, severity }) => `${severity} ${kind}`)).toEqual([
      'bad reply_failed',
      'warn unanswered',
      'warn source_refused',
      'warn link_frozen',
      'warn trial_ending',
    ]);
  });

  it('orders the platforms of a kind by count', () => {
    const list = attentionList([3, 1, 2].map((count) => trouble('source_refused', { count, sourceId: 10 - count })));
    expect(list.map(({ count }) => count)).toEqual([3, 2, 1]);
  });

  it.each<[AttentionKind, string, string]>([
    ['unanswered', '/reviews?has_reply=false&max_rating=2.99', '/reviews?has_reply=false&max_rating=2.99&object_id=7'],
    ['reply_failed', '/reviews?reply_status=failed', '/reviews?reply_status=failed&object_id=7'],
    ['connection_revoked', '/connections', '/objects/7/connections'],
    ['webhook_failing', '/webhooks', '/webhooks'],
    ['source_refused', '/objects?problem=failed', '/objects/7/links'],
    ['link_frozen', '/objects?problem=frozen', '/objects/7/links'],
    ['trial_ending', '/settings/usage', '/settings/usage'],
  ])('%s leads to %s, and with one object to %s', (kind, several, one) => {
    expect(attentionList([trouble(kind)])[0]?.path).toBe(several);
    expect(attentionList([trouble(kind, { objectIds: [7] })])[0]?.path).toBe(one);
  });

  it.each([
    [undefined, { kind: 'account' }],
    ['', { kind: 'account' }],
    ['object:17', { kind: 'object', objectId: 17 }],
    ['folder:3', { kind: 'folder', folderId: 3 }],
    ['object:0', null],
    ['object:17x', null],
    ['link:1', null],
    ['object:9999999999999999', null],
  ])('the scope %s is %p', (scope, selection) => {
    expect(selectionOfScope(scope)).toEqual(selection);
  });
});
