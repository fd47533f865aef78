import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { type PlatformSource } from '@libs/sources';
import { ObjectRoads, type ObjectRoad } from './object-roads.service';
import { RunLeaseStore, type ClaimedLink } from './persistence/run-lease.store';
import { PlanRunsService } from './plan-runs.service';

/**
 * Finds the links that take part in the visit of a claimed link: those of any account that show the same page, are due, and are read by
 * the public road. An owner's road is never shared.
 */
@Injectable()
export class Companions {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly planner: PlanRunsService,
    private readonly leases: RunLeaseStore,
    private readonly roads: ObjectRoads,
  ) {}

  /** Claims the companions of `leader`. They have its lease, and are renewed with it. */
  async claim(leader: ClaimedLink, source: PlatformSource, road: ObjectRoad): Promise<readonly ClaimedLink[]> {
    // A short address is resolved by the visit; until then, its page is not known.
    if (!leader.isShared || !road.isPublic || source.match(new URL(leader.url))?.kind !== 'page') return [];
    await this.planner.planDueOfPage(leader);
    const claimed = await this.leases.claimCompanions(leader, this.config.HREV_COLLECT_LEASE);
    const companions: ClaimedLink[] = [];
    for (const companion of claimed) {
      if (await this.isPublic(companion, source)) companions.push(companion);
      else await this.leases.release(companion);
    }
    return companions;
  }

  private async isPublic(companion: ClaimedLink, source: PlatformSource): Promise<boolean> {
    return source.ownerRoads === undefined || (await this.roads.choose(source, companion)).isPublic;
  }
}
