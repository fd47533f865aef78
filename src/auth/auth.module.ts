import { Global, Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { AccountsService } from './accounts.service';
import { KeysService } from './keys.service';
import { AccessNotifications } from './persistence/access-notifications';
import { AccountStore } from './persistence/account.store';
import { ApiKeyStore } from './persistence/api-key.store';

/** Accounts and keys, for every process. `AccessModule`, which only API processes load, checks the keys of requests. */
@Global()
@Module({
  imports: [AuditModule],
  providers: [AccessNotifications, AccountStore, ApiKeyStore, AccountsService, KeysService],
  exports: [AccessNotifications, AccountsService, KeysService],
})
export class AuthModule {}
