/**
 * Platform connections (contract §4.5, §4.15): the secrets by which the service answers reviews on an object's card, made once
 * per object and source and tested on entry. They are entered in the console or on the command line, never with a key, and
 * leave this context only to go to the platform.
 */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { AppError, notFound } from '@libs/kernel';
import {
  AccessRevoked,
  CardNotYours,
  PublishError,
  type Credentials,
  type PlatformSource,
  type ReplyPublisher,
} from '@libs/sources';
import { AuditTrail, type Act, type Facts } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { ConnectionSeals } from './connection-seals.service';
import { readFields } from './domain/given-fields';
import type { ConnectionKey } from './domain/sealed-credentials';
import { platformConnected } from './events';
import { ConfirmationStore } from './persistence/confirmation.store';
import {
  ConnectionStore,
  type ConnectionCard,
  type ConnectionRecord,
  type ConnectionVersion,
  type StoredConnection,
} from './persistence/connection.store';
import { PublishToolsFactory } from './publish-tools.factory';

/** A connection with its secrets open, for a call to the platform. */
export interface OpenConnection {
  readonly card: string;
  readonly credentials: Credentials;
  /** Keeps refreshed tokens: `changed` is laid over what is stored, unless that was replaced since it was opened. */
  saveCredentials(changed: Credentials): Promise<void>;
  /**
   * The platform no longer takes these credentials, or not for this card. False where they were replaced since they were
   * opened: the refusal says nothing of those that are there now, and nothing was written. Undone by adding the connection
   * again or by a check.
   */
  noteRevoked(): Promise<boolean>;
}

/** What was entered is well-formed, and the platform does not take it. */
export class ConnectionRefused extends AppError {
  constructor(detail: string) {
    super('validation_error', detail);
  }
}

/** What the platform said when it was asked whether a connection still opens its card. */
export type CheckOutcome =
  | { readonly status: 'active' }
  | { readonly status: 'revoked'; readonly reason: string }
  /** Nothing is known: the platform did not answer as it should. The connection stays as it was. */
  | { readonly status: 'unknown'; readonly reason: string };

const CHECK_LIMIT_MS = 60_000;
const RENEWED: CheckOutcome = { status: 'unknown', reason: 'the connection was made anew while it was checked' };

@Injectable()
export class ConnectionsService {
  constructor(
    private readonly database: Database,
    private readonly store: ConnectionStore,
    private readonly catalogue: SourceCatalogue,
    private readonly objects: ObjectDirectory,
    private readonly tools: PublishToolsFactory,
    private readonly seals: ConnectionSeals,
    private readonly confirmations: ConfirmationStore,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
  ) {}

  /**
   * Tests the credentials on the platform and, where they open the object's card, keeps them; a connection that the object
   * has there is replaced, and its page there is collected. 404 for an object that is not the account's; `validation_error` for a
   * source without replies or without a page on this object and for wrong fields, `ConnectionRefused` for credentials that the
   * platform refuses.
   */
  async add(
    accountId: number,
    objectId: number,
    slug: string,
    given: Readonly<Record<string, string>>,
  ): Promise<ConnectionRecord> {
    await this.objects.requireOwned(accountId, objectId);
    const { id: sourceId, source, publisher } = this.publisherOf(slug);
    const place: ConnectionKey = { accountId, objectId, sourceId };
    const page = await this.store.pageOf(place);
    if (page === null) throw new AppError('validation_error', `Object ${objectId} has no link on ${slug}`);
    let credentials = readFields(given, publisher.credentialFields);
    const card = await publisher
      .check(
        page,
        await this.callTools(source, credentials, (changed) => (credentials = { ...credentials, ...changed })),
      )
      .catch((error: unknown) => {
        throw refused(error);
      });
    return this.database.transaction(async () => {
      const sealed = (await this.seals.sealing()).seal(credentials, place);
      const { id, generation } = await this.store.save(place, sealed, card);
      const connection = await this.record(id);
      await this.outbox.write(platformConnected(place));
      const action = generation === 1 ? 'connection.added' : 'connection.replaced';
      await this.trail.note({ ...aboutConnection(action, connection), after: this.factsOf(connection) });
      return connection;
    });
  }

  /** Of one account, or of all. */
  async list(accountId: number | null): Promise<readonly ConnectionRecord[]> {
    return this.store.list(accountId);
  }

  /** Forgets the secrets. 404 where there is no such connection. */
  async remove(id: number): Promise<void> {
    await this.database.transaction(async () => {
      const connection = await this.store.remove(id);
      if (connection === null) throw notFound();
      await this.trail.note({ ...aboutConnection('connection.removed', connection), before: this.factsOf(connection) });
    });
  }

  /** Asks the platform whether the connection still opens the card, and notes the answer. 404 where there is none. */
  async check(id: number): Promise<{ readonly connection: ConnectionRecord; readonly outcome: CheckOutcome }> {
    const stored = await this.store.byId(id);
    if (stored === null) throw notFound();
    const outcome = await this.ask(stored);
    return { connection: await this.record(id), outcome };
  }

  /** Whether the account may answer on this object's card. */
  async standing(place: ConnectionKey): Promise<'active' | 'revoked' | 'none'> {
    return (await this.store.of(place))?.status ?? 'none';
  }

  /**
   * What stands in the way of answering on this object's card: `unconnected` where the operator has confirmed the object
   * and only the connection is missing, `none` where nothing says that it is the account's own.
   */
  async access(place: ConnectionKey): Promise<'active' | 'revoked' | 'unconnected' | 'none'> {
    const standing = await this.standing(place);
    if (standing !== 'none') return standing;
    const confirmedAt = await this.confirmations.find(place.accountId, place.objectId);
    return confirmedAt === null ? 'none' : 'unconnected';
  }

  /** The connection for a call; null where there is none or the platform has revoked it. */
  async open(place: ConnectionKey): Promise<OpenConnection | null> {
    const stored = await this.store.of(place);
    if (stored === null || stored.status === 'revoked') return null;
    await this.seals.renew(stored);
    return { card: stored.card, ...this.opened(stored) };
  }

  private async ask(stored: StoredConnection): Promise<CheckOutcome> {
    const source = this.catalogue.platform(stored.sourceId);
    const page = await this.store.pageOf(stored);
    if (!source?.publisher || page === null)
      return { status: 'unknown', reason: 'the object has no page there any more' };
    const { credentials, saveCredentials, note } = this.opened(stored);
    const tools = await this.callTools(source, credentials, saveCredentials);
    try {
      return (await note('active', await source.publisher.check(page, tools))) ? { status: 'active' } : RENEWED;
    } catch (error) {
      if (!(error instanceof PublishError)) throw error;
      if (!isRefusal(error)) return { status: 'unknown', reason: error.message };
      return (await note('revoked', null)) ? { status: 'revoked', reason: error.message } : RENEWED;
    }
  }

  /** Its secrets, and ways to write back that know which ones these are, also after they were refreshed here. */
  private opened(stored: StoredConnection) {
    let version: ConnectionVersion = stored;
    const note = (status: ConnectionRecord['status'], card: ConnectionCard | null): Promise<boolean> =>
      this.noteChecked(version, status, card);
    return {
      credentials: this.seals.open(stored, stored),
      saveCredentials: async (changed: Credentials): Promise<void> => {
        version = { ...version, generation: (await this.layOver(stored, version, changed)) ?? version.generation };
      },
      note,
      noteRevoked: () => note('revoked', null),
    };
  }

  private async noteChecked(
    version: ConnectionVersion,
    status: ConnectionRecord['status'],
    card: ConnectionCard | null,
  ): Promise<boolean> {
    return this.database.transaction(async () => {
      const before = await this.store.noteChecked(version, status, card);
      if (before === null) return false;
      const act = aboutConnection('connection.changed', version);
      await this.trail.noteChange({ ...act, before: { status: before }, after: { status } });
      return true;
    });
  }

  private factsOf({ objectId, sourceId, card, cardName, status }: ConnectionRecord): Facts {
    const source = this.catalogue.platform(sourceId)?.facts.slug ?? String(sourceId);
    return { object_id: objectId, source, card, card_name: cardName, status };
  }

  private publisherOf(slug: string): { id: number; source: PlatformSource; publisher: ReplyPublisher } {
    const known = this.catalogue.bySlug(slug);
    const source = known && this.catalogue.platform(known.id);
    if (!known || !source) throw new AppError('validation_error', `There is no source ${slug}`);
    if (!source.publisher) throw new AppError('validation_error', `Reviews on ${slug} cannot be answered`);
    return { id: known.id, source, publisher: source.publisher };
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

  private async layOver(
    place: ConnectionKey,
    version: ConnectionVersion,
    changed: Credentials,
  ): Promise<number | null> {
    return this.database.transaction(async () => {
      const seal = await this.seals.sealing();
      const held = await this.store.held(version);
      if (held === null) return null;
      return this.store.setSecrets(version, seal.seal({ ...this.seals.open(held, place), ...changed }, place));
    });
  }

  private async record(id: number): Promise<ConnectionRecord> {
    const stored = await this.store.byId(id);
    if (stored === null) throw notFound();
    const { accountId, objectId, sourceId, card, cardName, status, checkedAt, createdAt } = stored;
    return { id, accountId, objectId, sourceId, card, cardName, status, checkedAt, createdAt };
  }
}

function aboutConnection(
  action: Act['action'],
  { accountId, id }: Pick<ConnectionRecord, 'accountId' | 'id'>,
): Pick<Act, 'action' | 'accountId' | 'target'> {
  return { action, accountId, target: { type: 'connection', id } };
}

const isRefusal = (error: unknown): boolean => error instanceof AccessRevoked || error instanceof CardNotYours;

/** Why credentials were not taken, for whoever enters them. */
function refused(error: unknown): unknown {
  if (!(error instanceof PublishError)) return error;
  if (isRefusal(error)) return new ConnectionRefused(`The platform refused the connection: ${error.message}`);
  return new AppError('service_unavailable', `The connection could not be tested: ${error.message}`);
}

function refuseToWrite(): never {
  throw new Error('a check of credentials changes nothing');
}
