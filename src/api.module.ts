import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { EventsModule } from '@libs/events';
import { QueueModule } from '@libs/queue';
import { KeyPresenceModule } from '@libs/sealing';
import { AccountsModule } from '@src/accounts';
import { AgentsModule } from '@src/agents';
import { AnalyticsModule } from '@src/analytics';
import { AuditReadingModule } from '@src/audit';
import { AccessModule, AuthModule } from '@src/auth';
import { CollectionModule } from '@src/collection';
import { ConsoleModule, ConsolePagesModule } from '@src/console';
import { EmbedsModule } from '@src/embeds';
import { ExportsModule } from '@src/exports';
import { FoldersModule } from '@src/folders';
import { HealthModule } from '@src/health';
import { LinksModule } from '@src/links';
import { ObjectsModule } from '@src/objects';
import { RepliesModule } from '@src/replies';
import { OperationsModule } from '@src/operations';
import { ReviewsModule } from '@src/reviews';
import { SourcesModule } from '@src/sources';
import { SupportModule } from '@src/support';
import { WebhooksModule } from '@src/webhooks';
import { FoundationModule, type Foundation } from './foundation.module';

/** The modules that every process needs. Create them once per process, because Nest identifies dynamic modules by their object. */
export function foundationModules(foundation: Foundation): readonly DynamicModule[] {
  return [
    FoundationModule.forRoot(foundation),
    QueueModule.forRoot({ databaseUrl: foundation.databaseUrl, redisUrl: foundation.config.REDIS_URL }),
  ];
}

/** The modules of all contexts for the API. */
@Module({
  imports: [
    KeyPresenceModule,
    EventsModule,
    AuthModule,
    AccessModule,
    HealthModule,
    SourcesModule,
    ObjectsModule,
    LinksModule,
    FoldersModule,
    ReviewsModule,
    AnalyticsModule,
    CollectionModule,
    RepliesModule,
    ExportsModule,
    EmbedsModule,
    SupportModule,
    AccountsModule,
    AuditReadingModule,
    WebhooksModule,
    ConsolePagesModule,
    OperationsModule,
  ],
})
export class ApiContexts {}

/** The modules of the API of the console; none with `HREV_CONSOLE=off`. */
export function consoleModules({ config }: Foundation): readonly Type[] {
  return config.HREV_CONSOLE === 'off' ? [] : [ConsoleModule];
}

/** The MCP server; none with `HREV_MCP=off`. */
export function agentModules({ config }: Foundation): readonly Type[] {
  return config.HREV_MCP === 'off' ? [] : [AgentsModule];
}

/** The API process, without background work. */
@Module({})
export class ApiModule {
  static forRoot(foundation: Foundation): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        ...foundationModules(foundation),
        ApiContexts,
        ...consoleModules(foundation),
        ...agentModules(foundation),
      ],
    };
  }
}
