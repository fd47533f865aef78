import { Injectable, Logger } from '@nestjs/common';
import { actFor, asActor, Database } from '@libs/database';
import { clientAddress } from '@src/auth';
import type { Request, Response } from 'express';
import { PersonTrail } from '../persons/person-trail.service';
import { AfterAnswer } from './after-answer';
import { FailureNotices } from './failure-notices';
import { SessionStore } from './session.store';
import { SignInLimit } from './sign-in-limit';

/** What a person gave, rightly or wrongly. */
export type Given = 'password' | 'passkey' | 'second_factor' | 'proof';

/** A failed attempt. */
export interface Failure {
  /** Null if the address, or the passkey, is unknown. */
  readonly personId: number | null;
  readonly given: Given;
  /** Its number among the attempts of the hour. */
  readonly attempt: number;
}

/**
 * Records sign-ins, failed attempts and sign-outs, with the person and the address of the client: in the log, and in the audit trail of the
 * accounts of the person. Lines have ids and addresses only and nothing that the client wrote, so that no request can forge a line. Unknown clients
 * cannot fill the trail of an account: it has at most 100 failures in an hour, and the log has all.
 */
@Injectable()
export class SignInTrail {
  private readonly logger = new Logger(SignInTrail.name);

  constructor(
    private readonly database: Database,
    private readonly trail: PersonTrail,
    private readonly sessions: SessionStore,
    private readonly limit: SignInLimit,
    private readonly afterwards: AfterAnswer,
    private readonly notices: FailureNotices,
  ) {}

  /** Records a session that began, in the current transaction. From then on the request is the person's. */
  async started(personId: number, sessionId: number, given: Given, request: Request): Promise<void> {
    const address = clientAddress(request);
    actFor({ kind: 'person', accountId: null, personId, address });
    const target = { type: 'session', id: sessionId } as const;
    await this.trail.record(personId, { action: 'session.started', target, after: { given } });
    this.logger.log({ msg: 'a person signed in', person_id: personId, session_id: sessionId, given, address });
  }

  /** Records a sign-out, in the current transaction. */
  async signedOut(personId: number, sessionId: number, request: Request): Promise<void> {
    const target = { type: 'session', id: sessionId } as const;
    await this.trail.record(personId, { action: 'session.signed_out', target });
    const address = clientAddress(request);
    this.logger.log({ msg: 'a person signed out', person_id: personId, session_id: sessionId, address });
  }

  /**
   * Records a failed attempt. All but the line of the log follows the answer, so that an attempt for a person takes as long as one for
   * an unknown address.
   */
  failed(failure: Failure, request: Request): void {
    const address = clientAddress(request);
    const { personId, given, attempt } = failure;
    this.afterwards.run(request.res as Response, 'the record of a failed attempt', async () => {
      if (personId === null) return;
      await asActor({ kind: 'service', address }, () => this.record({ ...failure, personId }));
      await this.notices.after(attempt, personId);
    });
    this.logger.warn({ msg: 'a sign-in or a proof failed', person_id: personId, given, attempt, address });
  }

  private async record({ personId, given, attempt }: Failure & { readonly personId: number }): Promise<void> {
    const memberships = await this.sessions.memberships(personId);
    const accountIds = memberships.length === 0 ? [null] : memberships.map(({ accountId }) => accountId);
    for (const accountId of accountIds)
      if (await this.limit.takeTrail(accountId))
        await this.database.transaction(() =>
          this.trail.recordIn(accountId, {
            action: given === 'proof' ? 'proof.failed' : 'sign_in.failed',
            target: { type: 'person', id: personId },
            after: { given, attempt },
          }),
        );
  }
}
