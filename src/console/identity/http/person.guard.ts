import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { actFor } from '@libs/database';
import { DocumentSession, Endpoint, type EndpointOptions } from '@libs/http';
import { AppError } from '@libs/kernel';
import { clientAddress, RequestLimits } from '@src/auth';
import type { Request, Response } from 'express';
import { ConsoleSessionAccess } from '../console-session-access.adapter';
import type { SessionRecord, SessionStage } from '../persistence/session.store';

const NEEDS = 'hrev:person-needs';

/** What a route needs of the session of a person. */
export interface PersonNeeds {
  /** A proof of the last ten minutes, otherwise 403 `proof_required`. */
  readonly needsProof?: boolean;
  /** The stages of a session that may use it; default: `full` alone. */
  readonly stages?: readonly SessionStage[];
}

interface PersonRequest extends Request {
  session?: SessionRecord;
}

const DETAILS: Readonly<Record<SessionStage, string>> = {
  full: 'You are signed in already',
  enrol: 'Your role needs a second factor: set one up first',
  second_factor: 'The second factor is missing',
};

/** 401: the session of the request is missing, or at a stage for which the route is not. */
export const noSession = (stage?: SessionStage): AppError =>
  new AppError('unauthorized', stage === undefined ? 'There is no session, or it has ended' : DETAILS[stage]);

/** Admits requests of the console's own API with a session; `Person({ needsProof: true })` needs a fresh proof too. */
@Injectable()
export class PersonGuard implements CanActivate {
  constructor(
    private readonly sessions: ConsoleSessionAccess,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<PersonRequest>();
    const response = http.getResponse<Response>();
    // A request with a key is judged by its key, and keys have no access to these routes.
    const session = request.headers['x-api-key'] === undefined ? await this.sessions.record(request) : null;
    if (session === null) {
      await this.limits.countKeyless(request, response);
      throw noSession();
    }
    await this.limits.countSession(session.id, response);
    const { needsProof, stages } = Reflect.getMetadata(NEEDS, context.getHandler()) as Required<PersonNeeds>;
    if (!stages.includes(session.stage)) throw noSession(session.stage);
    const { personId } = session;
    actFor({ kind: 'person', accountId: null, personId, address: clientAddress(request) });
    if (needsProof && !session.isProven)
      throw new AppError('proof_required', 'Give your password or another proof again');
    request.session = session;
    return true;
  }
}

/** An endpoint of the console's own API that needs a session. */
export function Person(
  options: PersonNeeds & Omit<EndpointOptions, 'access' | 'leastRole' | 'evenWhenSuspended' | keyof PersonNeeds>,
): MethodDecorator {
  const { needsProof = false, stages = ['full'], ...endpoint } = options;
  const needs: Required<PersonNeeds> = { needsProof, stages };
  return applyDecorators(
    SetMetadata(NEEDS, needs),
    UseGuards(PersonGuard),
    DocumentSession({ ...needs, accountIn: null, leastRole: null, evenWhenSuspended: true }),
    // The guard of keys lets the request pass, and `PersonGuard` judges it.
    Endpoint({ ...endpoint, access: 'public' }),
  );
}

/** The session of the request, in a handler that is declared with `Person`. */
export const CurrentSession = createParamDecorator((_: unknown, context: ExecutionContext): SessionRecord => {
  const { session } = context.switchToHttp().getRequest<PersonRequest>();
  if (session === undefined) throw new Error('the handler is not declared with Person');
  return session;
});
