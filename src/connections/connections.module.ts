import { Module } from '@nestjs/common';
import { AuditModule } from '@src/audit';
import { NoticesModule } from '@src/notices';
import { ObjectsModule } from '@src/objects';
import { SourcesModule } from '@src/sources';
import { ConfirmationsService } from './confirmations.service';
import { ConnectionAccesses } from './connection-access.service';
import { ConnectionSeals } from './connection-seals.service';
import { ConnectionsService } from './connections.service';
import { ConsentFlows } from './consent-flows.service';
import { ConfirmationsController } from './http/confirmations.controller';
import { ConnectionsController } from './http/connections.controller';
import { ConsentsController } from './http/consents.controller';
import { OAuthClientTestsController } from './http/oauth-client-tests.controller';
import { OAuthClientTests } from './oauth-client-tests.service';
import { ConfirmationStore } from './persistence/confirmation.store';
import { ConnectionStore } from './persistence/connection.store';
import { ConsentCardStore } from './persistence/consent-card.store';
import { ConsentFlowStore } from './persistence/consent-flow.store';
import { GrantStore } from './persistence/grant.store';
import { PublishToolsFactory } from './publish-tools.factory';

const SHARED = [
  ConnectionAccesses,
  ConnectionSeals,
  ConnectionsService,
  ConnectionStore,
  ConsentCardStore,
  ConsentFlows,
  ConsentFlowStore,
  GrantStore,
  PublishToolsFactory,
];

@Module({
  imports: [AuditModule, NoticesModule, ObjectsModule, SourcesModule],
  controllers: [ConfirmationsController, ConsentsController, ConnectionsController, OAuthClientTestsController],
  providers: [...SHARED, ConfirmationsService, ConfirmationStore, OAuthClientTests],
  exports: SHARED,
})
export class ConnectionsModule {}
