import { Module } from '@nestjs/common';
import { AuditReadingModule } from '@src/audit';
import { PersonsModule } from '../identity';
import { AccountAudit } from './account-audit.service';
import { AccountAuditController } from './http/account-audit.controller';
import { RequestsController } from './http/requests.controller';
import { RequestLogQuery } from './persistence/request-log.query';
import { RequestLogStore } from './persistence/request-log.store';
import { RequestRecorder } from './request-recorder.service';
import { RequestsService } from './requests.service';

/** With `HREV_CONSOLE=off` no request is recorded. */
@Module({
  imports: [AuditReadingModule, PersonsModule],
  controllers: [AccountAuditController, RequestsController],
  providers: [AccountAudit, RequestLogQuery, RequestLogStore, RequestRecorder, RequestsService],
})
export class RecordsModule {}
