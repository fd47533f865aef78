import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { AppError } from '@libs/kernel';
import type { Request } from 'express';
import { ConsoleSessionAccess } from '../sessions/session-access.adapter';
import type { SessionRecord } from '../sessions/session.store';

const PROOF = 'hrev:needs-proof';

interface PersonRequest extends Request {
  session?: SessionRecord;
}

/** Admits requests of the console's own API with a session; `Person({ needsProof: true })` needs a fresh proof too. */
@Injectable()
export class PersonGuard implements CanActivate {
  constructor(private readonly sessions: ConsoleSessionAccess) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const request = context.switchToHttp().getRequest<PersonRequest>();
    const session = await this.sessions.record(request);
    if (session === null) throw new AppError('unauthorized', 'There is no session, or it has ended');
    const needsProof = Reflect.getMetadata(PROOF, context.getHandler()) === true;
    if (needsProof && !session.isProven)
      throw new AppError('proof_required', 'Give your password or another proof again');
    request.session = session;
    return true;
  }
}

/** Declares that a handler of the console's own API needs a session. */
export function Person(options: { readonly needsProof?: boolean } = {}): MethodDecorator {
  return applyDecorators(SetMetadata(PROOF, options.needsProof === true), UseGuards(PersonGuard));
}

/** The session of the request, in a handler that is declared with `Person`. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): SessionRecord => {
  const { session } = context.switchToHttp().getRequest<PersonRequest>();
  if (session === undefined) throw new Error('the handler is not declared with Person');
  return session;
});
