import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { SealingKeys, SealRing, TextSeal, type ResealedBatch, type SealedTable } from '@libs/sealing';
import type { OwnHeaders } from './domain/own-headers';
import { OwnHeaderStore, type SealedHeaders } from './persistence/own-header.store';

const PURPOSE = 'own headers of webhooks';
/** Upper bound of decrypted headers in memory. */
const MAX_CACHED = 1_000;

type Owner = Pick<SealedHeaders, 'accountId' | 'webhookId'>;
const bindingOf = ({ accountId, webhookId }: Owner): string =>
  `headers of webhook ${webhookId} of account ${accountId}`;

/** Describes the stored headers for the check that the keys can open them. */
export const SEALED_OWN_HEADERS: SealedTable = {
  table: 'webhook_header',
  purpose: PURPOSE,
  keyId: (key) => new TextSeal(key).keyId,
  owner: ['account_id', 'webhook_id'],
  opens: (key, { sealed }, { account_id: accountId = 0, webhook_id: webhookId = 0 }) =>
    new TextSeal(key).open(sealed, bindingOf({ accountId, webhookId })) !== '',
};

/**
 * The headers that owners add to the deliveries of their webhooks (contract §4.11). Their values are in clear text only in memory,
 * where deliveries are sent.
 */
@Injectable()
export class OwnHeadersService {
  private readonly logger = new Logger(OwnHeadersService.name);
  private readonly ring: SealRing<TextSeal>;
  /** Decrypted headers by webhook and sealed bytes: the same few headers are sent with every delivery. */
  private readonly cache = new Map<string, OwnHeaders>();
  /** Webhooks whose headers are being resealed. */
  private readonly resealing = new Set<number>();

  constructor(
    keys: SealingKeys,
    private readonly database: Database,
    private readonly store: OwnHeaderStore,
  ) {
    this.ring = new SealRing(keys, PURPOSE, (key) => new TextSeal(key));
  }

  /**
   * Prepares to store headers. Call it in the transaction that stores them, before any other lock; the function that it returns
   * replaces the headers of a webhook that the transaction has locked, and removes them if there are none.
   */
  async sealing(): Promise<(owner: Owner, headers: OwnHeaders) => Promise<void>> {
    const seal = await this.ring.sealing();
    return async (owner, headers) => {
      if (headers.length === 0) return this.store.remove(owner.accountId, owner.webhookId);
      const sealed = seal.seal(JSON.stringify(headers), bindingOf(owner));
      const names = headers.map(([name]) => name);
      return this.store.save({ ...owner, sealed, keyId: seal.keyId }, names);
    };
  }

  /** The headers of a webhook; empty if it has none. Throws `service_unavailable` if no key of this process opens them. */
  async read(accountId: number, webhookId: number): Promise<OwnHeaders> {
    const found = await this.store.find(accountId, webhookId);
    return found === null ? [] : this.open(found);
  }

  /** Decrypts a value of `SEALED_HEADERS_TEXT`. Throws if it was changed, or was sealed by an unknown key. */
  openText(owner: Owner, text: string): OwnHeaders {
    const name = `${owner.webhookId} ${text}`;
    const cached = this.cache.get(name);
    if (cached !== undefined) return cached;
    const [keyId = '', sealed = ''] = text.split(':');
    const { accountId, webhookId } = owner;
    const headers = this.open({ accountId, webhookId, keyId, sealed: Buffer.from(sealed, 'hex') });
    if (this.ring.isOutdated(keyId)) this.resealInBackground(owner);
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    this.cache.set(name, headers);
    return headers;
  }

  /** Reseals one batch for `resealAll`. Skips headers that have changed meanwhile: they have the current key. */
  async resealBatch(lastId: number): Promise<ResealedBatch> {
    return this.database.transaction(async () => {
      const seal = await this.ring.sealing();
      const found = await this.store.sealedByOtherKeys(seal.keyId, lastId);
      let [resealed, unreadable] = [0, 0];
      for (const one of found) {
        const text = this.textOf(one);
        if (text === null) unreadable += 1;
        else if (await this.reseal(one, text, seal)) resealed += 1;
      }
      return { lastId: found.at(-1)?.webhookId ?? null, resealed, unreadable };
    });
  }

  /** Reseals headers that an older key has sealed, once at a time for each webhook. A failure is logged; they can still be used. */
  private resealInBackground({ accountId, webhookId }: Owner): void {
    if (this.resealing.has(webhookId)) return;
    this.resealing.add(webhookId);
    void this.database
      .transaction(async () => {
        const seal = await this.ring.sealing();
        const found = await this.store.find(accountId, webhookId);
        const text = found === null || found.keyId === seal.keyId ? null : this.textOf(found);
        if (found !== null && text !== null) await this.reseal(found, text, seal);
      })
      .catch((error: unknown) =>
        this.logger.warn(`headers were not resealed: ${error instanceof Error ? error.message : String(error)}`),
      )
      .finally(() => this.resealing.delete(webhookId));
  }

  private reseal(found: SealedHeaders, text: string, seal: TextSeal): Promise<boolean> {
    return this.store.reseal(found, { sealed: seal.seal(text, bindingOf(found)), keyId: seal.keyId });
  }

  private open(found: SealedHeaders): OwnHeaders {
    const text = this.textOf(found);
    if (text !== null) return JSON.parse(text) as OwnHeaders;
    const refusal = new AppError('service_unavailable', 'The headers of the webhook cannot be read at the moment');
    refusal.cause = new Error(`sealed by another HREV_ENCRYPTION_KEY (${found.keyId})`);
    throw refusal;
  }

  /** Null if no key of this process sealed the headers for this webhook. */
  private textOf(found: SealedHeaders): string | null {
    try {
      return this.ring.of(found.keyId)?.open(found.sealed, bindingOf(found)) ?? null;
    } catch {
      return null;
    }
  }
}
