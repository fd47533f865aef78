/** The services of connections on a database, without the container of the application. */
import type { Config } from '@libs/config';
import type { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import type { SealingKeys } from '@libs/sealing';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { ConnectionSeals, ConnectionsService, PublishToolsFactory } from '@src/connections';
import { ConnectionAccesses } from '@src/connections/connection-access.service';
import { ConfirmationStore } from '@src/connections/persistence/confirmation.store';
import { ConnectionStore } from '@src/connections/persistence/connection.store';
import { GrantStore } from '@src/connections/persistence/grant.store';
import { ObjectDirectory } from '@src/objects';
import { ObjectStore } from '@src/objects/persistence/object.store';
import { OAuthClients, type SourceCatalogue } from '@src/sources';
import { OAuthClientStore } from '@src/sources/persistence/oauth-client.store';
import { accountsOn, noticesOn } from './notices-on';
import { recordedWakeups } from './noted-wakeups';

export type ConnectionServices = ReturnType<typeof connectionServices>;

export function connectionServices(database: Database, config: Config, catalogue: SourceCatalogue, keys: SealingKeys) {
  const trail = new AuditTrail(new AuditStore(database));
  const { wakeups } = recordedWakeups();
  const notices = noticesOn(database, accountsOn(database, config), config, wakeups);
  const store = new ConnectionStore(database);
  const grants = new GrantStore(database);
  const seals = new ConnectionSeals(keys, database, store, grants);
  const clients = new OAuthClients(keys, database, new OAuthClientStore(database), catalogue, trail);
  const directory = new ObjectDirectory(new ObjectStore(database));
  const tools = new PublishToolsFactory(config);
  const accesses = new ConnectionAccesses(database, store, grants, seals, clients, catalogue, trail, notices);
  const connections = new ConnectionsService(
    ...([database, store, catalogue, directory, tools, seals, accesses, grants] as const),
    ...([new ConfirmationStore(database), new Outbox(database), trail] as const),
  );
  return { connections, seals, notices, tools, clients, grants, accesses };
}
