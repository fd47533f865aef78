import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import etag from 'etag';
import type { Response } from 'express';
import fresh from 'fresh';
import { map, type Observable } from 'rxjs';
import type { ApiRequest } from './api-request';

const GENERATED_AT = /"generated_at":"[^"]*"/g;

/**
 * `ETag` and `If-None-Match` of an endpoint (contract §1.4). The tag does not depend on `generated_at`, which differs in every
 * response. It is weak, so it is the same for every content coding.
 */
@Injectable()
export class EntityTagInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const request = http.getRequest<ApiRequest>();
    const response = http.getResponse<Response>();
    return next.handle().pipe(map((body: unknown) => tagged(request, response, body)));
  }
}

function tagged(request: ApiRequest, response: Response, body: unknown): unknown {
  if (typeof body !== 'object' || body === null) return body;
  const text = JSON.stringify(body);
  const tag = etag(text.replace(GENERATED_AT, ''), { weak: true });
  response.setHeader('ETag', tag);
  response.vary('Accept-Encoding');
  // The library would also apply other request headers, such as `Cache-Control: no-cache`, which have no meaning in the contract.
  if (!fresh({ 'if-none-match': request.headers['if-none-match'] }, { etag: tag })) return text;
  response.status(304);
  return undefined;
}
