import { Module } from '@nestjs/common';
import { MailingService } from './mailing.service';
import { NoticeInbox } from './notice-inbox.service';
import { NoticesService } from './notices.service';
import { InboxQuery } from './persistence/inbox.query';
import { MailStore } from './persistence/mail.store';
import { NoticePreferenceStore } from './persistence/notice-preference.store';
import { NoticeStore } from './persistence/notice.store';

/** Stores notices and queues mail; for every process. `NoticesWorkerModule` sends the mail. */
@Module({
  providers: [InboxQuery, MailingService, MailStore, NoticeInbox, NoticePreferenceStore, NoticesService, NoticeStore],
  exports: [MailingService, MailStore, NoticeInbox, NoticesService],
})
export class NoticesModule {}
