/**
 * Platform connections (contract §4.5, §4.15): the credentials with which the service reads and answers the reviews of an object's card. An
 * object has at most one connection per source, which is tested when it is added. Credentials are sent only to the platform, and no
 * response contains them.
 */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { AppError, notFound } from '@libs/kernel';
import {
  isAccessRefusal,
  PublishError,
  type AccessRefusal,
  type Credentials,
  type PlatformSource,
  type SourceConnecting,
} from '@libs/sources';
import { AuditTrail, type Act, type Facts } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { ConnectionAccesses } from './connection-access.service';
import { ConnectionSeals } from './connection-seals.service';
import type { ConnectionKey } from './credential-seal';
import { readFields } from './domain/credential-fields';
import { PLATFORM_CONNECTED } from './events';
import { ConfirmationStore } from './persistence/confirmation.store';
import {
  ConnectionStore,
  type ConnectionRecord,
  type ListedConnection,
  type StoredConnection,
} from './persistence/connection.store';
import { GrantStore } from './persistence/grant.store';
import { PublishToolsFactory } from './publish-tools.factory';

/** A connection with decrypted credentials, for a call to the platform. */
export interface OpenConnection {
  readonly card: string;
  readonly credentials: Credentials;
  /** Stores refreshed tokens: merges `changed` into the credentials, unless they were replaced since they were opened. */
  saveCredentials(changed: Credentials): Promise<void>;
  /**
   * Records that the platform refuses these credentials, or refuses them for this card, and notifies the account. With `isNotified`
   * false, the caller notifies the account, with the reply that failed; if other connections are revoked too, the account still gets a
   * notice of them. Returns false and writes nothing if the credentials were replaced since they were opened, because the refusal does
   * not apply to the new ones. Connecting again, or a successful check, makes the connection active again.
   */
  markRevoked(refusal: AccessRefusal, isNotified?: boolean): Promise<boolean>;
}

/** The error for valid fields whose credentials the platform refuses. */
export class ConnectionRefused extends AppError {
  constructor(detail: string) {
    super('validation_error', detail);
  }
}

/** The result of a check of a connection. */
export type CheckOutcome =
  | { readonly status: 'active' }
  | { readonly status: 'revoked'; readonly reason: string }
  /** The platform gave no usable response. The connection is unchanged. */
  | { readonly status: 'unknown'; readonly reason: string };

const CHECK_LIMIT_MS = 60_000;
const REPLACED: CheckOutcome = { status: 'unknown', reason: 'the connection was replaced while it was checked' };

@Injectable()
export class ConnectionsService {
  constructor(
    private readonly database: Database,
    private readonly store: ConnectionStore,
    private readonly catalogue: SourceCatalogue,
    private readonly objects: ObjectDirectory,
    private readonly tools: PublishToolsFactory,
    private readonly seals: ConnectionSeals,
    private readonly accesses: ConnectionAccesses,
    private readonly grants: GrantStore,
    private readonly confirmations: ConfirmationStore,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Tests the credentials on the platform and stores them if they open the object's card. Replaces an existing connection, and
   * starts a collection of the object's page. Throws 404 for an object of another account, `validation_error` for wrong fields and
   * for a source without connections or without a link of this object, and `ConnectionRefused` if the platform refuses the credentials.
   */
  async add(
    accountId: number,
    objectId: number,
    slug: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<ConnectionRecord> {
    await this.objects.requireOwned(accountId, objectId);
    const { id: sourceId, source, connecting } = this.connectingOf(slug);
    const target: ConnectionKey = { accountId, objectId, sourceId };
    const page = await this.store.pageOf(target);
    if (page === null) throw new AppError('validation_error', `Object ${objectId} has no link on ${slug}`);
    let credentials = readFields(fields, connecting.credentialFields, connecting.alternatives);
    const card = await connecting
      .check(
        page,
        await this.callTools(source, credentials, (changed) => (credentials = { ...credentials, ...changed })),
      )
      .catch((error: unknown) => {
        throw addError(error);
      });
    return this.database.transaction(async () => {
      const sealed = (await this.seals.sealing()).seal(credentials, target);
      const { id, generation } = await this.store.save(target, sealed, card);
      const connection = await this.record(accountId, id);
      await this.outbox.write(PLATFORM_CONNECTED.of(accountId, { object_id: objectId, source_id: sourceId }));
      const action = generation === 1 ? 'connection.added' : 'connection.replaced';
      await this.trail.record({ ...aboutConnection(action, connection), after: this.factsOf(connection) });
      return connection;
    });
  }

  /** Connections of one account; null: of all accounts. */
  async list(accountId: number | null): Promise<readonly ListedConnection[]> {
    return this.store.list(accountId);
  }

  /** One connection of the account. Throws 404 if it does not exist. */
  async listed(accountId: number, id: number): Promise<ListedConnection> {
    const record = await this.record(accountId, id);
    return { ...record, objectName: (await this.objects.requireOwned(accountId, record.objectId)).name };
  }

  /** Deletes a connection, and its grant if it serves no other one. Throws 404 if the account has no such connection. */
  async remove(accountId: number, id: number): Promise<void> {
    await this.database.transaction(async () => {
      const stored = await this.store.find(accountId, id);
      if (stored === null) throw notFound();
      await this.grants.lockAll(accountId, stored.sourceId);
      const connection = await this.store.remove(accountId, id);
      if (connection === null) throw notFound();
      await this.grants.removeUnused(accountId, stored.sourceId);
      await this.trail.record({
        ...aboutConnection('connection.removed', connection),
        before: this.factsOf(connection),
      });
    });
  }

  /** The account of a connection, for the operator only; throws 404 if the connection does not exist. */
  async accountOf(id: number): Promise<number> {
    const stored = await this.store.byId(id);
    if (stored === null) throw notFound();
    return stored.accountId;
  }

  /** Checks on the platform whether the connection opens its card, and records the result. Throws 404 if it does not exist. */
  async check(
    accountId: number,
    id: number,
  ): Promise<{ readonly connection: ConnectionRecord; readonly outcome: CheckOutcome }> {
    const stored = await this.store.find(accountId, id);
    if (stored === null) throw notFound();
    const outcome = await this.checkStored(stored);
    return { connection: await this.record(accountId, id), outcome };
  }

  /** As `check`, for a connection that a collection or a reply found refused. Does nothing unless it is active. */
  async checkActive(target: ConnectionKey): Promise<void> {
    const stored = await this.store.of(target);
    if (stored?.status === 'active') await this.checkStored(stored);
  }

  /** The objects, of any accounts, whose active connections to a source have cards with one of these names at their end. */
  async objectsAt(
    sourceId: number,
    names: readonly string[],
  ): Promise<readonly Pick<ConnectionKey, 'accountId' | 'objectId'>[]> {
    return names.length === 0 ? [] : this.store.objectsAt(sourceId, names);
  }

  /** The ids of those of the objects, of any accounts, that have a connection on their source, in one query. */
  async connected(keys: readonly ConnectionKey[]): Promise<ReadonlySet<number>> {
    return new Set(await this.store.connected(keys));
  }

  /** The status of the object's connection on a source; `none` without a connection. */
  async status(target: ConnectionKey): Promise<'active' | 'revoked' | 'none'> {
    return (await this.store.of(target))?.status ?? 'none';
  }

  /**
   * Whether the account may reply on this object's card. Without a connection: `unconnected` if the operator has confirmed the
   * object, `none` if nothing proves that it belongs to the account.
   */
  async replyAccess(target: ConnectionKey): Promise<'active' | 'revoked' | 'unconnected' | 'none'> {
    const stored = await this.store.of(target);
    const canReply = this.catalogue.platform(target.sourceId)?.connecting?.canReply;
    // A connection that only reads does not prove that the card belongs to the account.
    if (stored !== null && canReply?.(stored.card) !== false) return stored.status;
    const confirmedAt = await this.confirmations.find(target.accountId, target.objectId);
    return confirmedAt === null ? 'none' : 'unconnected';
  }

  /** The connection for a call; null if it does not exist or the platform has revoked it. */
  async open(target: ConnectionKey): Promise<OpenConnection | null> {
    const stored = await this.store.of(target);
    if (stored === null || stored.status === 'revoked') return null;
    await this.seals.renew(stored);
    const access = await this.accesses.open(stored);
    if (access.unusable !== null) {
      await access.refuse(access.unusable);
      return null;
    }
    return {
      card: stored.card,
      credentials: access.credentials,
      saveCredentials: access.saveCredentials,
      markRevoked: access.refuse,
    };
  }

  private async checkStored(stored: StoredConnection): Promise<CheckOutcome> {
    const source = this.catalogue.platform(stored.sourceId);
    const page = await this.store.pageOf(stored);
    if (!source?.connecting || page === null)
      return { status: 'unknown', reason: 'the object no longer has a page there' };
    const access = await this.accesses.open(stored);
    const tools = await this.callTools(source, access.credentials, access.saveCredentials);
    try {
      if (access.unusable !== null) throw access.unusable;
      return (await access.accept(await source.connecting.check(page, tools))) ? { status: 'active' } : REPLACED;
    } catch (error) {
      if (isAccessRefusal(error))
        return (await access.refuse(error)) ? { status: 'revoked', reason: error.message } : REPLACED;
      if (error instanceof PublishError) return { status: 'unknown', reason: error.message };
      throw error;
    }
  }

  private factsOf({ objectId, sourceId, card, cardName, status }: ConnectionRecord): Facts {
    return { object_id: objectId, source: this.catalogue.slugOf(sourceId), card, card_name: cardName, status };
  }

  private connectingOf(slug: string): { id: number; source: PlatformSource; connecting: SourceConnecting } {
    const known = this.catalogue.bySlug(slug);
    const source = known && this.catalogue.platform(known.id);
    if (!known || !source) throw new AppError('validation_error', `There is no source ${slug}`);
    if (!source.connecting) throw new AppError('validation_error', `Objects are not connected to ${slug}`);
    return { id: known.id, source, connecting: source.connecting };
  }

  private async callTools(source: PlatformSource, credentials: Credentials, save: (changed: Credentials) => unknown) {
    return this.tools.forCall(source, {
      credentials,
      saveCredentials: async (changed) => void (await save(changed)),
      now: await this.store.now(),
      beforeWrite: refuseToWrite,
      signal: AbortSignal.timeout(CHECK_LIMIT_MS),
    });
  }

  private async record(accountId: number, id: number): Promise<ConnectionRecord> {
    const stored = await this.store.find(accountId, id);
    if (stored === null) throw notFound();
    const { sealed: _sealed, keyId: _keyId, generation: _generation, ...record } = stored;
    return record;
  }
}

function aboutConnection(
  action: Act['action'],
  { accountId, id }: Pick<ConnectionRecord, 'accountId' | 'id'>,
): Pick<Act, 'action' | 'accountId' | 'target'> {
  return { action, accountId, target: { type: 'connection', id } };
}

/** The error of `add` for an error of the platform's check. */
function addError(error: unknown): unknown {
  if (isAccessRefusal(error)) return new ConnectionRefused(`The platform refused the connection: ${error.message}`);
  if (!(error instanceof PublishError)) return error;
  return new AppError('service_unavailable', `The connection could not be tested: ${error.message}`);
}

function refuseToWrite(): never {
  throw new Error('a check of credentials must not write');
}
