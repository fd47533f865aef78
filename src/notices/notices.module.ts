import { Module } from '@nestjs/common';
import { MailingService } from './mailing.service';
import { NoticesService } from './notices.service';
import { MailStore } from './persistence/mail.store';
import { NoticeStore } from './persistence/notice.store';

/** Telling accounts and queueing mail, for every process; sending is the worker's (`NoticesWorkerModule`). */
@Module({
  providers: [MailingService, MailStore, NoticesService, NoticeStore],
  exports: [MailingService, MailStore, NoticesService],
})
export class NoticesModule {}
