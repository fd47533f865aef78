import { Module } from '@nestjs/common';
import { PreviewModule } from './preview';
import { RecoveriesModule } from './recoveries';
import { SigningModule } from './signing.module';
import { SubscriptionsModule } from './subscriptions';

@Module({ imports: [PreviewModule, RecoveriesModule, SigningModule, SubscriptionsModule], exports: [SigningModule] })
export class WebhooksModule {}
