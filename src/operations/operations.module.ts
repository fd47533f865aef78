import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { CollectionModule } from '@src/collection';
import { NoticesModule } from '@src/notices';
import { RepliesModule } from '@src/replies';
import { SourcesModule } from '@src/sources';
import { SubscriptionsModule } from '@src/webhooks';
import { ChecksService } from './checks/checks.service';
import { BundlePresenter } from './http/bundle.presenter';
import { AdminSourcesController } from './http/sources.controller';
import { QueuesController } from './http/queues.controller';
import { SwitchesController } from './http/switches.controller';
import { SystemController } from './http/system.controller';
import { JobsService } from './jobs.service';
import { MonitoringModule } from './monitoring.module';
import { ProbeService } from './probe/probe.service';
import { SwitchControlModule } from './switch-control.module';

/** The API of the operator. */
@Module({
  imports: [
    AuditModule,
    CollectionModule,
    MonitoringModule,
    NoticesModule,
    RepliesModule,
    SourcesModule,
    SubscriptionsModule,
    SwitchControlModule,
  ],
  controllers: [AdminSourcesController, QueuesController, SwitchesController, SystemController],
  providers: [BundlePresenter, ChecksService, JobsService, ProbeService],
})
export class OperationsModule {}
