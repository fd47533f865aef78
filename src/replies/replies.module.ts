import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ConnectionsModule } from '@src/connections';
import { CoverageModule, ReviewAnsweringModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { RepliesController } from './http/replies.controller';
import { ReplyListController } from './http/reply-list.controller';
import { ReplyStateV2Controller } from './http/reply-state-v2.controller';
import { ReplyListQuery } from './persistence/reply-list.query';
import { ReplyStore } from './persistence/reply.store';
import { RepliesService } from './replies.service';
import { ReplyReadingService } from './reply-reading.service';

@Module({
  imports: [AuditModule, ConnectionsModule, CoverageModule, ReviewAnsweringModule, SourcesModule],
  controllers: [RepliesController, ReplyListController, ReplyStateV2Controller],
  providers: [ReplyListQuery, ReplyReadingService, ReplyStore, RepliesService],
  exports: [RepliesService, ReplyStore],
})
export class RepliesModule {}
