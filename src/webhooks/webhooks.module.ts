import { Module } from '@nestjs/common';
import { SigningModule } from './signing.module';
import { SubscriptionsModule } from './subscriptions';

@Module({ imports: [SigningModule, SubscriptionsModule], exports: [SigningModule] })
export class WebhooksModule {}
