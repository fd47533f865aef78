import { loggedRequest, type NotedRequest } from './logged-request';

const NOTED: NotedRequest = {
  ...{ accountId: 1, keyId: 1, requestId: 'r', startedAtMs: 0, ms: 1, method: 'POST', status: 200, refusal: null },
  ...{
    route: '/v3/review-imports',
    url: '/v3/review-imports?dry_run=true',
    body: Buffer.from('{"file":"Ada Lovelace"}'),
    bodyBytes: 23,
  },
};

describe('contract §2.3: the log of requests has no full names of authors', () => {
  it.each(['/v3/review-imports?dry_run=true', '/v3/review-imports', '/v3/review-import', '/v3/review-imports/'])(
    'no body of %s',
    (url) => expect(loggedRequest({ ...NOTED, url }).body).toBe('"[removed]"'),
  );

  it('the bodies of others', () =>
    expect(loggedRequest({ ...NOTED, route: '/v3/imports', url: '/v3/imports' }).body).toBe('{"file":"Ada Lovelace"}'));
});
