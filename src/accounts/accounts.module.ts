import { Module } from '@nestjs/common';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { SwitchesModule } from '@src/switches';
import { AccountController } from './http/account.controller';
import { AccountKeysController } from './http/account-keys.controller';
import { AdminAccountsController } from './http/accounts.controller';
import { StatisticsController } from './http/statistics.controller';
import { StatisticsQuery } from './persistence/statistics.query';

@Module({
  imports: [ObjectsModule, SourcesModule, SwitchesModule],
  controllers: [AccountController, AdminAccountsController, AccountKeysController, StatisticsController],
  providers: [StatisticsQuery],
})
export class AccountsModule {}
