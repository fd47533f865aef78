import { Injectable, Logger } from '@nestjs/common';
import type { PlatformSource } from '@libs/sources';
import { RunLeaseStore, type ClaimedLink } from '../persistence/run-lease.store';
import { PlanRunsService } from '../planning';
import { ObjectRoadsService, type ObjectRoad } from './object-roads.service';

/**
 * Finds the links that take part in the visit of a claimed link: those of any account that show the same page, are due, and are read by
 * the public road. An owner's road is never shared.
 */
@Injectable()
export class CompanionsService {
  private readonly logger = new Logger(CompanionsService.name);

  constructor(
    private readonly planner: PlanRunsService,
    private readonly leases: RunLeaseStore,
    private readonly roads: ObjectRoadsService,
  ) {}

  /**
   * Claims the companions of `leader`. They have its lease, and are renewed with it. Does not throw: without companions, the leader is
   * visited alone.
   */
  async claim(leader: ClaimedLink, source: PlatformSource, road: ObjectRoad): Promise<readonly ClaimedLink[]> {
    // A short address is resolved by the visit; until then, its page is not known.
    if (!road.isPublic || source.match(new URL(leader.url))?.kind !== 'page') {
      await this.release(leader);
      return [];
    }
    if (!leader.isShared) return [];
    try {
      return await this.gather(leader, source);
    } catch (err) {
      this.logger.warn({ msg: 'the links of a page could not be collected together', link_id: leader.linkId, err });
      await this.release(leader);
      return [];
    }
  }

  /**
   * Releases the links that were claimed together with `leader`, which is visited alone or not at all. Does not throw: links that stay
   * claimed are claimed again when the lease ends.
   */
  async release(leader: ClaimedLink): Promise<void> {
    if (!leader.isShared) return;
    try {
      await this.leases.releaseCompanions(leader);
    } catch (err) {
      this.logger.warn({ msg: 'the links of a page could not be released', link_id: leader.linkId, err });
    }
  }

  private async gather(leader: ClaimedLink, source: PlatformSource): Promise<readonly ClaimedLink[]> {
    await this.planner.planDueOfPage(leader);
    const companions: ClaimedLink[] = [];
    const claimed = await this.leases.claimCompanions(leader);
    const connected = await this.roads.connected(source, claimed);
    for (const companion of claimed) {
      if (!connected.has(companion.objectId) || (await this.mayTakePart(companion, source))) companions.push(companion);
      else await this.leases.release(companion);
    }
    return companions;
  }

  /** False also for a link whose connection cannot be opened: it is visited alone, and its visit reports the error. */
  private async mayTakePart(companion: ClaimedLink, source: PlatformSource): Promise<boolean> {
    try {
      return (await this.roads.choose(source, companion)).isPublic;
    } catch {
      return false;
    }
  }
}
