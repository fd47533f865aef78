import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { MailingService, NoticesService } from '@src/notices';
import { PersonStore } from '../persons/person.store';
import { SessionStore } from './session.store';

/** The number of failed attempts in an hour that causes a notice. */
export const NOTIFIED_FAILURES = 10;

/** Where the person chooses another password. */
const CAUSE = 'settings/security';

/** Tells a person, in every account and by mail, of guesses of the password or of a code. */
@Injectable()
export class FailureNotices {
  constructor(
    private readonly database: Database,
    private readonly persons: PersonStore,
    private readonly sessions: SessionStore,
    private readonly notices: NoticesService,
    private readonly mailing: MailingService,
  ) {}

  /** Notifies if `failures` is exactly `NOTIFIED_FAILURES`, so once in an hour. */
  async after(failures: number, personId: number): Promise<void> {
    if (failures !== NOTIFIED_FAILURES) return;
    const person = await this.persons.byId(personId);
    if (person === null) return;
    const subject = `${NOTIFIED_FAILURES} failed attempts to sign in as ${person.name}`;
    const body = `There were ${NOTIFIED_FAILURES} attempts to sign in to the console as ${person.email} with a wrong password or code. Further attempts from unknown browsers are slowed down. If it was not you, choose a new password.`;
    await this.database.transaction(async () => {
      const memberships = await this.sessions.memberships(personId);
      for (const { accountId } of memberships)
        await this.notices.note({ accountId, kind: 'sign_in_failures', subject, body, path: CAUSE, personId });
      const [first] = memberships;
      if (first !== undefined)
        await this.mailing.post({
          accountId: first.accountId,
          recipient: person.email,
          replyTo: null,
          subject,
          body,
        });
    });
  }
}
