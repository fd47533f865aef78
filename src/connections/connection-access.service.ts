import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AccessRevoked, type Credentials, type PublishError } from '@libs/sources';
import { AuditTrail } from '@src/audit';
import { NoticesService } from '@src/notices';
import { OAuthClients, SourceCatalogue } from '@src/sources';
import { ConnectionSeals } from './connection-seals.service';
import type { GrantKey } from './credential-seal';
import { revokedNotice } from './domain/revoked-notice';
import {
  ConnectionStore,
  type ConnectionCard,
  type ConnectionVersion,
  type StoredConnection,
} from './persistence/connection.store';
import { GrantStore, type GrantVersion } from './persistence/grant.store';

/** The decrypted credentials of a connection, with functions that write only if no other process has replaced the credentials. */
export interface ConnectionAccess {
  readonly credentials: Credentials;
  /** Stores refreshed tokens: merges `changed` into the credentials. Tokens of a grant are stored once for all its connections. */
  saveCredentials(changed: Credentials): Promise<void>;
  /** Records that the platform accepts the credentials for the card. Returns false if the credentials were replaced. */
  accept(card: ConnectionCard): Promise<boolean>;
  /**
   * Records that the platform refuses the credentials, or refuses them for this card, and tells the account. If it refuses the tokens
   * of a grant, all connections of the grant are revoked. Returns false if the credentials were replaced. With `isNotified` false the
   * caller notifies the account about this connection.
   */
  refuse(refusal: PublishError, isNotified?: boolean): Promise<boolean>;
  /** Set if the credentials cannot be used: the refusal to record. */
  readonly unusable: AccessRevoked | null;
}

/** The tokens of a grant together with the operator's OAuth client. */
export interface GrantAccess extends Pick<ConnectionAccess, 'credentials' | 'saveCredentials' | 'unusable'> {
  /** The generation of the tokens, including those that were saved. */
  version(): GrantVersion;
}

/** Opens the credentials of connections: their own, or the tokens of their grant together with the operator's OAuth client. */
@Injectable()
export class ConnectionAccesses {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionStore,
    private readonly grants: GrantStore,
    private readonly seals: ConnectionSeals,
    private readonly clients: OAuthClients,
    private readonly catalogue: SourceCatalogue,
    private readonly trail: AuditTrail,
    private readonly notices: NoticesService,
  ) {}

  async open(stored: StoredConnection): Promise<ConnectionAccess> {
    return stored.grantId === null ? this.ofConnection(stored) : this.ofGrant(stored, stored.grantId);
  }

  /** The tokens of a grant, for calls without a connection; null if the grant was removed. */
  async openGrant(accountId: number, grantId: number): Promise<GrantAccess | null> {
    const stored = await this.grants.find(accountId, grantId);
    if (stored === null) return null;
    let version: GrantVersion = stored;
    const owner = { accountId, sourceId: stored.sourceId };
    const client = await this.clients.find(stored.sourceId);
    const isCurrent = client?.clientId === stored.clientId;
    return {
      credentials: {
        client_id: stored.clientId,
        client_secret: isCurrent ? client.clientSecret : '',
        ...this.seals.open(stored, owner),
      },
      unusable: isCurrent
        ? null
        : new AccessRevoked('The operator has registered another client at the platform: connect again'),
      version: () => version,
      saveCredentials: async (changed) => {
        version = { ...version, generation: (await this.saveTokens(owner, version, changed)) ?? version.generation };
      },
    };
  }

  private async ofGrant(stored: StoredConnection, grantId: number): Promise<ConnectionAccess> {
    const grant = await this.openGrant(stored.accountId, grantId);
    if (grant === null) throw new Error('a connection has no grant');
    return {
      ...grant,
      credentials: { ...grant.credentials, ...this.seals.open(stored, stored) },
      accept: (card) =>
        this.database.transaction(async () => {
          await this.grants.accept(grant.version());
          return this.recordCheck(stored, null, card);
        }),
      refuse: (refusal, isNotified = true) =>
        refusal instanceof AccessRevoked
          ? this.revokeGrant(stored, grant.version(), refusal, isNotified)
          : this.recordCheck(stored, refusal, null, isNotified),
    };
  }

  private ofConnection(stored: StoredConnection): ConnectionAccess {
    let version: ConnectionVersion = stored;
    return {
      credentials: this.seals.open(stored, stored),
      unusable: null,
      saveCredentials: async (changed) => {
        version = { ...version, generation: (await this.saveOwn(stored, version, changed)) ?? version.generation };
      },
      accept: (card) => this.recordCheck({ ...stored, ...version }, null, card),
      refuse: (refusal, isNotified = true) => this.recordCheck({ ...stored, ...version }, refusal, null, isNotified),
    };
  }

  private async revokeGrant(
    stored: StoredConnection,
    version: GrantVersion,
    refusal: PublishError,
    isNotified: boolean,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const connections = await this.grants.revoke(version, refusal.message);
      if (connections === null) return false;
      if (connections === 0) return true;
      await this.trail.record({
        action: 'grant.revoked',
        accountId: version.accountId,
        target: { type: 'grant', id: version.id },
        after: { source: this.catalogue.slugOf(stored.sourceId), connections, error: refusal.message },
      });
      if (isNotified || connections > 1) await this.tell(stored, connections, refusal);
      return true;
    });
  }

  private async recordCheck(
    stored: StoredConnection,
    refusal: PublishError | null,
    card: ConnectionCard | null,
    isNotified = true,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const before = await this.connections.recordCheck(stored, refusal?.message ?? null, card);
      if (before === null) return false;
      const status = refusal === null ? 'active' : 'revoked';
      const { accountId, id } = stored;
      await this.trail.recordChange({
        action: 'connection.changed',
        accountId,
        target: { type: 'connection', id },
        before: { status: before },
        after: { status },
      });
      if (isNotified && refusal !== null && before === 'active') await this.tell(stored, 1, refusal);
      return true;
    });
  }

  private async tell(stored: StoredConnection, connections: number, { message: reason }: PublishError): Promise<void> {
    const { slug = '', displayName: platform = 'The platform' } = this.catalogue.platform(stored.sourceId)?.facts ?? {};
    await this.notices.notify(revokedNotice({ ...stored, slug, platform, connections, reason }));
  }

  private async saveOwn(
    stored: StoredConnection,
    version: ConnectionVersion,
    changed: Credentials,
  ): Promise<number | null> {
    return this.database.transaction(async () => {
      const seal = await this.seals.sealing();
      const current = await this.connections.credentials(version);
      if (current === null) return null;
      return this.connections.setSecrets(
        version,
        seal.seal({ ...this.seals.open(current, stored), ...changed }, stored),
      );
    });
  }

  private async saveTokens(owner: GrantKey, version: GrantVersion, changed: Credentials): Promise<number | null> {
    return this.database.transaction(async () => {
      const seal = await this.seals.sealing();
      const current = await this.grants.find(version.accountId, version.id);
      if (current?.generation !== version.generation) return null;
      return this.grants.setSecrets(version, seal.seal({ ...this.seals.open(current, owner), ...changed }, owner));
    });
  }
}
