import { createHash } from 'node:crypto';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { KeyedRequest } from './request-facts';

const GENERATED_AT = /"generated_at":"[^"]*"/g;

/**
 * `ETag` and `If-None-Match` on an endpoint (contract §1.4). The tag is weak: it leaves out `generated_at`, which differs
 * in every answer and would make the header useless. A weak tag is one for all codings of an answer.
 */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<KeyedRequest>();
    const response = http.getResponse<Response>();
    return next.handle().pipe(map((body: unknown) => tagged(request, response, body)));
  }
}

function tagged(request: KeyedRequest, response: Response, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const text = JSON.stringify(body);
  const tag = entityTag(text);
  response.setHeader('ETag', tag);
  response.vary('Accept-Encoding');
  if (matches(request.headers['if-none-match'], tag)) {
    response.status(304);
    return undefined;
  }
  return text;
}

/** The weak tag of a body as JSON text. */
function entityTag(jsonText: string): string {
  return `W/"${createHash('sha256').update(jsonText.replace(GENERATED_AT, '')).digest('base64url').slice(0, 27)}"`;
}

/** Weak comparison of RFC 9110 §13.1.2. */
function matches(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  if (header.trim() === '*') return true;
  const opaque = tag.replace(/^W\//, '');
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === opaque);
}
