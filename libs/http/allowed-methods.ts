import { NotFoundException } from '@nestjs/common';
import type { Express, RequestHandler } from 'express';

/** What Express's router knows of one route; its own types do not say. */
interface Layer {
  readonly route?: { readonly path: unknown; readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

const layersOf = (server: Express): readonly Layer[] =>
  (server as unknown as { router: { stack: readonly Layer[] } }).router.stack;

/**
 * A path that a route has word for word belongs to it with every method: `PATCH /webhooks/secret` is not allowed, and not
 * a `PATCH /webhooks/{id}` with an odd id. Express would try the second, since it looks at the method before the path.
 */
export function exactPathsFirst(server: Express): RequestHandler {
  let exact: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  return (request, _response, next) => {
    // Made at the first request, when all routes are there.
    exact ??= exactPathsOf(server);
    const methods = exact.get(request.path);
    if (methods === undefined || methods.has(request.method === 'HEAD' ? 'GET' : request.method)) next();
    else next(new NotFoundException());
  };
}

function exactPathsOf(server: Express): ReadonlyMap<string, ReadonlySet<string>> {
  const exact = new Map<string, Set<string>>();
  for (const { route } of layersOf(server)) {
    if (typeof route?.path !== 'string' || /[:*{}]/.test(route.path)) continue;
    const methods = exact.get(route.path) ?? new Set<string>();
    for (const method of methodsOf(route.methods)) methods.add(method);
    exact.set(route.path, methods);
  }
  return exact;
}

const methodsOf = (methods: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.entries(methods).flatMap(([method, answered]) => (answered ? [method.toUpperCase()] : []));

/**
 * The methods that a path answers to, in capitals, for `Allow`; empty where no route has that path. Called only for
 * requests that no route took.
 */
export function allowedMethods(server: Express, path: string): readonly string[] {
  const matching = layersOf(server).flatMap((layer) => (layer.route && matches(layer, path) ? [layer.route] : []));
  const exact = matching.filter((route) => route.path === path);
  const methods = new Set((exact.length > 0 ? exact : matching).flatMap((route) => methodsOf(route.methods)));
  if (methods.has('GET')) methods.add('HEAD');
  if (methods.size > 0) methods.add('OPTIONS');
  return [...methods].sort();
}

function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path);
  } catch {
    // A parameter with broken percent-encoding; the request context has mended those, so this is another kind of odd.
    return false;
  }
}
