import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { ROUTE_ARGS_METADATA, RouteParamtypes } from '@nestjs/common/internal';
import type { Observable } from 'rxjs';
import { readJsonBody } from './json-body';
import type { KeyedRequest } from './request-facts';

/**
 * Reads the body of requests whose handler takes one. It is an interceptor and not a middleware because of the order of
 * checks (decisions §2): a caller without a key learns that, and not that his JSON is broken; and nobody without a key
 * makes us read a megabyte.
 */
@Injectable()
export class JsonBodyInterceptor implements NestInterceptor {
  private readonly takers = new WeakMap<object, boolean>();

  async intercept(context: ExecutionContext, next: CallHandler): Promise<Observable<unknown>> {
    if (this.takesBody(context)) {
      const request = context.switchToHttp().getRequest<KeyedRequest>();
      const { bytes, value } = await readJsonBody(request);
      request.rawBody = bytes;
      request.body = value;
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
