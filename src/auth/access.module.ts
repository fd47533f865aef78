import { Module } from '@nestjs/common';
import { APP_GUARD } from '@nestjs/core';
import { AuthModule } from './auth.module';
import { AccessGuard } from './http/access.guard';
import { AccountController } from './http/account.controller';
import {
  AccountOfConsoleController,
  ConnectionsOfConsoleController,
  KeysOfConsoleController,
} from './http/console-only.controller';
import { KeyChecks } from './key-checks.service';
import { LastUse } from './last-use.service';
import { AccessChanges } from './persistence/access-changes';
import { AccountUsageQuery } from './persistence/account-usage.query';
import { ApiKeyStore } from './persistence/api-key.store';
import { RequestWindowStore } from './persistence/request-window.store';
import { RateLimiter } from './rate-limiter';

/** The guard of every route, and what it needs; only processes that answer requests have it. */
@Module({
  imports: [AuthModule],
  controllers: [AccountController, AccountOfConsoleController, ConnectionsOfConsoleController, KeysOfConsoleController],
  providers: [
    AccessChanges,
    AccountUsageQuery,
    ApiKeyStore,
    KeyChecks,
    LastUse,
    RequestWindowStore,
    RateLimiter,
    { provide: APP_GUARD, useClass: AccessGuard },
  ],
})
export class AccessModule {}
