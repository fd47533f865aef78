import { Module } from '@nestjs/common';
import { ListenersModule } from './listeners';
import { PreviewModule } from './preview';
import { RecoveriesModule } from './recoveries';
import { SigningModule } from './signing.module';
import { SubscriptionsModule } from './subscriptions';

@Module({
  imports: [ListenersModule, PreviewModule, RecoveriesModule, SigningModule, SubscriptionsModule],
  exports: [SigningModule],
})
export class WebhooksModule {}
