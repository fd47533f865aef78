import { NotFoundException } from '@nestjs/common';
import type { RequestHandler } from 'express';

interface Route {
  /** The path, split at slashes. A segment with a leading colon is a parameter (`isMatch`). */
  readonly segments: readonly string[];
  readonly methods: Set<string>;
  /** The methods that need a key, as far as `noteKeyed` has been called. */
  readonly keyedMethods: Set<string>;
}

/** The paths and methods of the routes that the HTTP adapter registers, for 405 and `Allow` (contract §1.3). */
export class RouteTable {
  private readonly routes = new Map<string, Route>();

  /** Adds a route. Throws if the path has a wildcard or an optional part: only plain segments and parameters are supported. */
  add(method: string, path: string): void {
    if (/[*{}]/.test(path)) throw new Error(`the path ${path} has a part that is not a plain segment or parameter`);
    const route = this.routes.get(path) ?? {
      segments: path.split('/'),
      methods: new Set<string>(),
      keyedMethods: new Set<string>(),
    };
    this.routes.set(path, route);
    route.methods.add(method);
  }

  /** The methods of a path in upper case, sorted; empty if no route matches the path. */
  allowedMethods(path: string): readonly string[] {
    const exact = this.routes.get(path);
    const methods = new Set((exact ? [exact] : this.matching(path)).flatMap((route) => [...route.methods]));
    if (methods.has('GET')) methods.add('HEAD');
    if (methods.size > 0) methods.add('OPTIONS');
    return [...methods].sort();
  }

  /** Marks the route with this method and path as one that needs a key. The path contains the names of the parameters (`/reviews/:id`). */
  noteKeyed(method: string, path: string): void {
    this.routes.get(path)?.keyedMethods.add(handledAs(method));
  }

  /**
   * The path, with the names of its parameters, of the route that handles requests with this method and target, if the route needs a key
   * (`noteKeyed`); null otherwise, and for targets whose route is not certain.
   */
  keyedRoute(method: string, target: string): string | null {
    const queryAt = target.indexOf('?');
    const path = queryAt < 0 ? target : target.slice(0, queryAt);
    if (path.includes('%')) return null;
    const handled = handledAs(method);
    const exact = this.routes.get(path);
    const routes = exact ? [exact] : this.matching(path).filter((route) => route.methods.has(handled));
    const [route] = routes;
    // Several routes with parameters may match, and Express selects the first that was registered.
    return route !== undefined && routes.every(({ keyedMethods }) => keyedMethods.has(handled))
      ? route.segments.join('/')
      : null;
  }

  /**
   * Middleware: a route without parameters takes precedence over one with parameters, for every method. `PATCH /webhooks/secret` is
   * 405; Express alone would call `PATCH /webhooks/{id}`, because it compares the method before the path.
   */
  exactPathsFirst(): RequestHandler {
    return (request, _response, next) => {
      const exact = this.routes.get(request.path);
      if (!exact || exact.methods.has(handledAs(request.method))) next();
      else next(new NotFoundException());
    };
  }

  private matching(path: string): readonly Route[] {
    const segments = path.split('/');
    return [...this.routes.values()].filter(
      (route) =>
        route.segments.length === segments.length &&
        route.segments.every((part, index) => isMatch(part, segments[index])),
    );
  }
}

/** A segment with a leading colon matches any text; with an ending, such as `:token.json`, any text with that ending. */
function isMatch(part: string, segment = ''): boolean {
  if (!part.startsWith(':')) return part === segment;
  const dot = part.indexOf('.');
  const ending = dot < 0 ? '' : part.slice(dot);
  return segment.length > ending.length && segment.endsWith(ending);
}

/** The method of the route that handles a request. */
const handledAs = (method: string): string => (method === 'HEAD' ? 'GET' : method);
