import { Injectable } from '@nestjs/common';
import { NoticesService, type NewNotice } from '@src/notices';
import { OperatorMail } from './operator-mail.service';
import { AlarmStore } from './persistence/alarm.store';

/** Tells every operator: by mail, and by a notice in the console that no other member of the operator's account sees. */
@Injectable()
export class OperatorNotices {
  constructor(
    private readonly alarms: AlarmStore,
    private readonly mail: OperatorMail,
    private readonly notices: NoticesService,
  ) {}

  /** In the caller's transaction. `path` is below the address of the console. */
  async send(notice: Pick<NewNotice, 'kind' | 'subject' | 'body'> & { readonly path: string }): Promise<void> {
    await this.mail.send({ subject: notice.subject, body: notice.body });
    for (const { accountId, personId } of await this.alarms.operatorMemberships())
      await this.notices.note({ ...notice, accountId, personId });
  }
}
