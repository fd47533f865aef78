import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { EventsModule } from '@libs/events';
import { KeyPresenceModule } from '@libs/sealing';
import { AuditWorkerModule } from '@src/audit/audit.worker.module';
import { AuthModule } from '@src/auth';
import { CollectionWorkerModule } from '@src/collection/collection.worker.module';
import { ConnectionsWorkerModule } from '@src/connections/connections.worker.module';
import { NoticeReadersModule } from '@src/console';
import { ExportsWorkerModule } from '@src/exports/exports.worker.module';
import { HealthModule } from '@src/health';
import { LinksModule } from '@src/links';
import { NoticesWorkerModule } from '@src/notices/notices.worker.module';
import { OperationsWorkerModule } from '@src/operations/operations.worker.module';
import { WebhooksWorkerModule } from '@src/webhooks/webhooks.worker.module';
import { RepliesWorkerModule } from '@src/replies/replies.worker.module';
import { AccountsWorkerModule } from '@src/accounts/accounts.worker.module';
import { agentModules, ApiContexts, consoleModules, foundationModules } from './api.module';
import type { Foundation } from './foundation.module';
import { StalledSessions } from './process/stalled-sessions.schedule';
import { IdempotencyPurge } from './process/idempotency-purge.schedule';

/** The modules of all contexts for background work. */
@Module({
  imports: [
    ScheduleModule.forRoot(),
    KeyPresenceModule,
    EventsModule,
    AuthModule,
    HealthModule,
    LinksModule,
    AccountsWorkerModule,
    AuditWorkerModule,
    CollectionWorkerModule,
    ConnectionsWorkerModule,
    ExportsWorkerModule,
    NoticesWorkerModule,
    RepliesWorkerModule,
    WebhooksWorkerModule,
    OperationsWorkerModule,
  ],
  providers: [StalledSessions, IdempotencyPurge],
})
export class WorkerContexts {}

/** The members of accounts as recipients of notices; none with `HREV_CONSOLE=off`. */
function readersModules({ config }: Foundation): readonly Type[] {
  return config.HREV_CONSOLE === 'off' ? [] : [NoticeReadersModule];
}

/** The worker process, without an API; `process/worker-probes` responds to its probes. */
@Module({})
export class WorkerModule {
  static forRoot(foundation: Foundation): DynamicModule {
    return {
      module: WorkerModule,
      imports: [...foundationModules(foundation), WorkerContexts, ...readersModules(foundation)],
    };
  }
}

/** The API and background work in one process: role `all`. */
@Module({})
export class ServiceModule {
  static forRoot(foundation: Foundation): DynamicModule {
    return {
      module: ServiceModule,
      imports: [
        ...foundationModules(foundation),
        ApiContexts,
        WorkerContexts,
        ...consoleModules(foundation),
        ...agentModules(foundation),
      ],
    };
  }
}
