import { Module } from '@nestjs/common';
import { MailingService } from './mailing.service';
import { NoticesService } from './notices.service';
import { MailStore } from './persistence/mail.store';
import { NoticeStore } from './persistence/notice.store';

/** Stores notices and queues mail; for every process. `NoticesWorkerModule` sends the mail. */
@Module({
  providers: [MailingService, MailStore, NoticesService, NoticeStore],
  exports: [MailingService, MailStore, NoticesService],
})
export class NoticesModule {}
