import { Inject, Injectable, Optional } from '@nestjs/common';
import { Database } from '@libs/database';
import { AppError } from '@libs/kernel';
import type { IssuedScope } from './domain/key-scope';
import { KeysService, type KeyRecord } from './keys.service';
import { lockAccount } from './persistence/account-lock';
import { ApiKeyStore } from './persistence/api-key.store';
import { SessionAccess } from './session-access.port';

/** A key with its use and the name of its creator. */
export interface ConsoleKey extends KeyRecord {
  readonly createdByName: string | null;
  readonly lastUsedIp: string | null;
  /** Requests of the current day (UTC) and the six days before it. */
  readonly requests7d: number;
}

export interface IssuedConsoleKey extends ConsoleKey {
  readonly key: string;
}

export interface NewConsoleKey {
  readonly name: string;
  readonly scope: IssuedScope;
  /** UTC text; null: never. */
  readonly expiresAt: string | null;
}

/** The person who creates a key. */
export interface KeyCreator {
  readonly personId: number;
  /** Whether the person gave a proof in the last ten minutes. */
  readonly isProven: boolean;
}

/** Keys of an account as its owners manage them in the console (contract §4.15). */
@Injectable()
export class ConsoleKeysService {
  constructor(
    private readonly database: Database,
    private readonly keys: KeysService,
    private readonly store: ApiKeyStore,
    @Optional() @Inject(SessionAccess) private readonly persons: SessionAccess | null = null,
  ) {}

  /** Keys that are not revoked, newest first; expired ones for 30 days. */
  async list(accountId: number): Promise<readonly ConsoleKey[]> {
    const keys = await this.store.withUse(accountId);
    const names = await this.namesOf(keys.flatMap(({ createdBy }) => createdBy ?? []));
    return keys.map((key) => ({ ...key, createdByName: names.get(key.createdBy ?? 0) ?? null }));
  }

  /**
   * Throws `proof_required` for a key of scope `full` without a fresh proof, `forbidden` for a person who is no longer an owner, and the
   * errors of `KeysService.issue`.
   */
  async create(
    accountId: number,
    creator: KeyCreator,
    { scope, name, expiresAt }: NewConsoleKey,
  ): Promise<IssuedConsoleKey> {
    if (scope === 'full' && !creator.isProven)
      throw new AppError('proof_required', 'Give your password or another proof again');
    const { personId } = creator;
    const issued = await this.database.transaction(async () => {
      await lockAccount(this.database, accountId);
      await this.assertOwner(accountId, personId);
      return this.keys.issue(accountId, scope, { name, expiresAt, createdBy: personId });
    });
    const names = await this.namesOf([personId]);
    return { ...issued, createdByName: names.get(personId) ?? null, lastUsedIp: null, requests7d: 0 };
  }

  /** Revokes the key at once. Throws 404 if the account has no such key or it is revoked. */
  async revoke(accountId: number, keyId: number): Promise<void> {
    await this.keys.revoke(keyId, accountId);
  }

  /** Another owner may have demoted or removed the person since the request was admitted. */
  private async assertOwner(accountId: number, personId: number): Promise<void> {
    if ((await this.persons?.role(personId, accountId)) !== 'owner')
      throw new AppError('forbidden', 'This needs the role owner');
  }

  private async namesOf(personIds: readonly number[]): Promise<ReadonlyMap<number, string>> {
    if (personIds.length === 0 || this.persons === null) return new Map();
    return this.persons.names([...new Set(personIds)]);
  }
}
