import { testApp, type TestApp } from '@test/support/test-app';
import { V2_API } from '../contract-client';
import { describeObjects } from '../objects-contract';

describe('v2: objects, called groups', () => describeObjects(V2_API));

describe('contract §9: each version has only the paths of its own names', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  it.each([
    '/v2/objects',
    '/v2/objects/1',
    '/v2/objects/1/links',
    '/v3/groups',
    '/v3/groups/1',
    '/v3/groups/1/links',
    '/groups',
    '/objects',
    '/v1/groups',
    '/v4/objects',
  ])('%s is an unknown path', async (path) => {
    const { full } = await app.anAccount();
    const answer = await app.agent.get(path).set('X-API-Key', full);
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([404, 'not_found']);
  });
});
