import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { Role } from '../domain/roles';

/** A valid session and its person. */
export interface SessionRecord {
  readonly id: number;
  readonly personId: number;
  readonly isOperator: boolean;
  /** Whether the person gave a proof in the last ten minutes. */
  readonly isProven: boolean;
  readonly provenUntil: Date | null;
}

export interface ListedSession {
  readonly id: number;
  readonly device: string;
  readonly address: string;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export interface NewSession {
  readonly digest: Buffer;
  readonly personId: number;
  readonly device: string;
  readonly address: string;
}

const MAX_SESSIONS = 20;
/** Sessions end when they are idle or old; those of operators sooner (ASVS 7.3.1, 7.3.2). */
const LIVE = `s.last_seen_at > t.now - case when p.is_operator then interval '1 hour' else interval '12 hours' end
  and s.created_at > t.now - case when p.is_operator then interval '12 hours' else interval '14 days' end`;
const NOW = '(select clock_timestamp() as now offset 0) t';
const PROVEN_FOR = `interval '10 minutes'`;

/** The tables `session` and `membership`, for the access of persons. */
@Injectable()
export class SessionStore {
  constructor(private readonly database: Database) {}

  /** The live session of a token; null if there is none. */
  async find(digest: Buffer): Promise<SessionRecord | null> {
    const [row] = await this.database.prepared<SessionRecord & { readonly isStale: boolean }>({
      name: 'console-session',
      text: `select s.id, s.person_id as "personId", p.is_operator as "isOperator",
               coalesce(s.proved_at > t.now - ${PROVEN_FOR}, false) as "isProven", s.proved_at + ${PROVEN_FOR} as "provenUntil",
               s.last_seen_at < t.now - interval '1 minute' as "isStale"
             from ${NOW}, session s join person p on p.id = s.person_id where s.digest = $1 and ${LIVE}`,
      values: [digest],
    });
    if (row === undefined) return null;
    if (row.isStale)
      await this.database.query('update session set last_seen_at = clock_timestamp() where id = $1', [row.id]);
    return row;
  }

  /** Inserts a session with a fresh proof, and ends the oldest sessions of a person who has more than 20. */
  async insert({ digest, personId, device, address }: NewSession): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into session (digest, person_id, device, address, proved_at)
       values ($1, $2, $3, $4, clock_timestamp()) returning id`,
      [digest, personId, device, address],
    );
    await this.database.query(
      `delete from session where id in (
         select id from session where person_id = $1 order by id desc offset ${MAX_SESSIONS})`,
      [personId],
    );
    if (!row) throw new Error('the session was not stored');
    return row.id;
  }

  /** Replaces the token of a session and records a proof. Returns false if the session has ended. */
  async prove(id: number, digest: Buffer): Promise<boolean> {
    const written = await this.database.execute(
      'update session set digest = $2, proved_at = clock_timestamp() where id = $1',
      [id, digest],
    );
    return written === 1;
  }

  /** Ends a session of a person; returns whether there was one. */
  async end(personId: number, id: number): Promise<boolean> {
    return (await this.database.execute('delete from session where person_id = $1 and id = $2', [personId, id])) === 1;
  }

  /** Ends the session of a token, if there is one. */
  async endByDigest(digest: Buffer): Promise<void> {
    await this.database.query('delete from session where digest = $1', [digest]);
  }

  /** Ends the sessions of a person; `except` stays. */
  async endAll(personId: number, except: number | null = null): Promise<void> {
    await this.database.query('delete from session where person_id = $1 and id is distinct from $2', [
      personId,
      except,
    ]);
  }

  /** The live sessions of a person, latest first. */
  async list(personId: number): Promise<readonly ListedSession[]> {
    return this.database.query<ListedSession>(
      `select s.id, s.device, s.address, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
       from ${NOW}, session s join person p on p.id = s.person_id where s.person_id = $1 and ${LIVE} order by s.id desc`,
      [personId],
    );
  }

  /** The role of a person in an account; null if the person is not a member. */
  async role(personId: number, accountId: number): Promise<Role | null> {
    const [row] = await this.database.prepared<{ role: Role }>({
      name: 'console-role',
      text: 'select role from membership where account_id = $2 and person_id = $1',
      values: [personId, accountId],
    });
    return row?.role ?? null;
  }

  /** The memberships of a person, by account. */
  async memberships(personId: number): Promise<readonly { readonly accountId: number; readonly role: Role }[]> {
    return this.database.query(
      'select account_id as "accountId", role from membership where person_id = $1 order by account_id',
      [personId],
    );
  }

  /** Adds a membership. An existing one keeps its role. */
  async addMembership(personId: number, accountId: number, role: Role): Promise<void> {
    await this.database.query(
      'insert into membership (account_id, person_id, role) values ($2, $1, $3) on conflict do nothing',
      [personId, accountId, role],
    );
  }
}
