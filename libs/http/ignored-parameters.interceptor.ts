import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { fieldsOf, type FieldClass } from './input-fields';
import { parameterNames } from './query-string';
import type { KeyedRequest } from './request-facts';

export const IGNORED_PARAMETERS_HEADER = 'X-Hrev-Ignored-Parameters';

const MOST_NAMES = 20;
const MOST_CHARACTERS = 100;

/**
 * Names the query parameters that the endpoint does not know in a header of every answer behind the guards (contract §1.2). They
 * are still ignored, but a client can notice a misspelt filter.
 */
@Injectable()
export class IgnoredParametersInterceptor implements NestInterceptor {
  private readonly known = new WeakMap<object, ReadonlySet<string>>();

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const [, query] = splitOnce(http.getRequest<KeyedRequest>().url);
    if (query !== '') this.tell(query, context, http.getResponse<Response>());
    return next.handle();
  }

  private tell(query: string, context: ExecutionContext, response: Response): void {
    const known = this.knownTo(context);
    const ignored = parameterNames(query).filter((name) => !known.has(name.replace(/\[\]$/, '')));
    if (ignored.length > 0) response.setHeader(IGNORED_PARAMETERS_HEADER, headerOf(ignored));
  }

  private knownTo(context: ExecutionContext): ReadonlySet<string> {
    const handler = context.getHandler();
    const known =
      this.known.get(handler) ?? new Set(queryClassesOf(context).flatMap((type) => [...fieldsOf(type).keys()]));
    this.known.set(handler, known);
    return known;
  }
}

/** The classes of the `@Query()` parameters of a handler. */
function queryClassesOf(context: ExecutionContext): readonly FieldClass[] {
  const [type, name] = [context.getClass(), context.getHandler().name];
  const places = (Reflect.getMetadata(ROUTE_ARGS_METADATA, type, name) ?? {}) as Record<string, { index: number }>;
  const classes = (Reflect.getMetadata('design:paramtypes', type.prototype as object, name) ?? []) as FieldClass[];
  return Object.entries(places).flatMap(([key, { index }]) =>
    key.startsWith(`${RouteParamtypes.QUERY}:`) && classes[index] ? [classes[index]] : [],
  );
}

/** Percent-encoded, comma-separated; `...` marks what is left out. */
function headerOf(names: readonly string[]): string {
  const shown = names.slice(0, MOST_NAMES).map((name) => encodeURIComponent(shortened(name)));
  return [...shown, ...(names.length > MOST_NAMES ? ['...'] : [])].join(', ');
}

const shortened = (name: string): string =>
  name.length > MOST_CHARACTERS ? `${name.slice(0, MOST_CHARACTERS).toWellFormed()}...` : name;

function splitOnce(url: string): readonly [path: string, query: string] {
  const mark = url.indexOf('?');
  return mark < 0 ? [url, ''] : [url.slice(0, mark), url.slice(mark + 1)];
}
