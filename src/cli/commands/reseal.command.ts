import type { Command } from 'commander';
import { EventsModule } from '@libs/events';
import { Database } from '@libs/database';
import { showStatus } from '@libs/logging';
import { resealAll, SealingKeys } from '@libs/sealing';
import { AuditModule, AuditTrail } from '@src/audit';
import { AuthModule } from '@src/auth';
import { LinkStatesModule } from '@src/collection';
import { ConnectionSeals, ConnectionsModule } from '@src/connections';
import { PersonsModule, Seeds } from '@src/console';
import { LinksModule } from '@src/links';
import { OAuthClients } from '@src/sources';
import { OwnHeadersService, SigningSecretService, WebhooksModule } from '@src/webhooks';
import { compareWithData } from '../../process/sealed-data';
import { EXIT } from '../../process/exit-codes';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

/** ConnectionsModule needs LinksModule, which needs LinkStatesModule and EventsModule. */
const CONTEXTS = [
  EventsModule,
  AuditModule,
  AuthModule,
  LinksModule,
  LinkStatesModule,
  ConnectionsModule,
  WebhooksModule,
  PersonsModule,
];

interface Options {
  readonly keyIsLost?: boolean;
}

/** `reseal`: seals all stored secrets with the current encryption key. */
export function addResealCommand(program: Command): void {
  addCommand(program, 'reseal', 'reseal all stored secrets with HREV_ENCRYPTION_KEY', reseal).option(
    '--key-is-lost',
    'use HREV_ENCRYPTION_KEY although the key that sealed the data is lost',
  );
}

async function reseal(tools: CommandTools, { keyIsLost = false }: Options): Promise<CommandResult> {
  const app = await tools.open(CONTEXTS);
  if (!keyIsLost) await compareWithData(tools.config, (await tools.database()).url);
  const keys = app.get(SealingKeys, { strict: false });
  await keys
    .takeOver((silent) => showStatus(`waiting for processes that ended without a shutdown: ${silent}`))
    .finally(() => showStatus(null));
  const secrets = app.get(SigningSecretService, { strict: false });
  const connections = app.get(ConnectionSeals, { strict: false });
  const ofWebhooks = await resealAll((lastId) => secrets.resealBatch(lastId));
  const headers = app.get(OwnHeadersService, { strict: false });
  const ofHeaders = await resealAll((lastId) => headers.resealBatch(lastId));
  const ofConnections = await resealAll((lastId) => connections.resealBatch(lastId));
  const ofGrants = await resealAll((lastId) => connections.resealGrants(lastId));
  const clients = app.get(OAuthClients, { strict: false });
  const ofClients = await resealAll((lastId) => clients.resealBatch(lastId));
  const seeds = app.get(Seeds, { strict: false });
  const ofPersons = await resealAll((lastId) => seeds.resealBatch(lastId));
  const counts = {
    signing_secrets: ofWebhooks.resealed,
    webhook_headers: ofHeaders.resealed,
    connections: ofConnections.resealed + ofGrants.resealed,
    oauth_clients: ofClients.resealed,
    second_factors: ofPersons.resealed,
    unreadable: [ofWebhooks, ofHeaders, ofConnections, ofGrants, ofClients, ofPersons].reduce(
      (sum, { unreadable }) => sum + unreadable,
      0,
    ),
  };
  await app.get(Database, { strict: false }).transaction(() =>
    app.get(AuditTrail, { strict: false }).record({
      action: 'secrets.resealed',
      accountId: null,
      target: { type: 'installation', id: null },
      after: counts,
    }),
  );
  return { json: counts, lines: linesOf(counts), exitCode: counts.unreadable === 0 ? EXIT.done : EXIT.partial };
}

function linesOf(counts: {
  readonly signing_secrets: number;
  readonly webhook_headers: number;
  readonly connections: number;
  readonly oauth_clients: number;
  readonly second_factors: number;
  readonly unreadable: number;
}): readonly string[] {
  const sealed = `resealed: signing secrets ${counts.signing_secrets}, headers of webhooks ${counts.webhook_headers}, connections ${counts.connections}, OAuth clients ${counts.oauth_clients}, second factors ${counts.second_factors}`;
  if (counts.unreadable === 0) return [sealed, 'HREV_ENCRYPTION_KEY_PREVIOUS is now needed only for sync cursors.'];
  return [
    sealed,
    `cannot be read: ${counts.unreadable}; the key that sealed them is not in HREV_ENCRYPTION_KEY_PREVIOUS`,
  ];
}
