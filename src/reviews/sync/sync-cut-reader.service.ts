/**
 * Pages for readers with a cut, who may read only the latest reviews of each link (a trial, contract §5.3). A new review moves another
 * out of the cut and a deletion moves another into it, so these readers read in passes. A pass records the newest change number, and
 * returns every review that the changes up to that number may have moved over the cut, once and in the order of ids.
 */
import { Injectable } from '@nestjs/common';
import { invalidCursor, type SyncPosition } from './domain/sync-cursor';
import { SyncCutQuery } from './persistence/sync-cut.query';
import { SyncLogQuery, type ScopeChange } from './persistence/sync-log.query';
import { SyncRowsQuery } from './persistence/sync-rows.query';
import { ascending, followedObjects, type SyncScope, type SyncStep } from './sync-reader.service';

type PassPosition = Extract<SyncPosition, { phase: 'first_pass' | 'pass' | 'again' }>;

/** The objects and links whose reviews a pass reads again. */
interface RereadScope {
  readonly objectIds: readonly number[];
  readonly linkIds: readonly number[];
}

@Injectable()
export class SyncCutReader {
  constructor(
    private readonly cut: SyncCutQuery,
    private readonly rows: SyncRowsQuery,
    private readonly log: SyncLogQuery,
  ) {}

  /** The next step of a pass. Throws `invalid_cursor` if reviews were purged that the client may have in its copy. */
  async read(scope: SyncScope, position: PassPosition, visiblePerLink: number): Promise<SyncStep> {
    const { head, selection, page } = scope;
    if (position.phase === 'first_pass') return this.readPass(scope, position, visiblePerLink, coveredLinks(scope));
    const isIdle = position.seq === position.until;
    const pass = isIdle ? { ...position, until: head.seq } : position;
    if (pass.seq === pass.until) return { items: [], next: position, hasNext: false };

    // Queried after the composition was read, and without an upper bound. Links that have left the composition since the pass began
    // are no longer read, so a pass that finds a newer event begins again and includes it.
    const range = { from: pass.seq + 1, until: Number.MAX_SAFE_INTEGER, limit: null };
    const events = await this.log.scopeChanges(page.accountId, selection, range);
    if (events.some((event) => event.hasLostReviews)) throw invalidCursor();
    const newest = events.at(-1)?.seq ?? 0;
    if (newest > pass.until) {
      const phase = pass.after === 0 ? pass.phase : 'again';
      return { items: [], next: { phase, seq: pass.seq, until: newest, after: 0 }, hasNext: true };
    }
    return this.readPass(scope, pass, visiblePerLink, await this.rereadAfter(scope, events));
  }

  private async readPass(
    scope: SyncScope,
    pass: PassPosition,
    visiblePerLink: number,
    reread: RereadScope,
  ): Promise<SyncStep> {
    const { seq: base, until, after } = pass;
    const read = await this.cut.moved(scope.page, {
      ...reread,
      base,
      until,
      after,
      coveredLinkIds: coveredLinks(scope).linkIds,
      visiblePerLink,
      at: scope.head.at,
      isRestarted: pass.phase === 'again',
    });
    if (read.items.length === scope.page.limit) {
      return { items: read.items, next: { ...pass, after: read.lastId }, hasNext: true };
    }
    const next: PassPosition = { phase: 'pass', seq: until, until, after: 0 };
    return { items: read.items, next, hasNext: until < scope.head.seq };
  }

  /** The objects that the reader follows, and the objects and links of the events. */
  private async rereadAfter(scope: SyncScope, events: readonly ScopeChange[]): Promise<RereadScope> {
    const objectIds = new Set([...followedObjects(scope), ...events.map((event) => event.objectId)]);
    const linkIds = new Set<number>();
    for (const event of events) {
      if (event.linkId !== null) linkIds.add(event.linkId);
      else for (const id of await this.rows.linksOf(scope.page.accountId, event.objectId)) linkIds.add(id);
    }
    return { objectIds: [...objectIds], linkIds: [...linkIds] };
  }
}

const coveredLinks = ({ composition }: SyncScope): RereadScope => ({
  objectIds: [],
  linkIds: ascending(composition.links.map((link) => link.id)),
});
