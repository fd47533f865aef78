import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { ConfirmationsService } from './confirmations.service';
import { ConnectionSeals } from './connection-seals.service';
import { ConnectionsService } from './connections.service';
import { ConfirmationsController } from './http/confirmations.controller';
import { ConfirmationStore } from './persistence/confirmation.store';
import { ConnectionStore } from './persistence/connection.store';
import { PublishToolsFactory } from './publish-tools.factory';

@Module({
  imports: [AuditModule, ObjectsModule, SourcesModule],
  controllers: [ConfirmationsController],
  providers: [
    ConfirmationsService,
    ConfirmationStore,
    ConnectionStore,
    ConnectionSeals,
    ConnectionsService,
    PublishToolsFactory,
  ],
  exports: [ConnectionSeals, ConnectionsService, PublishToolsFactory],
})
export class ConnectionsModule {}
