import { Module } from '@nestjs/common';
import { QueueWorkerModule } from '@libs/queue';
import { MailWorker } from './jobs/mail.worker';
import { NoticesModule } from './notices.module';
import { SmtpSender } from './sender/smtp-sender';

/** Sends mail; for workers. */
@Module({
  imports: [NoticesModule, QueueWorkerModule],
  providers: [MailWorker, SmtpSender],
})
export class NoticesWorkerModule {}
