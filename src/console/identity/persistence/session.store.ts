import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { digestOfToken, newToken } from '../domain/token';

/**
 * What a session may be used for: `second_factor`: the password was right, and only the second factor can be given; `enrol`: the
 * person must have a second factor and can only add one; `full`: everything.
 */
export type SessionStage = 'second_factor' | 'enrol' | 'full';

/** A valid session and its person. */
export interface SessionRecord {
  readonly id: number;
  readonly personId: number;
  readonly stage: SessionStage;
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
  /** Whether the second factor is still missing. */
  readonly awaitsFactor: boolean;
}

/** How long a browser keeps the cookie by which it is known. */
export const KNOWN_BROWSER_DAYS = 180;
const MAX_SESSIONS = 20;
const MAX_WAITING_SESSIONS = 5;
const MAX_CODES = 5;
/** Sessions end when they are idle or old; those of operators sooner (ASVS 7.3.1, 7.3.2). */
export const LIVE_SESSION = `s.last_seen_at > t.now - case when p.is_operator then interval '1 hour' else interval '12 hours' end
  and s.created_at > t.now - case when p.is_operator then interval '12 hours' else interval '14 days' end
  and (not s.awaits_factor or s.created_at > t.now - interval '10 minutes')`;
const HAS_FACTOR = 'exists (select from factor f where f.person_id = p.id and f.confirmed_at is not null)';
/** The parameter extends it to all persons. */
const MUST_HAVE_FACTOR = (everybody: string): string =>
  `(${everybody} or p.is_operator or exists (
     select from membership m where m.person_id = p.id and m.role = 'owner'))`;
const NOW = '(select clock_timestamp() as now offset 0) t';
const PROVEN_FOR = `interval '10 minutes'`;

/** The tables `session` and `known_browser`. A browser in which a person has signed in keeps a cookie of its own after the session. */
@Injectable()
export class SessionStore {
  constructor(
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Pick<Config, 'HREV_CONSOLE_MFA'>,
  ) {}

  /** The live session of a token; null if there is none. Only an act of the person (`isAct`) restarts its idle time. */
  async find(digest: Buffer, isAct: boolean): Promise<SessionRecord | null> {
    const [row] = await this.database.prepared<SessionRecord & { readonly isStale: boolean }>({
      name: 'console-session',
      text: `select s.id, s.person_id as "personId", p.is_operator as "isOperator",
               coalesce(s.proved_at > t.now - ${PROVEN_FOR}, false) as "isProven", s.proved_at + ${PROVEN_FOR} as "provenUntil",
               s.last_seen_at < t.now - interval '1 minute' as "isStale",
               case when s.awaits_factor then 'second_factor'
                    when ${MUST_HAVE_FACTOR('$2')} and not ${HAS_FACTOR} then 'enrol' else 'full' end as stage
             from ${NOW}, session s join person p on p.id = s.person_id where s.digest = $1 and ${LIVE_SESSION}`,
      values: [digest, this.isForEverybody],
    });
    if (row === undefined) return null;
    if (row.isStale && isAct)
      await this.database.query(
        `with seen as (update session set last_seen_at = clock_timestamp() where id = $1)
         update person set last_seen_at = clock_timestamp() where id = $2`,
        [row.id, row.personId],
      );
    return row;
  }

  /**
   * Inserts a session with a fresh proof, and ends the oldest sessions of a person who has more than 20, or more than five that
   * wait for a second factor: a person who knows the password alone ends no session of the owner. Returns its id.
   */
  async insert({ digest, personId, device, address, awaitsFactor }: NewSession): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `with seen as (update person set last_seen_at = clock_timestamp() where id = $2 and not $5)
       insert into session (digest, person_id, device, address, awaits_factor, proved_at)
       values ($1, $2, $3, $4, $5, clock_timestamp()) returning id`,
      [digest, personId, device, address, awaitsFactor],
    );
    if (row === undefined) throw new Error('the session was not stored');
    await this.endOldest(personId);
    return row.id;
  }

  /** Counts a code that is tried in a session that waits for a second factor. Returns false above five, and ends the session. */
  async countCode(id: number): Promise<boolean> {
    const counted = await this.database.execute(
      `update session set wrong_codes = wrong_codes + 1 where id = $1 and awaits_factor and wrong_codes < ${MAX_CODES}`,
      [id],
    );
    if (counted === 0) await this.database.query('delete from session where id = $1 and awaits_factor', [id]);
    return counted === 1;
  }

  /** Completes a session that waits for a second factor, under a new token. Returns false if it has ended. */
  async complete(id: number, personId: number, digest: Buffer): Promise<boolean> {
    const written = await this.database.execute(
      `with seen as (update person set last_seen_at = clock_timestamp() where id = $3)
       update session set digest = $2, awaits_factor = false, proved_at = clock_timestamp()
       where id = $1 and awaits_factor`,
      [id, digest, personId],
    );
    await this.endOldest(personId);
    return written === 1;
  }

  /** What a person who gave the password needs next. */
  async nextStep(personId: number): Promise<SessionStage> {
    const [row] = await this.database.query<{ stage: SessionStage }>(
      `select case when ${HAS_FACTOR} then 'second_factor' when ${MUST_HAVE_FACTOR('$2')} then 'enrol' else 'full' end as stage
       from person p where p.id = $1`,
      [personId, this.isForEverybody],
    );
    return row?.stage ?? 'enrol';
  }

  /** Whether a person must have a second factor. */
  async mustHaveFactor(personId: number): Promise<boolean> {
    const [row] = await this.database.query<{ must: boolean }>(
      `select ${MUST_HAVE_FACTOR('$2')} as must from person p where p.id = $1`,
      [personId, this.isForEverybody],
    );
    return row?.must ?? true;
  }

  /** Ends the sessions of the persons of an account, except those of one person. Returns their number. */
  async endOfAccount(accountId: number, exceptPersonId: number | null): Promise<number> {
    return this.database.execute(
      `delete from session where person_id in (select person_id from membership where account_id = $1)
       and person_id is distinct from $2::bigint`,
      [accountId, exceptPersonId],
    );
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

  /** Ends the sessions of a person; `except` stays. Returns their number. */
  async endAll(personId: number, except: number | null = null): Promise<number> {
    return this.database.execute('delete from session where person_id = $1 and id is distinct from $2', [
      personId,
      except,
    ]);
  }

  /** The live sessions of a person, latest first. */
  async list(personId: number): Promise<readonly ListedSession[]> {
    return this.database.query<ListedSession>(
      `select s.id, s.device, s.address, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt"
       from ${NOW}, session s join person p on p.id = s.person_id where s.person_id = $1 and ${LIVE_SESSION} and not s.awaits_factor order by s.id desc`,
      [personId],
    );
  }

  /** The digest of a browser's cookie if this person has signed in with it; otherwise null. */
  async knownBrowser(token: string | null, personId: number): Promise<Buffer | null> {
    const digest = token === null ? null : digestOfToken(token);
    if (digest === null) return null;
    const [row] = await this.database.query<{ known: boolean }>(
      `select exists (select from known_browser where digest = $1 and person_id = $2 and expires_at > clock_timestamp()) as known`,
      [digest, personId],
    );
    return row?.known ? digest : null;
  }

  /** Stores a new cookie of a browser for the person, and removes a batch of expired ones. Returns the token. */
  async rememberBrowser(personId: number): Promise<string> {
    const { token, digest } = newToken();
    await this.database.query(
      `insert into known_browser (digest, person_id, expires_at)
       values ($1, $2, clock_timestamp() + ${KNOWN_BROWSER_DAYS} * interval '1 day')`,
      [digest, personId],
    );
    await this.database.query(
      `delete from known_browser where digest in (
         select digest from known_browser where expires_at < clock_timestamp() order by expires_at limit 100
         for update skip locked)`,
    );
    return token;
  }

  private get isForEverybody(): boolean {
    return this.config.HREV_CONSOLE_MFA === 'all';
  }

  private async endOldest(personId: number): Promise<void> {
    await this.database.query(
      `delete from session where id in (
         select id from (
           select id, awaits_factor, row_number() over (partition by awaits_factor order by id desc) as place
           from session where person_id = $1) placed
         where place > case when awaits_factor then ${MAX_WAITING_SESSIONS} else ${MAX_SESSIONS} end)`,
      [personId],
    );
  }
}
