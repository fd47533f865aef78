import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Observable } from 'rxjs';
import { endpointOf } from './endpoint';
import { inputsOf } from './handler-inputs';
import { hasDefinedBody, NO_BODY, readJsonBody, readJsonMessage } from './json-body';
import { readObject } from './read-object';
import type { ApiRequest } from './api-request';

class NoFields {}

/**
 * Reads the body of a request. If the handler of a write has no body, every field of a body is refused as unknown (contract §1.3).
 *
 * This is not a middleware, because the key is checked before the body (contract §1.3, order of checks): without a key, a client
 * cannot make the service read a megabyte.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (endpointOf(context.getHandler())?.readsBody === 'json') {
      request.body = await readJsonMessage(request);
    } else if (inputsOf(context).takesBody) {
      request.body = await readJsonBody(request);
    } else if (hasDefinedBody(request.method)) {
      const value = await readJsonBody(request);
      if (value !== NO_BODY) readObject(NoFields, value, '');
    }
    return next.handle();
  }
}
