import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ConnectionsModule } from '@src/connections';
import { CoverageModule, ReviewAnsweringModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { AuthModule } from '@src/auth';
import { RepliesController } from './http/replies.controller';
import { ReplyListController } from './http/reply-list.controller';
import { ReplyStateV2Controller } from './http/reply-state-v2.controller';
import { ReplyListQuery } from './persistence/reply-list.query';
import { ReplyStore } from './persistence/reply.store';
import { ProposalsController } from './proposals/http/proposals.controller';
import { ReplyPolicyController } from './proposals/http/reply-policy.controller';
import { ProposalEndsStore } from './proposals/persistence/proposal-ends.store';
import { ProposalListQuery } from './proposals/persistence/proposal-list.query';
import { ProposalStore } from './proposals/persistence/proposal.store';
import { ReplyPolicyStore } from './proposals/persistence/reply-policy.store';
import { ProposalReadingService } from './proposals/proposal-reading.service';
import { ProposalsService } from './proposals/proposals.service';
import { ReplyPolicyService } from './proposals/reply-policy.service';
import { RepliesService } from './replies.service';
import { ReplyReadingService } from './reply-reading.service';

@Module({
  imports: [AuditModule, AuthModule, ConnectionsModule, CoverageModule, ReviewAnsweringModule, SourcesModule],
  controllers: [
    ProposalsController,
    RepliesController,
    ReplyListController,
    ReplyPolicyController,
    ReplyStateV2Controller,
  ],
  providers: [
    ProposalEndsStore,
    ProposalListQuery,
    ProposalReadingService,
    ProposalStore,
    ProposalsService,
    ReplyListQuery,
    ReplyPolicyService,
    ReplyPolicyStore,
    ReplyReadingService,
    ReplyStore,
    RepliesService,
  ],
  exports: [ProposalEndsStore, RepliesService, ReplyStore],
})
export class RepliesModule {}
