/**
 * Encryption of credentials at rest. The owner of the credentials is authenticated data, so a sealed value that is copied to the row
 * of another owner cannot be opened.
 */
import { BoundSeal, type Sealed } from '@libs/sealing';
import type { Credentials } from '@libs/sources';

/** The account, object and source of a connection. */
export interface ConnectionKey {
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
}

/** The account and source of a grant, whose credentials serve the connections of many objects. */
export interface GrantKey {
  readonly accountId: number;
  readonly sourceId: number;
  readonly objectId?: undefined;
}

/** The purpose in the derivation of the keys that seal credentials. */
export const PLATFORM_CONNECTIONS = 'platform connections';

/** The credentials cannot be opened: another key, another owner, or damaged bytes. */
export class CannotOpen extends Error {
  constructor(keyId: string) {
    super(`the stored credentials cannot be opened with this key (they were sealed with ${keyId})`);
    this.name = 'CannotOpen';
  }
}

/** Seals and opens credentials under one key. */
export class CredentialSeal {
  private readonly seals: BoundSeal;

  constructor(key: Buffer) {
    this.seals = new BoundSeal(key);
  }

  /** Identifies the key without revealing it. */
  get keyId(): string {
    return this.seals.keyId;
  }

  seal(credentials: Credentials, owner: ConnectionKey | GrantKey): Sealed {
    return this.seals.seal(JSON.stringify(credentials), boundTo(owner));
  }

  /** Decrypts credentials. Throws `CannotOpen` if this key did not seal them for this owner. */
  open({ sealed, keyId }: Sealed, owner: ConnectionKey | GrantKey): Credentials {
    const text = this.seals.open(sealed, boundTo(owner));
    if (text === null) throw new CannotOpen(keyId);
    return JSON.parse(text) as Credentials;
  }
}

function boundTo({ accountId, objectId, sourceId }: ConnectionKey | GrantKey): string {
  return objectId === undefined
    ? `platform_grant ${accountId} ${sourceId}`
    : `platform_connection ${accountId} ${objectId} ${sourceId}`;
}
