import { Module } from '@nestjs/common';
import { EventsWorkerModule } from '@libs/events';
import { QueueWorkerModule } from '@libs/queue';
import { ConnectionsModule } from '@src/connections';
import { NoticesModule } from '@src/notices';
import { ReviewAnsweringModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { ConfirmRepliesService } from './confirm-replies.service';
import { ConfirmRepliesSubscriber } from './jobs/confirm-replies.subscriber';
import { ReplyWorker } from './jobs/reply.worker';
import { ReplyLeaseStore } from './persistence/reply-lease.store';
import { ProposalPurgeSchedule } from './proposals/jobs/proposal-purge.schedule';
import { PublishReplyService } from './publish-reply.service';
import { RepliesModule } from './replies.module';

/** Carries out replies and compares them with collections, in worker processes. */
@Module({
  imports: [
    ConnectionsModule,
    EventsWorkerModule,
    NoticesModule,
    QueueWorkerModule,
    RepliesModule,
    ReviewAnsweringModule,
    SourcesModule,
  ],
  providers: [
    ConfirmRepliesService,
    ConfirmRepliesSubscriber,
    ProposalPurgeSchedule,
    PublishReplyService,
    ReplyLeaseStore,
    ReplyWorker,
  ],
})
export class RepliesWorkerModule {}
