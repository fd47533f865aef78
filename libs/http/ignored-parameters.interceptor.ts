import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { inputsOf } from './handler-inputs';
import { parameterNames } from './query-string';
import type { KeyedRequest } from './request-facts';

export const IGNORED_PARAMETERS_HEADER = 'X-Hrev-Ignored-Parameters';

const MAX_NAMES = 20;
const MAX_CHARACTERS = 100;

/** Names unknown query parameters in a response header (contract §1.2). They are ignored, but a client can notice a misspelt filter. */
@Injectable()
export class IgnoredParametersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { url } = http.getRequest<KeyedRequest>();
    const mark = url.indexOf('?');
    if (mark >= 0) nameIgnored(url.slice(mark + 1), context, http.getResponse<Response>());
    return next.handle();
  }
}

function nameIgnored(query: string, context: ExecutionContext, response: Response): void {
  const known = inputsOf(context).query;
  const ignored = parameterNames(query).filter((name) => !known.has(name.replace(/\[\]$/, '')));
  if (ignored.length > 0) response.setHeader(IGNORED_PARAMETERS_HEADER, headerOf(ignored));
}

/** Percent-encoded and comma-separated; `...` marks what is left out. */
function headerOf(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => encodeURIComponent(shortened(name)));
  return [...shown, ...(names.length > MAX_NAMES ? ['...'] : [])].join(', ');
}

const shortened = (name: string): string =>
  name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS).toWellFormed()}...` : name;
