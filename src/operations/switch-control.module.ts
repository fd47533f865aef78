import { Module } from '@nestjs/common';
import { CollectionModule } from '@src/collection';
import { SourcesModule } from '@src/sources';
import { SwitchesModule } from '@src/switches';
import { SubscriptionsModule } from '@src/webhooks';
import { OperatorSwitches } from './operator-switches.service';

/** The switches of the operator, for the API and for commands. */
@Module({
  imports: [CollectionModule, SourcesModule, SubscriptionsModule, SwitchesModule],
  providers: [OperatorSwitches],
  exports: [OperatorSwitches],
})
export class SwitchControlModule {}
