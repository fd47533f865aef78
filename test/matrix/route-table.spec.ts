import { V2, V3 } from '@libs/http';
import { UNKNOWN_IDS, KINDS_WITHOUT_ROW } from '@test/support/matrix-harness';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { callOf, CONSOLE_ROUTE, REFERENCE_ROUTE, ROUTE_TABLE, routesOf } from './route-table';

// A test sends hundreds of requests, and the machine may be busy.
describe('the route table', () => {
  let app: TestApp;
  let routes: readonly string[];
  let documented: readonly string[];

  beforeAll(async () => {
    app = await testApp();
    routes = routesOf(app.app).filter((route) => !REFERENCE_ROUTE.test(route) && !CONSOLE_ROUTE.test(route));
    const check = new OpenApiCheck(app.app);
    documented = [...new Set([...check.operations(V2), ...check.operations(V3)])];
  });

  afterAll(() => app?.close());

  it('covers a router with more than thirty routes', () => expect(routes.length).toBeGreaterThan(30));
  it('has exactly the routes of the router', () =>
    expect([...routes].sort()).toEqual(ROUTE_TABLE.map((row) => row.route).sort()));
  it('has exactly the documented routes', () => expect([...documented].sort()).toEqual([...routes].sort()));
  it('gives a complete path for every row', () =>
    ROUTE_TABLE.forEach((row) => expect(callOf(row, UNKNOWN_IDS).path).not.toMatch(/[{}]|undefined/)));

  // If a client can create a kind of resource, the matrix must create it too; otherwise its isolation is not tested.
  it.each([...KINDS_WITHOUT_ROW])('has no route that creates a %s', (kind) => {
    const creating = ROUTE_TABLE.filter(
      (row) => row.route.startsWith('POST ') && row.route.endsWith(`/${kind}s`) && row.access !== 'session',
    );
    expect(creating.map((row) => row.route)).toEqual([]);
  });
});
