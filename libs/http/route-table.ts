import { NotFoundException } from '@nestjs/common';
import type { RequestHandler } from 'express';

interface Route {
  /** The path, split at slashes. A segment with a leading colon is a parameter and matches any text. */
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** The paths and methods of the routes that the HTTP adapter registers, for 405 and `Allow` (contract §1.3). */
export class RouteTable {
  private readonly routes = new Map<string, Route>();

  /** Adds a route. Throws if the path has a wildcard or an optional part: only plain segments and parameters are supported. */
  add(method: string, path: string): void {
    if (/[*{}]/.test(path)) throw new Error(`the path ${path} has a part that is not a plain segment or parameter`);
    const route = this.routes.get(path) ?? { segments: path.split('/'), methods: new Set() };
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

  /**
   * Middleware: a route without parameters takes precedence over one with parameters, for every method. `PATCH /webhooks/secret` is
   * 405; Express alone would call `PATCH /webhooks/{id}`, because it compares the method before the path.
   */
  exactPathsFirst(): RequestHandler {
    return (request, _response, next) => {
      const exact = this.routes.get(request.path);
      if (!exact || exact.methods.has(request.method === 'HEAD' ? 'GET' : request.method)) next();
      else next(new NotFoundException());
    };
  }

  private matching(path: string): readonly Route[] {
    const segments = path.split('/');
    const matches = (part: string, segment: string | undefined): boolean =>
      part.startsWith(':') ? segment !== '' : part === segment;
    return [...this.routes.values()].filter(
      (route) =>
        route.segments.length === segments.length &&
        route.segments.every((part, index) => matches(part, segments[index])),
    );
  }
}
