import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { ConsentCard } from '@libs/sources';
import type { Proposal } from '../domain/match-cards';

export type CardOutcome = 'waiting' | 'connected' | 'refused';

export interface FlowCard extends ConsentCard {
  /** The object that is proposed for the card; null if none is. */
  readonly proposedObjectId: number | null;
  readonly proposedObjectName: string | null;
  /** Whether the proposal is certain: see `domain/match-cards.ts`. */
  readonly certain: boolean;
  readonly chosenObjectId: number | null;
  readonly chosenObjectName: string | null;
  readonly outcome: CardOutcome | null;
  readonly detail: string | null;
  readonly connectionId: number | null;
}

export interface ChosenPair {
  readonly card: string;
  readonly objectId: number;
}

/** A pair that a worker tests. */
export interface WaitingPair extends ChosenPair {
  readonly position: number;
  readonly pageUrl: string | null;
}

/** An object to which a card may belong. */
export interface MatchableObject {
  readonly id: number;
  readonly name: string;
  /** The page of its link on the source; null without a link. */
  readonly pageUrl: string | null;
  /** The card of its connection on the source; null without one. */
  readonly card: string | null;
}

/** A flow of an account. */
type FlowKey = { readonly accountId: number; readonly id: number };

/** The cards that a person sees in a flow, and the objects to which they may belong. */
@Injectable()
export class ConsentCardStore {
  constructor(private readonly database: Database) {}

  /** Stores the cards of a flow with the proposals, in order. Replaces those of an earlier reading. */
  async replace(
    { accountId, id }: FlowKey,
    cards: readonly ConsentCard[],
    proposals: readonly Proposal[],
  ): Promise<void> {
    await this.database.execute('delete from consent_card where account_id = $1 and flow_id = $2', [accountId, id]);
    await this.database.execute(
      `insert into consent_card (account_id, flow_id, position, card, name, address, page_url, object_id, certain)
       select $1, $2, c.position, c.card, c.name, c.address, c.page_url, c.object_id, c.certain
       from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::bigint[], $8::boolean[])
         with ordinality as c (card, name, address, page_url, object_id, certain, position)`,
      [
        ...[accountId, id, cards.map(({ card }) => card), cards.map(({ name }) => name)],
        ...[cards.map(({ address }) => address), cards.map(({ pageUrl }) => pageUrl)],
        ...[proposals.map(({ objectId }) => objectId), proposals.map(({ certain }) => certain)],
      ],
    );
  }

  /** The cards of a flow in the order of reading; names of deleted objects are null. */
  async list({ accountId, id }: FlowKey): Promise<readonly FlowCard[]> {
    return this.database.query<FlowCard>(
      `select c.card, c.name, c.address, c.page_url as "pageUrl", o.id as "proposedObjectId", o.name as "proposedObjectName", c.certain,
         c.chosen_object_id as "chosenObjectId", chosen.name as "chosenObjectName", c.outcome, c.detail,
         c.connection_id as "connectionId"
       from consent_card c
       left join tracked_object_view o on o.account_id = $1 and o.id = c.object_id and o.deleted_at is null
       left join tracked_object_view chosen
         on chosen.account_id = $1 and chosen.id = c.chosen_object_id and chosen.deleted_at is null
       where c.account_id = $1 and c.flow_id = $2 order by c.position`,
      [accountId, id],
    );
  }

  /** Chooses objects for cards; a worker tests the pairs. Returns how many of the cards the flow has. */
  async choose({ accountId, id }: FlowKey, pairs: readonly ChosenPair[]): Promise<number> {
    return this.database.execute(
      `update consent_card c set chosen_object_id = p.object_id, outcome = 'waiting', detail = null, connection_id = null
       from unnest($3::text[], $4::bigint[]) as p (card, object_id)
       where c.account_id = $1 and c.flow_id = $2 and c.card = p.card`,
      [accountId, id, pairs.map(({ card }) => card), pairs.map(({ objectId }) => objectId)],
    );
  }

  async nextWaiting({ accountId, id }: FlowKey): Promise<WaitingPair | null> {
    const [pair] = await this.database.query<WaitingPair>(
      `select position, card, page_url as "pageUrl", chosen_object_id as "objectId" from consent_card
       where account_id = $1 and flow_id = $2 and outcome = 'waiting' order by position limit 1`,
      [accountId, id],
    );
    return pair ?? null;
  }

  /** Stores the result of a test, unless the person has chosen another object meanwhile. */
  async settle(
    { accountId, id }: FlowKey,
    { position, objectId }: WaitingPair,
    result: { readonly outcome: CardOutcome; readonly detail: string | null; readonly connectionId: number | null },
  ): Promise<void> {
    await this.database.execute(
      `update consent_card set outcome = $5, detail = $6, connection_id = $7
       where account_id = $1 and flow_id = $2 and position = $3 and chosen_object_id = $4 and outcome = 'waiting'`,
      [accountId, id, position, objectId, result.outcome, result.detail, result.connectionId],
    );
  }

  /** All objects of the account, with their link and connection on a source. */
  async objects(accountId: number, sourceId: number): Promise<readonly MatchableObject[]> {
    return this.database.query<MatchableObject>(
      `select o.id, o.name, l.url as "pageUrl", c.card
       from tracked_object_view o
       left join link_view l on l.account_id = $1 and l.object_id = o.id and l.source_id = $2 and l.deleted_at is null
       left join platform_connection c on c.account_id = $1 and c.object_id = o.id and c.source_id = $2
       where o.account_id = $1 and o.deleted_at is null order by o.id`,
      [accountId, sourceId],
    );
  }
}
