import { Injectable } from '@nestjs/common';
import { Database, type PreparedStatement } from '@libs/database';
import type { ReadBy } from '@libs/sources';
import { RunLeaseStore, type ClaimedLink } from '../../persistence/run-lease.store';

/** The road of a pass. */
export interface LinkRoad {
  readonly name: string;
  readonly readBy: ReadBy;
  /** Whether the pages of the list count as those of another road, so that the road of each review is kept. */
  readonly readsOtherRoad: boolean;
  /** The period of links that are collected on it. */
  readonly everyMs: number;
}

/** What was stored when a pass began. */
export interface PassStart {
  /** By the database's clock. */
  readonly beganAt: Date;
  /** Whether no review of the link was ever stored. */
  readonly isEmpty: boolean;
  /** Whether it is recorded which road has read which reviews. */
  readonly keepsRoads: boolean;
  /** The road of the pass before; null if there was none. */
  readonly earlierRoad: string | null;
  /** The first road of the link, which has read all reviews up to this id. */
  readonly firstRoad: string | null;
  readonly firstRoadUntil: number | null;
}

/** Begins passes. */
@Injectable()
export class PassStartStore {
  constructor(
    private readonly database: Database,
    private readonly leases: RunLeaseStore,
  ) {}

  /**
   * Sets the link's status to in progress, and its road. On another road than before, the next due time is at most a
   * period of the new road away, a full pass is due until one ends, also in later attempts of the run, and the roads of
   * each review are kept from now on: the road of before has read all reviews up to the newest one of the account. No
   * review of the link is inserted meanwhile, because the claim is locked. Throws `LeaseLost`, or `NotCollected` if the
   * link was disabled or deleted.
   */
  async begin(claim: ClaimedLink, road: LinkRoad): Promise<PassStart> {
    return this.database.transaction(async () => {
      await this.leases.lockCollected(claim);
      const [[row] = []] = await this.database.commitWith([this.inProgressStatement(claim, road)]);
      if (!row) throw new Error('the claimed link has no row in link_collection');
      return row as unknown as PassStart;
    });
  }

  /** The statement of `begin`. Lock the claim first. */
  inProgressStatement(claim: ClaimedLink, road: LinkRoad): PreparedStatement {
    return {
      name: 'show-in-progress',
      inIndexOrder: true,
      text: `with before as materialized (
               select link_id, road,
                 case when not keeps_roads and ($6 or road <> $4) then road end as first_road
               from link_collection where link_id = $1 for update
             ), wanted as (
               update run_link r set wants_full = true from before where r.id = $7 and before.road <> $4
             )
             update link_collection c set scrape_status = 'in_progress', road = $4, read_by = $5,
               keeps_roads = c.keeps_roads or $6 or coalesce(before.road <> $4, false),
               first_road = coalesce(c.first_road, before.first_road),
               first_road_until = case when before.first_road is null then c.first_road_until
                 else coalesce((select id from review_view where account_id = $2 order by id desc limit 1), 0) end,
               full_due_at = case when before.road <> $4 then least(c.full_due_at, clock_timestamp()) else c.full_due_at end,
               -- It was planned by the period of the road of before. A link that is off has no due time.
               next_run_at = case when before.road is distinct from $4 and c.next_run_at is not null
                 then least(c.next_run_at, clock_timestamp() + $8 * interval '1 millisecond') else c.next_run_at end
             from before where c.link_id = before.link_id
             returning clock_timestamp() as "beganAt", not exists (
               select from link_total_view where account_id = $2 and object_id = $3 and link_id = $1) as "isEmpty",
               c.keeps_roads as "keepsRoads", before.road as "earlierRoad",
               c.first_road as "firstRoad", c.first_road_until as "firstRoadUntil"`,
      values: [
        claim.linkId,
        claim.accountId,
        claim.objectId,
        road.name,
        road.readBy,
        road.readsOtherRoad,
        claim.runLinkId,
        road.everyMs,
      ],
    };
  }
}
