import { RouteTable } from './route-table';

describe('the methods of a path (contract §1.3)', () => {
  const routes = new RouteTable();
  routes.add('GET', '/v3/embed/:token.json');
  routes.add('GET', '/v3/objects/:object_id');
  routes.add('DELETE', '/v3/objects/:object_id');

  it.each([
    ['/v3/embed/a.json', ['GET', 'HEAD', 'OPTIONS']],
    ['/v3/embed/a.b.json', ['GET', 'HEAD', 'OPTIONS']],
    ['/v3/embed/a.js', []],
    ['/v3/embed/.json', []],
    ['/v3/embed/a.json/b', []],
    ['/v3/objects/7', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/v3/objects/7.json', ['DELETE', 'GET', 'HEAD', 'OPTIONS']],
    ['/v3/objects/', []],
  ])('%s has %j', (path, methods) => {
    expect(routes.allowedMethods(path)).toEqual(methods);
  });
});
