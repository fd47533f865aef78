import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

export type FactorKind = 'totp' | 'passkey';

/** A factor as its person sees it. */
export interface Factor {
  readonly id: number;
  readonly kind: FactorKind;
  readonly name: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** The sealed seed of an app. */
export interface StoredSeed {
  readonly id: number;
  readonly personId: number;
  readonly sealed: Buffer;
  readonly keyId: string;
}

export interface StoredPasskey {
  readonly id: number;
  readonly personId: number;
  readonly credentialId: Buffer;
  readonly publicKey: Buffer;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** What a signature of a passkey is for. */
export type PasskeyPurpose = 'sign_in' | 'second_factor' | 'enrol' | 'proof';

export type NewPasskey = Omit<StoredPasskey, 'id'> & { readonly name: string };

const SEED = `id, person_id as "personId", sealed, key_id as "keyId"`;
const RESEAL_BATCH = 100;
const CHALLENGE_VALID_FOR = `interval '5 minutes'`;

/** The tables `factor`, `recovery_code` and `passkey_challenge`. An app that is not confirmed counts for nothing. */
@Injectable()
export class FactorStore {
  constructor(private readonly database: Database) {}

  /** Locks the factors of a person until the transaction ends. */
  async lock(personId: number): Promise<void> {
    await this.database.query('select from person where id = $1 for no key update', [personId]);
  }

  /** The confirmed factors of a person, oldest first. */
  async list(personId: number): Promise<readonly Factor[]> {
    return this.database.query<Factor>(
      `select id, kind, name, created_at as "createdAt", last_used_at as "lastUsedAt"
       from factor where person_id = $1 and confirmed_at is not null order by id`,
      [personId],
    );
  }

  /** Inserts an app that waits for its first code, in place of others that wait. Returns the id. */
  async insertSeed({ personId, sealed, keyId }: Omit<StoredSeed, 'id'>, name: string): Promise<number> {
    await this.database.query('delete from factor where person_id = $1 and confirmed_at is null', [personId]);
    const [row] = await this.database.query<{ id: number }>(
      `insert into factor (person_id, kind, name, sealed, key_id) values ($1, 'totp', $2, $3, $4) returning id`,
      [personId, name, sealed, keyId],
    );
    if (row === undefined) throw new Error('the factor was not stored');
    return row.id;
  }

  /** The app that waits for its first code; null if there is none with this id. */
  async waitingSeed(personId: number, id: number): Promise<StoredSeed | null> {
    const [row] = await this.database.query<StoredSeed>(
      `select ${SEED} from factor where person_id = $1 and id = $2 and confirmed_at is null`,
      [personId, id],
    );
    return row ?? null;
  }

  /** The seeds of the confirmed apps of a person. */
  async seeds(personId: number): Promise<readonly StoredSeed[]> {
    return this.database.query<StoredSeed>(
      `select ${SEED} from factor where person_id = $1 and kind = 'totp' and confirmed_at is not null order by id`,
      [personId],
    );
  }

  /** Confirms an app with the step of its first code. Returns false if it does not wait any longer. */
  async confirm(personId: number, id: number, step: number): Promise<boolean> {
    const written = await this.database.execute(
      `update factor set confirmed_at = clock_timestamp(), last_step = $3
       where person_id = $1 and id = $2 and confirmed_at is null`,
      [personId, id, step],
    );
    return written === 1;
  }

  /** Uses the code of a step. Returns false if a code of this step or a later one was used before. */
  async useStep(id: number, step: number): Promise<boolean> {
    const written = await this.database.execute(
      `update factor set last_step = $2, last_used_at = clock_timestamp()
       where id = $1 and (last_step is null or last_step < $2)`,
      [id, step],
    );
    return written === 1;
  }

  /** Inserts a passkey and returns the id. Throws a unique violation of `factor_credential_id_key` if it is stored already. */
  async insertPasskey(passkey: NewPasskey): Promise<number> {
    const { personId, name, credentialId, publicKey, counter, transports } = passkey;
    const [row] = await this.database.query<{ id: number }>(
      `insert into factor (person_id, kind, name, confirmed_at, credential_id, public_key, counter, transports)
       values ($1, 'passkey', $2, clock_timestamp(), $3, $4, $5, $6) returning id`,
      [personId, name, credentialId, publicKey, counter, transports],
    );
    if (row === undefined) throw new Error('the factor was not stored');
    return row.id;
  }

  async passkey(credentialId: Buffer): Promise<StoredPasskey | null> {
    const [row] = await this.database.query<StoredPasskey>(
      `select id, person_id as "personId", credential_id as "credentialId", public_key as "publicKey", counter,
         coalesce(transports, '{}') as transports
       from factor where credential_id = $1`,
      [credentialId],
    );
    return row ?? null;
  }

  /** The passkeys of a person. */
  async passkeys(personId: number): Promise<readonly Pick<StoredPasskey, 'credentialId' | 'transports'>[]> {
    return this.database.query(
      `select credential_id as "credentialId", coalesce(transports, '{}') as transports
       from factor where person_id = $1 and kind = 'passkey' order by id`,
      [personId],
    );
  }

  /** Records a signature of a passkey. */
  async usePasskey(id: number, counter: number): Promise<void> {
    await this.database.query('update factor set counter = $2, last_used_at = clock_timestamp() where id = $1', [
      id,
      counter,
    ]);
  }

  /** Returns false if the person has no such factor. */
  async rename(personId: number, id: number, name: string): Promise<boolean> {
    const written = await this.database.execute(
      'update factor set name = $3 where person_id = $1 and id = $2 and confirmed_at is not null',
      [personId, id, name],
    );
    return written === 1;
  }

  async remove(personId: number, id: number): Promise<void> {
    await this.database.query('delete from factor where person_id = $1 and id = $2', [personId, id]);
  }

  /** Removes all factors and recovery codes of a person; returns the confirmed factors. */
  async removeAll(personId: number): Promise<readonly Factor[]> {
    const removed = await this.list(personId);
    await this.database.query('delete from factor where person_id = $1', [personId]);
    await this.replaceCodes(personId, []);
    return removed;
  }

  /** Replaces all recovery codes of a person. */
  async replaceCodes(personId: number, digests: readonly Buffer[]): Promise<void> {
    await this.database.query('delete from recovery_code where person_id = $1', [personId]);
    await this.database.query('insert into recovery_code (person_id, digest) select $1, unnest($2::bytea[])', [
      personId,
      digests,
    ]);
  }

  /** Uses a recovery code. Returns false if the person has no such code, or it was used before. Of concurrent calls one succeeds. */
  async useCode(personId: number, digest: Buffer): Promise<boolean> {
    const written = await this.database.execute(
      'update recovery_code set used_at = clock_timestamp() where digest = $2 and person_id = $1 and used_at is null',
      [personId, digest],
    );
    return written === 1;
  }

  /** The number of recovery codes that a person can still use. */
  async codesLeft(personId: number): Promise<number> {
    const [row] = await this.database.query<{ left: number }>(
      'select count(*)::int as left from recovery_code where person_id = $1 and used_at is null',
      [personId],
    );
    return row?.left ?? 0;
  }

  /** Stores a challenge for a passkey, and removes a batch of expired ones. `sessionId` is null for a sign-in. */
  async insertChallenge(digest: Buffer, purpose: PasskeyPurpose, sessionId: number | null): Promise<void> {
    await this.database.query(
      `insert into passkey_challenge (digest, purpose, session_id, expires_at)
       values ($1, $2, $3, clock_timestamp() + ${CHALLENGE_VALID_FOR})`,
      [digest, purpose, sessionId],
    );
    await this.database.query(
      `delete from passkey_challenge where digest in (
         select digest from passkey_challenge where expires_at < clock_timestamp() order by expires_at limit 100
         for update skip locked)`,
    );
  }

  /** Uses a challenge up. Returns false if it is unknown, used, expired, or was made for something else. */
  async useChallenge(digest: Buffer, purpose: PasskeyPurpose, sessionId: number | null): Promise<boolean> {
    const used = await this.database.execute(
      `delete from passkey_challenge where digest = $1 and purpose = $2 and session_id is not distinct from $3
         and expires_at > clock_timestamp()`,
      [digest, purpose, sessionId],
    );
    return used === 1;
  }

  /** A batch of seeds that other keys sealed, by id. */
  async sealedByOtherKeys(keyId: string, afterId: number): Promise<readonly StoredSeed[]> {
    return this.database.query<StoredSeed>(
      `select ${SEED} from factor where kind = 'totp' and key_id <> $1 and id > $2 order by id limit ${RESEAL_BATCH}`,
      [keyId, afterId],
    );
  }

  /** Replaces the sealed bytes of a seed. Returns false if they have changed since they were read. */
  async reseal({ id, keyId }: StoredSeed, sealed: Buffer, newKeyId: string): Promise<boolean> {
    const written = await this.database.execute(
      'update factor set sealed = $3, key_id = $4 where id = $1 and key_id = $2',
      [id, keyId, sealed, newKeyId],
    );
    return written === 1;
  }
}
