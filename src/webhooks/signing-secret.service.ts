import { Injectable, Logger } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { SealingKeys, SealRing, type ResealedBatch, type SealedTable } from '@libs/sealing';
import { AuditTrail } from '@src/audit';
import { assertMayRotate, newSigningSecret, SecretSeal, SIGNING_SECRETS } from './domain/signing-secret';
import { SigningSecretStore, type SealedSecret } from './persistence/signing-secret.store';

/** Upper bound of decrypted secrets in memory. */
const MAX_CACHED_SECRETS = 10_000;

export interface CurrentSecret {
  readonly secret: string;
  /** Null until the first rotation. */
  readonly rotatedAt: Date | null;
}

/** The audit target has no id: an account has one secret. */
const TARGET = { type: 'webhook_secret', id: null } as const;

/** Describes the stored secrets for the check that the keys can open them. */
export const SEALED_SIGNING_SECRETS: SealedTable = {
  table: 'signing_secret',
  purpose: SIGNING_SECRETS,
  keyId: (key) => new SecretSeal(key).keyId,
  owner: ['account_id'],
  opens: (key, { sealed }, { account_id: accountId = 0 }) => new SecretSeal(key).open(accountId, sealed) !== '',
};

/**
 * The secret that signs an account's deliveries, one for all its webhooks (contract §6.4). Created on first use. It is in clear text
 * only in responses to its owner and in memory, where deliveries are signed.
 */
@Injectable()
export class SigningSecretService {
  private readonly logger = new Logger(SigningSecretService.name);
  private readonly seals: SealRing<SecretSeal>;
  /** Decrypted secrets by account and sealed bytes: the same few secrets sign every delivery. */
  private readonly cache = new Map<string, readonly string[]>();
  /** Accounts whose secrets are being resealed. */
  private readonly resealing = new Set<number>();

  constructor(
    private readonly database: Database,
    private readonly store: SigningSecretStore,
    private readonly trail: AuditTrail,
    keys: SealingKeys,
  ) {
    this.seals = new SealRing(keys, SIGNING_SECRETS, (key) => new SecretSeal(key));
  }

  /** The current secret; created on the first call. */
  async current(accountId: number): Promise<CurrentSecret> {
    const valid = await this.storedSecrets(accountId);
    await this.resealOutdated(valid);
    return this.presentCurrent(accountId, valid);
  }

  /**
   * Creates a new secret. The replaced secret also signs for 24 more hours. Throws `conflict` if too many secrets would be valid at
   * once.
   */
  async rotate(accountId: number): Promise<CurrentSecret> {
    return this.database.transaction(async () => {
      const seal = await this.seals.sealing();
      await this.store.lockAccount(accountId);
      assertMayRotate((await this.storedSecrets(accountId)).length);
      await this.store.replace(accountId, sealedBy(seal, accountId, newSigningSecret()));
      await this.trail.record({ action: 'webhook_secret.rotated', accountId, target: TARGET });
      return this.presentCurrent(accountId, await this.store.sealedSecrets(accountId));
    });
  }

  /** All secrets that are valid by the database's clock, newest first; at least one. */
  async validSecrets(accountId: number): Promise<readonly string[]> {
    const valid = await this.storedSecrets(accountId);
    await this.resealOutdated(valid);
    return valid.map((secret) => this.open(accountId, secret));
  }

  /** Decrypts a value of `SEALED_SECRETS_TEXT`. Throws if a secret was changed, or was sealed by an unknown key. */
  openSecretsText(accountId: number, secretsText: string): readonly string[] {
    const name = `${accountId} ${secretsText}`;
    const cached = this.cache.get(name);
    if (cached !== undefined) return cached;
    const secrets = secretsText.split(' ').map((secret) => {
      const [keyId = '', sealed = ''] = secret.split(':');
      if (this.seals.isOutdated(keyId)) this.resealInBackground(accountId);
      return this.open(accountId, { keyId, sealed: Buffer.from(sealed, 'hex') });
    });
    if (this.cache.size >= MAX_CACHED_SECRETS) this.cache.clear();
    this.cache.set(name, secrets);
    return secrets;
  }

  private async storedSecrets(accountId: number): Promise<readonly SealedSecret[]> {
    const valid = await this.store.sealedSecrets(accountId);
    if (valid.length > 0) return valid;
    await this.database.transaction(async () => {
      const first = sealedBy(await this.seals.sealing(), accountId, newSigningSecret());
      if (await this.store.insertFirst(accountId, first))
        await this.trail.record({ action: 'webhook_secret.created', accountId, target: TARGET });
    });
    return this.store.sealedSecrets(accountId);
  }

  /** Reseals the secrets that an older key has sealed. A failure is logged and does not affect the caller. */
  private async resealOutdated(valid: readonly SealedSecret[]): Promise<void> {
    const outdated = valid.filter(({ keyId }) => this.seals.isOutdated(keyId));
    // Within the caller's transaction a failure would roll that transaction back.
    if (outdated.length === 0 || this.database.inTransaction) return;
    try {
      await this.database.transaction(() => this.resealFound(() => Promise.resolve(outdated)));
    } catch (error) {
      this.logger.warn(`signing secrets were not resealed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  /** Reseals outdated secrets in the background, so that signing does not wait; once at a time for each account. */
  private resealInBackground(accountId: number): void {
    if (this.resealing.has(accountId)) return;
    this.resealing.add(accountId);
    void this.store
      .sealedSecrets(accountId)
      .then((valid) => this.resealOutdated(valid))
      .catch(() => undefined)
      .finally(() => this.resealing.delete(accountId));
  }

  /** Reseals one batch of secrets with ids after `lastId`, for `resealAll`. */
  async resealBatch(lastId: number): Promise<ResealedBatch> {
    return this.database.transaction(() =>
      this.resealFound(({ keyId }) => this.store.sealedByOtherKeys(keyId, lastId)),
    );
  }

  /** Reseals the secrets that `find` returns. Skips secrets that have changed since they were read: they have the current key. */
  private async resealFound(find: (seal: SecretSeal) => Promise<readonly SealedSecret[]>): Promise<ResealedBatch> {
    const seal = await this.seals.sealing();
    const found = await find(seal);
    let [resealed, unreadable] = [0, 0];
    for (const secret of found) {
      const text = this.readable(secret);
      if (text === null) unreadable += 1;
      else if (await this.store.reseal(secret, sealedBy(seal, secret.accountId, text))) resealed += 1;
    }
    return { lastId: found.at(-1)?.id ?? null, resealed, unreadable };
  }

  private readable({ accountId, sealed, keyId }: SealedSecret): string | null {
    try {
      return this.seals.of(keyId)?.open(accountId, sealed) ?? null;
    } catch {
      return null;
    }
  }

  private presentCurrent(accountId: number, [current]: readonly SealedSecret[]): CurrentSecret {
    if (!current) throw new Error(`account ${accountId} has no signing secret`);
    return { secret: this.open(accountId, current), rotatedAt: current.madeByRotation ? current.createdAt : null };
  }

  private open(accountId: number, { sealed, keyId }: Pick<SealedSecret, 'sealed' | 'keyId'>): string {
    const seal = this.seals.of(keyId);
    if (seal !== null) return seal.open(accountId, sealed);
    const refusal = new AppError('service_unavailable', 'The signing secret cannot be read at the moment');
    refusal.cause = new Error(`sealed by another HREV_ENCRYPTION_KEY (${keyId})`);
    throw refusal;
  }
}

function sealedBy(seal: SecretSeal, accountId: number, secret: string): Pick<SealedSecret, 'sealed' | 'keyId'> {
  return { sealed: seal.seal(accountId, secret), keyId: seal.keyId };
}
