import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import type { Observable } from 'rxjs';
import { inputsOf } from './handler-inputs';
import { parameterNames } from './query-string';
import type { ApiRequest } from './api-request';

export const IGNORED_PARAMETERS_HEADER = 'X-Hrev-Ignored-Parameters';

const MAX_NAMES = 20;
const MAX_CHARACTERS = 100;

/**
 * Lists unknown query parameters in a response header (contract §1.2). They are ignored, but a client can notice a misspelt name.
 */
@Injectable()
export class IgnoredParametersInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { url } = http.getRequest<ApiRequest>();
    const queryStart = url.indexOf('?');
    if (queryStart >= 0) listIgnored(url.slice(queryStart + 1), context, http.getResponse<Response>());
    return next.handle();
  }
}

function listIgnored(query: string, context: ExecutionContext, response: Response): void {
  const known = inputsOf(context).query;
  const ignored = parameterNames(query).filter((name) => !known.has(name.replace(/\[\]$/, '')));
  if (ignored.length > 0) response.setHeader(IGNORED_PARAMETERS_HEADER, headerOf(ignored));
}

/** The value of the header: names are percent-encoded and comma-separated, and `...` replaces omitted parts. */
function headerOf(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES).map((name) => encodeURIComponent(shortened(name)));
  return [...listed, ...(names.length > MAX_NAMES ? ['...'] : [])].join(', ');
}

const shortened = (name: string): string =>
  name.length > MAX_CHARACTERS ? `${name.slice(0, MAX_CHARACTERS).toWellFormed()}...` : name;
