import { Injectable, Logger } from '@nestjs/common';
import { actFor, asActor, Database } from '@libs/database';
import { AuditTrail } from '@src/audit';
import { clientAddress } from '@src/auth';
import { MailingService, NoticesService } from '@src/notices';
import type { Request, Response } from 'express';
import { AfterAnswer } from './after-answer';
import { MemberStore } from './persistence/member.store';
import { PersonStore } from './persistence/person.store';
import { SignInLimit } from './persistence/sign-in-limit.store';
import { PersonTrail } from './person-trail.service';

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

/** The number of failed attempts in an hour that causes a notice. */
const NOTIFIED_FAILURES = 10;
/** Where the person chooses another password. */
const NOTICE_PATH = 'settings/security';

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
    private readonly accountTrail: AuditTrail,
    private readonly persons: PersonStore,
    private readonly members: MemberStore,
    private readonly limit: SignInLimit,
    private readonly afterwards: AfterAnswer,
    private readonly notices: NoticesService,
    private readonly mailing: MailingService,
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
      if (attempt === NOTIFIED_FAILURES) await this.notify(personId);
    });
    this.logger.warn({ msg: 'a sign-in or a proof failed', person_id: personId, given, attempt, address });
  }

  private async record({ personId, given, attempt }: Failure & { readonly personId: number }): Promise<void> {
    const memberships = await this.members.memberships(personId);
    const accountIds = memberships.length === 0 ? [null] : memberships.map(({ accountId }) => accountId);
    for (const accountId of accountIds)
      if (await this.limit.takeTrail(accountId))
        await this.database.transaction(() =>
          this.accountTrail.record({
            action: given === 'proof' ? 'proof.failed' : 'sign_in.failed',
            accountId,
            target: { type: 'person', id: personId },
            after: { given, attempt },
          }),
        );
  }

  /** Tells a person, in every account and by mail, of guesses of the password or of a code. */
  private async notify(personId: number): Promise<void> {
    const person = await this.persons.byId(personId);
    if (person === null) return;
    const subject = `${NOTIFIED_FAILURES} failed attempts to sign in as ${person.name}`;
    const body = `There were ${NOTIFIED_FAILURES} attempts to sign in to the console as ${person.email} with a wrong password or code. Further attempts from unknown browsers are slowed down. If it was not you, choose a new password.`;
    await this.database.transaction(async () => {
      const memberships = await this.members.memberships(personId);
      for (const { accountId } of memberships)
        await this.notices.note({ accountId, kind: 'sign_in_failures', subject, body, path: NOTICE_PATH, personId });
      const [first] = memberships;
      if (first === undefined) return;
      const { accountId } = first;
      await this.mailing.post({ accountId, recipient: person.email, replyTo: null, subject, body });
    });
  }
}
