import { Module } from '@nestjs/common';
import { PreviewModule } from './preview';
import { SigningModule } from './signing.module';
import { SubscriptionsModule } from './subscriptions';

@Module({ imports: [PreviewModule, SigningModule, SubscriptionsModule], exports: [SigningModule] })
export class WebhooksModule {}
