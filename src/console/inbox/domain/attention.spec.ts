import { attentionList, selectionOfScope, type Actor, type AttentionKind, type Trouble } from './attention';

const trouble = (kind: AttentionKind, more: Partial<Trouble> = {}): Trouble => ({
  kind,
  sourceId: null,
  reason: kind === 'links_failing' ? 'page_not_found' : null,
  frozen: 0,
  count: 1,
  since: null,
  until: null,
  objectIds: [1, 2],
  ...more,
});

describe('the attention list of the console', () => {
  it('has the most urgent first, and omits kinds without a thing', () => {
    const kinds = ['trial_ending', 'unanswered', 'reply_failed'] as const;
    const reasons = ['internal', 'blocked', 'page_not_found', 'timeout'].map((reason, n) =>
      trouble('links_failing', { reason, count: n + 1 }),
    );
    const list = attentionList([
      ...kinds.map((kind) => trouble(kind)),
      ...reasons,
      trouble('webhook_failing', { count: 0 }),
    ]);
    expect(list.map(({ kind, severity, actor, reason }) => `${severity} ${kind} ${reason ?? ''} ${actor}`)).toEqual([
      'bad reply_failed  you',
      'bad links_failing page_not_found you',
      'warn links_failing timeout platform',
      'warn links_failing blocked platform',
      'warn links_failing internal us',
      'warn unanswered  you',
      'warn trial_ending  you',
    ]);
  });

  it('orders the platforms of a kind by count', () => {
    const list = attentionList(
      [3, 1, 2].map((count) => trouble('connection_revoked', { count, sourceId: 10 - count })),
    );
    expect(list.map(({ count }) => count)).toEqual([3, 2, 1]);
  });

  it.each<[string, Actor]>([
    ['page_not_found', 'you'],
    ['credentials_missing', 'you'],
    ['credentials_rejected', 'you'],
    ['credentials_insufficient', 'you'],
    ['blocked', 'platform'],
    ['rate_limited', 'platform'],
    ['timeout', 'platform'],
    ['network', 'platform'],
    ['parse_error', 'us'],
    ['browser_unavailable', 'us'],
    ['internal', 'us'],
    ['a code of a later version', 'us'],
  ])('links that fail with %s wait for: %s', (reason, actor) => {
    expect(attentionList([trouble('links_failing', { reason })])[0]?.actor).toBe(actor);
  });

  it.each<[AttentionKind, string, string]>([
    [
      'unanswered',
      '/reviews?has_reply=false&max_rating=2.99&show_hidden=true',
      '/reviews?has_reply=false&max_rating=2.99&show_hidden=true&object_id=7',
    ],
    ['reply_failed', '/reviews?reply_status=failed', '/reviews?reply_status=failed&object_id=7'],
    ['connection_revoked', '/connections', '/objects/7/connections'],
    ['webhook_failing', '/webhooks', '/webhooks'],
    ['links_failing', '/objects?problem=failed', '/objects/7/links'],
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
