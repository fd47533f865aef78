import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { ApiRequest } from '@libs/http';
import type { Caller } from '../domain/caller';

/** The caller that the access guard admitted. Throws on a public endpoint, which has none. */
export const CurrentCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const { caller } = context.switchToHttp().getRequest<ApiRequest>();
  if (caller === undefined) throw new Error('a public endpoint has no caller');
  return caller as Caller;
});
