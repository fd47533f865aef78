import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { DATABASE_ADDRESS } from '@libs/config';
import { AuthModule } from './auth.module';
import { AccessGuard } from './http/access.guard';
import { ConsoleKeysService } from './console-keys.service';
import { KeysController } from './http/keys.controller';
import { KeyChecks } from './key-checks.service';
import { LastUse } from './last-use.service';
import { AccessChanges } from './persistence/access-changes';
import { AccessConnections } from './persistence/access-connections';
import { ApiKeyStore } from './persistence/api-key.store';
import { KeyHolderQuery } from './persistence/key-holder.query';
import { EmbedWindowStore, RequestWindowStore, SessionWindowStore } from './persistence/request-window.store';
import { EmbedLimits } from './http/embed-limits';
import { RefusalDelays } from './http/refusal-delays';
import { RequestLimits } from './http/request-limits';
import { EmbedRateLimiter, RateLimiter, SessionRateLimiter } from './rate-limiter';
import { SessionAdmission } from './http/session-admission';
import { WaitingRequests } from './http/waiting-requests';

/** The guard of every route and its dependencies; only API processes load it. */
@Module({
  imports: [AuthModule],
  controllers: [KeysController],
  providers: [
    AccessChanges,
    {
      provide: AccessConnections,
      useFactory: (address: string) => AccessConnections.open(address),
      inject: [DATABASE_ADDRESS],
    },
    ApiKeyStore,
    ConsoleKeysService,
    EmbedLimits,
    EmbedRateLimiter,
    EmbedWindowStore,
    KeyChecks,
    KeyHolderQuery,
    LastUse,
    RateLimiter,
    RefusalDelays,
    RequestLimits,
    RequestWindowStore,
    SessionAdmission,
    SessionRateLimiter,
    SessionWindowStore,
    WaitingRequests,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
  exports: [EmbedLimits, RequestLimits, SessionAdmission, WaitingRequests],
})
export class AccessModule {}
