import { V2, V3 } from '@libs/http';
import { UNKNOWN_IDS, UNMADE } from '@test/support/matrix-world';
import { OpenApiCheck } from '@test/support/openapi-check';
import { testApp, type TestApp } from '@test/support/test-app';
import { callOf, REFERENCE_ROUTE, ROUTE_TABLE, routesOf } from './route-table';

// Hundreds of requests a test, on machines that may be busy.
describe('route table (no route without a row)', () => {
  let app: TestApp;
  let routes: readonly string[];
  let documented: readonly string[];

  beforeAll(async () => {
    app = await testApp();
    routes = routesOf(app.app).filter((route) => !REFERENCE_ROUTE.test(route));
    const check = new OpenApiCheck(app.app);
    documented = [...new Set([...check.operations(V2), ...check.operations(V3)])];
  });

  afterAll(() => app?.close());

  it('the router has more than thirty routes', () => expect(routes.length).toBeGreaterThan(30));
  it('every route of the router has a row', () =>
    expect([...routes].sort()).toEqual(ROUTE_TABLE.map((row) => row.route).sort()));
  it('every route of the router is documented', () => expect([...documented].sort()).toEqual([...routes].sort()));
  it('every row gives a call', () =>
    ROUTE_TABLE.forEach((row) => expect(callOf(row, UNKNOWN_IDS).path).not.toMatch(/[{}]|undefined/)));

  // The matrix must create every kind of id that a client can create, or its isolation is not tested.
  it.each([...UNMADE])('no key can make a %s yet', (kind) => {
    const making = ROUTE_TABLE.filter(
      (row) => row.route.startsWith('POST ') && row.route.endsWith(`/${kind}s`) && row.access !== 'session',
    );
    expect(making.map((row) => row.route)).toEqual([]);
  });
});
