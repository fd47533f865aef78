import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Observable } from 'rxjs';
import { meansItsBody, NO_BODY, readJsonBody } from './json-body';
import { readObject } from './read-object';
import type { KeyedRequest } from './request-facts';

class NoFields {}

/**
 * Reads the body of requests whose handler takes one. A write that takes none has no field that it knows, so any is
 * refused like any other unknown field (contract §1.3: a typing mistake must not pass silently). It is an interceptor and not
 * a middleware because of the order of checks (contract §1.3): a caller without a key learns that, and not that his JSON is
 * broken; and a client without a key cannot make the service read a megabyte.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly takers = new WeakMap<object, boolean>();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<KeyedRequest>();
    if (this.takesBody(context)) {
      const { bytes, value } = await readJsonBody(request);
      request.rawBody = bytes;
      request.body = value;
    } else if (meansItsBody(request.method)) {
      const { value } = await readJsonBody(request);
      if (value !== NO_BODY) readObject(NoFields, value, '');
    }
    return next.handle();
  }

  private takesBody(context: ExecutionContext): boolean {
    const handler = context.getHandler();
    const known = this.takers.get(handler);
    if (known !== undefined) return known;
    const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name) ?? {}) as object;
    const takes = Object.keys(parameters).some((key) => key.startsWith(`${RouteParamtypes.BODY}:`));
    this.takers.set(handler, takes);
    return takes;
  }
}
