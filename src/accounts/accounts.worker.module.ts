import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { AccountErasure } from './account-erasure.service';
import { AccountErasureSchedule } from './jobs/account-erasure.schedule';
import { ErasureRecordSchedule } from './jobs/erasure-record.schedule';
import { TrialNoticesSchedule } from './jobs/trial-notices.schedule';
import { ErasureStore } from './persistence/erasure.store';
import { TrialNotices } from './trial-notices.service';

export { accountErasureOn } from './account-erasure.service';

/** Notifies accounts of the end of their trials and erases closed accounts; for workers. */
@Module({
  imports: [AuditModule, NoticesModule],
  providers: [
    AccountErasure,
    AccountErasureSchedule,
    ErasureRecordSchedule,
    ErasureStore,
    TrialNotices,
    TrialNoticesSchedule,
  ],
})
export class AccountsWorkerModule {}
