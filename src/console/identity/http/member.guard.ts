import {
  applyDecorators,
  createParamDecorator,
  Injectable,
  SetMetadata,
  UseGuards,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { DocumentSession, Endpoint, type EndpointOptions, type ApiRequest } from '@libs/http';
import { RequestLimits, SessionAdmission, type Caller, type SessionNeeds } from '@src/auth';
import type { Response } from 'express';
import type { Role } from '../domain/roles';
import { noSession } from './person.guard';

const NEEDS = 'hrev:member-needs';

/** What a route of an account needs of the person. */
export interface MemberNeeds {
  readonly leastRole: Role;
  /** A proof of the last ten minutes, otherwise 403 `proof_required`. */
  readonly needsProof?: boolean;
  /** Suspended accounts may use it too. */
  readonly evenWhenSuspended?: boolean;
  /** `query`: the parameter `account_id` names the account, for streams, downloads and images. Default: `X-Hrev-Account`. */
  readonly accountIn?: NonNullable<SessionNeeds['accountIn']>;
}

/** The person of a request, in the account that the request names. */
export interface Membership {
  readonly accountId: number;
  readonly personId: number;
  readonly role: Role;
  readonly sessionId: number;
  readonly isOperator: boolean;
  readonly caller: Caller;
}

interface MemberRequest extends ApiRequest {
  membership?: Membership;
}

/** Admits members to the routes of an account in the console's own API, with the refusals of `SessionAdmission`. */
@Injectable()
export class MemberGuard implements CanActivate {
  constructor(
    private readonly admission: SessionAdmission,
    private readonly limits: RequestLimits,
  ) {}

  async canActivate(context: ExecutionContext): Promise<true> {
    const http = context.switchToHttp();
    const request = http.getRequest<MemberRequest>();
    const response = http.getResponse<Response>();
    const needs = Reflect.getMetadata(NEEDS, context.getHandler()) as MemberNeeds;
    // A request with a key is judged by its key, and keys have no access to these routes.
    const hasKey = request.headers['x-api-key'] !== undefined;
    const admitted = hasKey ? null : await this.admission.admit({ access: 'session', ...needs }, request, response);
    if (admitted === null) {
      await this.limits.countKeyless(request, response);
      throw noSession();
    }
    const { caller, session, role } = admitted;
    const { accountId } = caller;
    const { id: sessionId, personId, isOperator } = session;
    request.membership = { accountId, personId, role, sessionId, isOperator, caller };
    return true;
  }
}

/** An endpoint of the console's own API for members of the account that the request names. */
export function Member(options: MemberNeeds & Omit<EndpointOptions, 'access' | keyof MemberNeeds>): MethodDecorator {
  const { leastRole, needsProof = false, evenWhenSuspended = false, accountIn = 'header', ...endpoint } = options;
  const needs: Required<MemberNeeds> = { leastRole, needsProof, evenWhenSuspended, accountIn };
  return applyDecorators(
    SetMetadata(NEEDS, needs),
    UseGuards(MemberGuard),
    DocumentSession({ ...needs, stages: ['full'] }),
    // The guard of keys lets the request pass, and `MemberGuard` judges it.
    Endpoint({ ...endpoint, access: 'public' }),
  );
}

/** The person and the account of the request, in a handler that is declared with `Member`. */
export const CurrentMember = createParamDecorator((_: unknown, context: ExecutionContext): Membership => {
  const { membership } = context.switchToHttp().getRequest<MemberRequest>();
  if (membership === undefined) throw new Error('the handler is not declared with Member');
  return membership;
});
