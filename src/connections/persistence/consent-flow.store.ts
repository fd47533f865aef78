import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { LeasedTable, msFromNow } from '@libs/leases';
import type { Sealed } from '@libs/sealing';

/**
 * `waiting`: the person is at the platform. `refused`: the person refused the consent. `failed`: the flow ended with an error, which
 * `reason` names. `reading`: a worker reads the cards. `ready`: the person can choose pairs, each of a card and an object of the account.
 */
export type FlowState = 'waiting' | 'refused' | 'failed' | 'reading' | 'ready';

export interface ConsentFlow {
  readonly accountId: number;
  readonly id: number;
  readonly sourceId: number;
  readonly state: FlowState;
  /** The person may no longer return from the platform. */
  readonly isExpired: boolean;
  readonly reason: string | null;
  readonly detail: string | null;
  readonly grantId: number | null;
  readonly readCards: number;
  readonly isComplete: boolean;
  /** How many revoked connections the flow made active again. */
  readonly healed: number;
}

type FlowOfSource = Pick<ConsentFlow, 'accountId' | 'id' | 'sourceId'>;

export interface NewFlow {
  readonly accountId: number;
  readonly sourceId: number;
  readonly personId: number;
  readonly sessionId: number;
  readonly address: string | null;
  readonly stateDigest: Buffer;
  readonly clientId: string;
  readonly redirectUri: string;
}

/** A flow whose person has returned from the platform. */
export interface ReturnedFlow {
  readonly accountId: number;
  readonly id: number;
  readonly sourceId: number;
  readonly personId: number;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: Sealed;
}

/** A flow under a lease of this worker. Every write checks the token. */
export interface ClaimedFlow {
  readonly accountId: number;
  readonly id: number;
  readonly sourceId: number;
  readonly personId: number;
  readonly address: string | null;
  readonly state: FlowState;
  readonly grantId: number;
  readonly token: string;
}

const FLOWS = new LeasedTable('consent_flow', { key: { account_id: 'accountId', id: 'id' }, end: 'due_at' });
/** A person has at most this many waiting flows in an account. */
const MAX_WAITING = 20;

/** The rows of `consent_flow`. The database's clock decides when a flow expires and when a lease ends. */
@Injectable()
export class ConsentFlowStore {
  constructor(private readonly database: Database) {}

  /** Inserts a flow. If the person then has more than 20 waiting flows in the account, deletes the oldest. */
  async insert(flow: NewFlow, verifier: Sealed): Promise<number> {
    const [row] = await this.database.query<{ id: number }>(
      `insert into consent_flow (account_id, source_id, person_id, session_id, address, state_digest, client_id,
         redirect_uri, sealed, key_id)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id`,
      [
        flow.accountId,
        flow.sourceId,
        flow.personId,
        flow.sessionId,
        flow.address,
        flow.stateDigest,
        flow.clientId,
        flow.redirectUri,
        verifier.sealed,
        verifier.keyId,
      ],
    );
    await this.database.execute(
      `delete from consent_flow where account_id = $1 and id in (
         select id from consent_flow where account_id = $1 and person_id = $2 and state = 'waiting'
         order by id desc offset ${MAX_WAITING})`,
      [flow.accountId, flow.personId],
    );
    if (!row) throw new Error('the flow was not stored');
    return row.id;
  }

  async find(accountId: number, id: number): Promise<ConsentFlow | null> {
    const [row] = await this.database.query<ConsentFlow>(
      `select account_id as "accountId", id, source_id as "sourceId", state,
         state = 'waiting' and expires_at <= clock_timestamp() as "isExpired", reason, detail, grant_id as "grantId",
         read_cards as "readCards", is_complete as "isComplete", healed
       from consent_flow where account_id = $1 and id = $2`,
      [accountId, id],
    );
    return row ?? null;
  }

  /** The flow that the session began with this OAuth `state`; null if there is none, or if another session began it. */
  async ofSession(stateDigest: Buffer, sessionId: number): Promise<FlowOfSource | null> {
    const [row] = await this.database.query<ConsentFlow>(
      `select account_id as "accountId", id, source_id as "sourceId" from consent_flow
       where state_digest = $1 and session_id = $2`,
      [stateDigest, sessionId],
    );
    return row ?? null;
  }

  /**
   * Ends the wait of a flow and returns it with its verifier, which is deleted: an OAuth `state` is used once. The flow is stored as
   * `failed` with the reason `interrupted`, until `begin` or `end` stores how the return ended. Null if the flow is not waiting.
   */
  async takeReturn(accountId: number, id: number): Promise<ReturnedFlow | null> {
    const [row] = await this.database.query<Omit<ReturnedFlow, 'verifier'> & Sealed>(
      `update consent_flow set state = 'failed', reason = 'interrupted', sealed = null, key_id = null
       where account_id = $1 and id = $2 and state = 'waiting' and expires_at > clock_timestamp()
       returning account_id as "accountId", id, source_id as "sourceId", person_id as "personId",
         client_id as "clientId", redirect_uri as "redirectUri", old.sealed, old.key_id as "keyId"`,
      [accountId, id],
    );
    if (!row) return null;
    const { sealed, keyId, ...flow } = row;
    return { ...flow, verifier: { sealed, keyId } };
  }

  /** Stores that a flow was refused or failed. */
  async end(
    { accountId, id }: Pick<ConsentFlow, 'accountId' | 'id'>,
    state: 'refused' | 'failed',
    reason: string | null,
  ): Promise<void> {
    await this.database.execute('update consent_flow set state = $3, reason = $4 where account_id = $1 and id = $2', [
      accountId,
      id,
      state,
      reason,
    ]);
  }

  /** Stores the grant of a flow and makes the flow due: a worker then reads the cards. */
  async begin({ accountId, id }: Pick<ConsentFlow, 'accountId' | 'id'>, grantId: number): Promise<void> {
    await this.database.execute(
      `update consent_flow set state = 'reading', reason = null, grant_id = $3, due_at = clock_timestamp()
       where account_id = $1 and id = $2`,
      [accountId, id, grantId],
    );
  }

  /** Locks the flow until the transaction ends. Returns its state; null if it does not exist. */
  async lock(accountId: number, id: number): Promise<FlowState | null> {
    const [row] = await this.database.query<{ state: FlowState }>(
      'select state from consent_flow where account_id = $1 and id = $2 for update',
      [accountId, id],
    );
    return row?.state ?? null;
  }

  /** Makes the flow due now, unless it has a due time or a lease, and resets its attempts. */
  async makeDue(accountId: number, id: number): Promise<void> {
    await this.database.execute(
      `update consent_flow set due_at = coalesce(due_at, clock_timestamp()), attempts = 0
       where account_id = $1 and id = $2`,
      [accountId, id],
    );
  }

  /** Claims the flow that has been due longest, or whose lease has ended; null if there is none. */
  async claim(leaseMs: number): Promise<ClaimedFlow | null> {
    return FLOWS.claimNext<ClaimedFlow>(this.database, leaseMs, {
      changes: 'attempts = attempts + 1',
      returning: `account_id as "accountId", id, source_id as "sourceId", person_id as "personId", address, state,
        grant_id as "grantId"`,
    });
  }

  async renew(claim: ClaimedFlow, leaseMs: number): Promise<boolean> {
    return FLOWS.renew(this.database, claim, leaseMs);
  }

  /**
   * Locks the flow of a claim until the transaction ends, and resets its attempts. `readCards`: the number of cards that were read; null
   * does not change it. Throws `LeaseLost` if the worker has lost the lease.
   */
  async hold(claim: ClaimedFlow, readCards: number | null = null): Promise<void> {
    await FLOWS.write(this.database, claim, 'attempts = 0, read_cards = coalesce($4, read_cards)', [readCards]);
  }

  /**
   * Releases a claim. With `result`, the cards have been read and the flow is `ready`. The flow stays due while chosen pairs wait for
   * their test.
   */
  async release(
    claim: ClaimedFlow,
    result: { readonly isComplete: boolean; readonly healed: number } | null,
  ): Promise<void> {
    await FLOWS.release(
      this.database,
      claim,
      `attempts = 0, due_at = case when exists (select from consent_card c
         where c.account_id = $1 and c.flow_id = $2 and c.outcome = 'waiting') then clock_timestamp() end,
       state = case when $4::boolean is null then state else 'ready' end,
       is_complete = coalesce($4, is_complete), healed = coalesce($5, healed)`,
      [result?.isComplete ?? null, result?.healed ?? null],
    );
  }

  /** The consecutive attempts without progress; null if the lease is lost. */
  async attemptsOf(claim: ClaimedFlow): Promise<number | null> {
    const [row] = await this.database.query<{ attempts: number }>(
      `select attempts from consent_flow where ${FLOWS.isHeld()}`,
      FLOWS.valuesOf(claim),
    );
    return row?.attempts ?? null;
  }

  /** Releases a claim; a worker continues after the pause. */
  async postpone(claim: ClaimedFlow, pauseMs: number): Promise<void> {
    await FLOWS.release(this.database, claim, `due_at = ${msFromNow('$4')}`, [pauseMs]);
  }

  /** Releases a claim, and stores that its flow failed. */
  async giveUp(claim: ClaimedFlow, reason: string, detail: string): Promise<void> {
    const changes = `due_at = null, state = 'failed', reason = $4, detail = $5`;
    await FLOWS.release(this.database, claim, changes, [reason, detail]);
  }

  /** Deletes at most 100 flows that are older than a day and neither due nor claimed; returns the account and source of each. */
  async purge(): Promise<readonly { readonly accountId: number; readonly sourceId: number }[]> {
    return this.database.query(
      `delete from consent_flow where id in (
         select id from consent_flow where created_at < clock_timestamp() - interval '1 day' and due_at is null
         order by created_at limit 100 for update skip locked)
       returning account_id as "accountId", source_id as "sourceId"`,
    );
  }
}
