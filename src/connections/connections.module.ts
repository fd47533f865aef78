import { Module } from '@nestjs/common';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { ConnectionsService } from './connections.service';
import { ConnectionStore } from './persistence/connection.store';
import { PublishToolsFactory } from './publish-tools.factory';

@Module({
  imports: [ObjectsModule, SourcesModule],
  providers: [ConnectionStore, ConnectionsService, PublishToolsFactory],
  exports: [ConnectionsService, PublishToolsFactory],
})
export class ConnectionsModule {}
