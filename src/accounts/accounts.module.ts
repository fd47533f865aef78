import { Module } from '@nestjs/common';
import { AdminAccountsController } from './http/accounts.controller';
import { StatisticsController } from './http/statistics.controller';
import { StatisticsQuery } from './persistence/statistics.query';

@Module({ controllers: [AdminAccountsController, StatisticsController], providers: [StatisticsQuery] })
export class AccountsModule {}
