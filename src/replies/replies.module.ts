import { Module } from '@nestjs/common';
import { ConnectionsModule } from '@src/connections';
import { ReviewAnsweringModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { RepliesController } from './http/replies.controller';
import { ReplyStore } from './persistence/reply.store';
import { RepliesService } from './replies.service';

@Module({
  imports: [ConnectionsModule, ReviewAnsweringModule, SourcesModule],
  controllers: [RepliesController],
  providers: [ReplyStore, RepliesService],
  exports: [ReplyStore],
})
export class RepliesModule {}
