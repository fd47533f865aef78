import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { SupportAdminController, SupportController } from './http/support.controller';
import { SupportMessageStore } from './persistence/support-message.store';
import { SupportService } from './support.service';

@Module({
  imports: [AuditModule, NoticesModule],
  controllers: [SupportController, SupportAdminController],
  providers: [SupportMessageStore, SupportService],
  exports: [SupportService],
})
export class SupportModule {}
