import { Injectable } from '@nestjs/common';
import { notFound } from '@libs/kernel';
import { ApiClosed, isKnownClient, NotSent, PublishError } from '@libs/sources';
import { OAuthClients } from '@src/sources';
import { ConnectionAccesses } from './connection-access.service';
import { ConnectionStore } from './persistence/connection.store';
import { GrantStore } from './persistence/grant.store';
import { PublishToolsFactory } from './publish-tools.factory';

/**
 * `open`: the platform accepts the client and answers it. `untested`: the platform accepts the client, and no account has connected
 * with it yet, so its API cannot be called. `closed`: the platform has not opened its API for the client's project.
 */
export type ClientState = 'not_set_up' | 'client_refused' | 'untested' | 'closed' | 'open' | 'unknown';

export interface ClientTest {
  readonly state: ClientState;
  /** What was found, as a text. */
  readonly found: string;
}

const LIMIT_MS = 30_000;

/** Tests the operator's OAuth clients at the platforms, without changing anything there. */
@Injectable()
export class OAuthClientTests {
  constructor(
    private readonly clients: OAuthClients,
    private readonly grants: GrantStore,
    private readonly accesses: ConnectionAccesses,
    private readonly connections: ConnectionStore,
    private readonly tools: PublishToolsFactory,
  ) {}

  /** Throws 404 for a source without a sign-in. */
  async run(slug: string, redirectUri: string): Promise<ClientTest> {
    const found = this.clients.sourceOf(slug);
    if (found === null) throw notFound();
    const { displayName } = found.source.facts;
    const client = await this.clients.find(found.id);
    if (client === null) return { state: 'not_set_up', found: 'No client is registered.' };
    const now = await this.connections.now();
    const signal = AbortSignal.timeout(LIMIT_MS);
    const toolsWith = (more: Partial<Parameters<PublishToolsFactory['forCall']>[1]>) =>
      this.tools.forCall(found.source, {
        credentials: {},
        saveCredentials: () => Promise.resolve(),
        now,
        beforeWrite: refuseToWrite,
        signal,
        ...more,
      });
    try {
      if (!(await isKnownClient(found.consent, client, redirectUri, { http: toolsWith({}).http, now })))
        return { state: 'client_refused', found: `${displayName} does not know this client, or its secret is wrong.` };
      const used = await this.grants.newestOfClient(found.id, client.clientId);
      const grant = used && (await this.accesses.openGrant(used.accountId, used.id));
      if (!grant) {
        return {
          state: 'untested',
          found: `${displayName} knows this client. Whether it has opened the ${found.consent.interfaceName} shows as soon as one account has signed in: connect one place, then test again.`,
        };
      }
      await found.consent.probe(toolsWith(grant));
      return {
        state: 'open',
        found: `${displayName} knows this client and has opened the ${found.consent.interfaceName}.`,
      };
    } catch (error) {
      if (!(error instanceof PublishError)) throw error;
      if (error instanceof ApiClosed) return { state: 'closed', found: `${error.message}.` };
      const known = error instanceof NotSent ? '' : `${displayName} knows this client. `;
      return { state: 'unknown', found: `${known}The test could not be finished: ${error.message}.` };
    }
  }
}

function refuseToWrite(): never {
  throw new Error('a test of a client must not write');
}
