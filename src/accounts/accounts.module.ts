import { Module } from '@nestjs/common';
import { AccountKeysController } from './http/account-keys.controller';
import { AdminAccountsController } from './http/accounts.controller';
import { StatisticsController } from './http/statistics.controller';
import { StatisticsQuery } from './persistence/statistics.query';

@Module({
  controllers: [AdminAccountsController, AccountKeysController, StatisticsController],
  providers: [StatisticsQuery],
})
export class AccountsModule {}
