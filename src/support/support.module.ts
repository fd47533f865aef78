import { Module } from '@nestjs/common';
import { NoticesModule } from '@src/notices';
import { SupportAdminController, SupportController } from './http/support.controller';
import { SupportMessageStore } from './persistence/support-message.store';
import { SupportService } from './support.service';

@Module({
  imports: [NoticesModule],
  controllers: [SupportController, SupportAdminController],
  providers: [SupportMessageStore, SupportService],
  exports: [SupportService],
})
export class SupportModule {}
