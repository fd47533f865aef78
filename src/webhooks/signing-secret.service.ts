import { Injectable } from '@nestjs/common';
import { EncryptionKey } from '@libs/config';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import { AuditTrail } from '@src/audit';
import { assertMayRotate, newSigningSecret, SecretSeal } from './domain/signing-secret';
import { SigningSecretStore, type SealedSecret } from './persistence/signing-secret.store';

/** Accounts whose secrets are kept opened in memory. */
const MOST_KNOWN = 10_000;

export interface ShownSecret {
  readonly secret: string;
  /** Null until it was rotated for the first time. */
  readonly rotatedAt: Date | null;
}

/**
 * The secret that signs an account's deliveries, one for all its webhooks (specification §6.4). Made when it is first
 * asked for; in clear only where it is shown to its owner and where a delivery is signed.
 */
@Injectable()
export class SigningSecretService {
  private readonly seal: SecretSeal;
  /** What was opened before, by account and sealed bytes: the same few secrets sign every delivery. */
  private readonly known = new Map<string, readonly string[]>();

  constructor(
    private readonly database: Database,
    private readonly secrets: SigningSecretStore,
    private readonly trail: AuditTrail,
    key: EncryptionKey,
  ) {
    this.seal = new SecretSeal(key.derive('webhook signing secret'));
  }

  /** The secret that signs today; the first who asks for it makes it. */
  async current(accountId: number): Promise<ShownSecret> {
    return this.shown(accountId, await this.sealed(accountId));
  }

  /**
   * A new secret. The one it replaces signs along for 24 hours, and so does every older one for its own 24 hours; throws
   * `conflict` where too many would.
   */
  async rotate(accountId: number): Promise<ShownSecret> {
    return this.database.transaction(async () => {
      await this.secrets.lockAccount(accountId);
      assertMayRotate((await this.sealed(accountId)).length);
      await this.secrets.replace(accountId, this.made(accountId));
      const target = { type: 'webhook_secret', id: null } as const;
      await this.trail.note({ action: 'webhook_secret.rotated', accountId, target });
      return this.shown(accountId, await this.secrets.valid(accountId));
    });
  }

  /** Every secret that signs at this moment of the database's clock, newest first; at least one. */
  async validSecrets(accountId: number): Promise<readonly string[]> {
    return (await this.sealed(accountId)).map((secret) => this.opened(accountId, secret));
  }

  /** The same, of what `SEALED_TOGETHER` has read. Throws where one of them was changed or sealed by another key. */
  openedTogether(accountId: number, together: string): readonly string[] {
    const name = `${accountId} ${together}`;
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const opened = together.split(' ').map((one) => {
      const [keyId = '', sealed = ''] = one.split(':');
      return this.opened(accountId, { keyId, sealed: Buffer.from(sealed, 'hex') });
    });
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(name, opened);
    return opened;
  }

  private async sealed(accountId: number): Promise<readonly SealedSecret[]> {
    const valid = await this.secrets.valid(accountId);
    if (valid.length > 0) return valid;
    await this.secrets.insertFirst(accountId, this.made(accountId));
    return this.secrets.valid(accountId);
  }

  private made(accountId: number): Pick<SealedSecret, 'sealed' | 'keyId'> {
    return { sealed: this.seal.seal(accountId, newSigningSecret()), keyId: this.seal.keyId };
  }

  private shown(accountId: number, [current]: readonly SealedSecret[]): ShownSecret {
    if (!current) throw new Error(`account ${accountId} has no signing secret`);
    return { secret: this.opened(accountId, current), rotatedAt: current.madeByRotation ? current.createdAt : null };
  }

  private opened(accountId: number, { sealed, keyId }: Pick<SealedSecret, 'sealed' | 'keyId'>): string {
    if (keyId === this.seal.keyId) return this.seal.open(accountId, sealed);
    const refusal = new AppError('service_unavailable', 'The signing secret cannot be read at the moment');
    refusal.cause = new Error(`sealed by another HREV_ENCRYPTION_KEY (${keyId}, and this one is ${this.seal.keyId})`);
    throw refusal;
  }
}
