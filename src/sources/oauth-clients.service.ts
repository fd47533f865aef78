/**
 * The OAuth clients that the operator has registered at platforms (contract §4.15): one per source and installation. The secret is
 * sealed, is sent only to the platform, and is never returned.
 */
import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError, notFound } from '@libs/kernel';
import { BoundSeal, SealingKeys, SealRing, type ResealedBatch, type SealedTable } from '@libs/sealing';
import type { OAuthClient, PlatformConsent, PlatformSource, SourceConnecting } from '@libs/sources';
import { AuditTrail } from '@src/audit';
import { OAuthClientStore, type StoredOAuthClient } from './persistence/oauth-client.store';
import { SourceCatalogue } from './source-catalogue';

const PURPOSE = 'oauth clients';

/** The sealed column of clients, for the check that the keys of all sealed values are configured. */
export const SEALED_OAUTH_CLIENTS: SealedTable = {
  table: 'source_oauth_client',
  purpose: PURPOSE,
  keyId: (key) => new BoundSeal(key).keyId,
  owner: ['source_id'],
  opens: (key, { sealed }, { source_id: id = 0 }) => new BoundSeal(key).open(sealed, boundTo(id)) !== null,
};

/** The path at which the console receives persons who return from a platform. */
export const OAUTH_CALLBACK_PATH = '/console/oauth/callback';

/** A source with a sign-in. */
export interface ConsentSource {
  readonly id: number;
  readonly source: PlatformSource;
  readonly connecting: SourceConnecting;
  readonly consent: PlatformConsent;
}

@Injectable()
export class OAuthClients {
  private readonly ring: SealRing<BoundSeal>;

  constructor(
    keys: SealingKeys,
    private readonly database: Database,
    private readonly store: OAuthClientStore,
    private readonly catalogue: SourceCatalogue,
    private readonly trail: AuditTrail,
  ) {
    this.ring = new SealRing(keys, PURPOSE, (key) => new BoundSeal(key));
  }

  /** The source and its sign-in; null for a source without one. */
  sourceOf(slug: string): ConsentSource | null {
    const known = this.catalogue.bySlug(slug);
    const source = known && this.catalogue.platform(known.id);
    const connecting = source?.connecting;
    const consent = connecting?.consent;
    return known && source && connecting && consent ? { id: known.id, source, connecting, consent } : null;
  }

  /** The ids of the sources whose client is registered. */
  async ready(): Promise<ReadonlySet<number>> {
    return new Set(await this.store.sourceIds());
  }

  /** The client of a source; null if the operator has registered none. */
  async find(sourceId: number): Promise<OAuthClient | null> {
    const stored = await this.store.find(sourceId);
    return stored === null ? null : { clientId: stored.clientId, clientSecret: this.open(stored) };
  }

  /** The client without its secret; `clientId` is null if there is none. Throws 404 for a source without a sign-in. */
  async show(slug: string): Promise<{ readonly clientId: string | null; readonly changedAt: Date | null }> {
    const stored = await this.store.find(this.required(slug).id);
    return { clientId: stored?.clientId ?? null, changedAt: stored?.changedAt ?? null };
  }

  /** Registers the client of a source, or replaces it. Throws 404 for a source without a sign-in. */
  async set(slug: string, { clientId, clientSecret }: OAuthClient): Promise<void> {
    const { id } = this.required(slug);
    await this.database.transaction(async () => {
      const seal = await this.ring.sealing();
      const before = await this.store.save(id, clientId, seal.seal(clientSecret, boundTo(id)));
      await this.trail.record({
        action: 'oauth_client.changed',
        accountId: null,
        target: { type: 'source', id },
        ...(before === null ? {} : { before: { source: slug, client_id: before } }),
        after: { source: slug, client_id: clientId },
      });
    });
  }

  /** Reseals one batch for `resealAll`. */
  async resealBatch(lastId: number): Promise<ResealedBatch> {
    return this.database.transaction(async () => {
      const seal = await this.ring.sealing();
      const clients = await this.store.sealedByOtherKeys(seal.keyId, lastId);
      let [resealed, unreadable] = [0, 0];
      for (const stored of clients) {
        const secret = this.ring.of(stored.keyId)?.open(stored.sealed, boundTo(stored.sourceId)) ?? null;
        if (secret === null) unreadable += 1;
        else if (await this.store.reseal(stored, seal.seal(secret, boundTo(stored.sourceId)))) resealed += 1;
      }
      return { lastId: clients.at(-1)?.sourceId ?? null, resealed, unreadable };
    });
  }

  private required(slug: string): ConsentSource {
    const found = this.sourceOf(slug);
    if (found === null) throw notFound();
    return found;
  }

  private open({ sourceId, sealed, keyId }: StoredOAuthClient): string {
    const secret = this.ring.of(keyId)?.open(sealed, boundTo(sourceId)) ?? null;
    if (secret !== null) return secret;
    throw new AppError('service_unavailable', 'The OAuth client cannot be opened with the keys of this process');
  }
}

const boundTo = (sourceId: number): string => `source_oauth_client ${sourceId}`;
