import { setMaxListeners } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { pageAddress, type PlatformSource, type Visit, type VisitEnd, type VisitTools } from '@libs/sources';
import { UnparsedDocumentMemory } from '@libs/sources/samples';
import { SourceCatalogue } from '@src/sources';
import { Companions } from './companions.service';
import { RESTS_TEXT } from './domain/failure';
import type { LinkPass } from './link-pass';
import { nextOf } from './next-of';
import { ObjectRoads, type ObjectRoad } from './object-roads.service';
import { LinkDisabled, PassOutcomes, SourceRests } from './pass-outcomes.service';
import type { ClaimedLink } from './persistence/run-lease.store';
import { UnparsedSamples } from './unparsed-samples.service';
import { VisitOver, VisitPasses } from './visit-passes';
import { VisitToolsFactory } from './visit-tools.factory';
import { VisitWrites } from './write-limit';

/** How long an aborted adapter may take to clean up. */
const CLEANUP_LIMIT_MS = 5_000;
const NOT_SUPPORTED = 'this process does not support the platform';

/**
 * Collects one claimed link: visits its page and passes the pages of reviews to the intake in order. Links of other accounts that show
 * the same page on the public road, and are due, take part in the visit: the platform is asked once, and each link has its own pass,
 * its own run and its own outcome.
 */
@Injectable()
export class CollectLinkService {
  constructor(
    private readonly catalogue: SourceCatalogue,
    private readonly roads: ObjectRoads,
    private readonly companions: Companions,
    private readonly outcomes: PassOutcomes,
    private readonly toolsFactory: VisitToolsFactory,
    private readonly samples: UnparsedSamples,
  ) {}

  /**
   * Does not throw for errors of the platform. `signal` is aborted when the lease is lost, the time limit is reached or the process
   * stops.
   */
  async collect(claim: ClaimedLink, signal: AbortSignal): Promise<void> {
    const source = this.catalogue.platform(claim.sourceId);
    if (!claim.collectable || source === undefined) {
      await this.companions.release(claim);
      const isUnsupported = claim.collectable && source === undefined;
      return this.outcomes.drop(claim, isUnsupported ? NOT_SUPPORTED : new LinkDisabled().message);
    }
    // Each link of the visit may have a write that waits until it is aborted.
    setMaxListeners(0, signal);
    const visitWrites = new VisitWrites();
    const begin = (one: ClaimedLink, road: ObjectRoad): Promise<LinkPass> =>
      this.outcomes.begin(one, source, road, visitWrites, signal);
    const passes = new VisitPasses(claim, source, this.outcomes, signal);
    let road: ObjectRoad;
    let leader: LinkPass;
    try {
      road = await this.roads.choose(source, claim);
      requireOpen(claim, road);
      leader = await begin(claim, road);
    } catch (error) {
      await this.companions.release(claim);
      await passes.refuse(claim, error);
      return passes.ended();
    }
    passes.join(leader);
    for (const companion of await this.companions.claim(claim, source, road)) {
      await begin(companion, road).then(
        (pass) => passes.join(pass),
        (error: unknown) => passes.refuse(companion, error),
      );
    }
    await this.visit(leader, source, passes, signal);
    await passes.ended();
  }

  private async visit(
    { claim, road, reader }: LinkPass,
    source: PlatformSource,
    passes: VisitPasses,
    signal: AbortSignal,
  ): Promise<void> {
    const memory = new UnparsedDocumentMemory();
    const visit = { sourceId: claim.sourceId, source, road };
    try {
      const holdsReviews = (): Promise<boolean> => passes.holdReviews();
      const visitTools = this.toolsFactory.forVisit(source, claim, {
        ...{ isPublic: road.isPublic, holdsReviews, now: reader.beganAt, signal },
      });
      const tools = memory.observe(visitTools, () => passes.addUnread({ document: 1 }));
      const url = await this.pageUrl(claim, source, tools);
      await passes.finish(await readPages(road.begin(url, tools), passes, signal));
      await this.samples.keepFaulty(visit, memory);
    } catch (error) {
      if (error instanceof VisitOver) return this.samples.keepFaulty(visit, memory);
      await passes.fail(error, road);
      await this.samples.keep(visit, memory, error);
    }
  }

  /** Returns the page's address. A short link is resolved once and then replaced by the address of the page. */
  private async pageUrl(claim: ClaimedLink, source: PlatformSource, tools: VisitTools): Promise<string> {
    const address = await pageAddress(claim.url, source, tools);
    if (source.match(new URL(claim.url))?.kind === 'short') await this.outcomes.replaceAddress(claim, address);
    return address;
  }
}

/** Throws `SourceRests` if the platform has refused its public pages; it still serves its interface for owners. */
function requireOpen(claim: ClaimedLink, road: ObjectRoad): void {
  if (claim.sourceClosedUntil === null || !road.isPublic) return;
  const until = claim.sourceClosedUntil.toISOString().slice(0, 19);
  throw new SourceRests(`${RESTS_TEXT}; the next visit is possible after ${until}`);
}

/** Reads the pages of a visit and passes them on. Returns how the list ended; throws `VisitOver` if no pass needs more pages. */
async function readPages(pages: Visit, passes: VisitPasses, signal: AbortSignal): Promise<VisitEnd> {
  const interrupted = rejectionOnAbort(signal);
  try {
    for (;;) {
      const step = await nextOf(pages, [interrupted, passes.over]);
      signal.throwIfAborted();
      if (step.done) return step.value;
      await passes.add(step.value);
    }
  } finally {
    const ended = pages.return({ coverage: 'window' });
    // Do not wait for an adapter that ignores its abort signal.
    await (signal.aborted ? Promise.race([ended, pause(CLEANUP_LIMIT_MS, undefined, { ref: false })]) : ended);
  }
}

/** Returns a promise that rejects when `signal` is aborted, even if the adapter ignores the signal. */
function rejectionOnAbort(signal: AbortSignal): Promise<never> {
  const interrupted = new Promise<never>((_, reject) => {
    const stop = (): void => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  interrupted.catch(() => undefined);
  return interrupted;
}
