import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import { notFound } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import { AuditTrail, type Facts } from '@src/audit';
import {
  LinkStates,
  ObjectDirectory,
  ObjectLinks,
  type LinkOutcome,
  type LinkView,
  type ObjectOwner,
} from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { decideEach, decideLinks, type LinkDecision } from './domain/add-link';
import { collectionEffectOf, type LinkChange } from './domain/link';
import { LinkStore } from './persistence/link.store';

/** Wake-up: links are due for collection (`link_collection.next_run_at`). */
export const LINKS_DUE = 'links-due';

/** The outcome that an address would have; `canonicalUrl` is null if no page of an object was detected. */
export interface DetectedAddress extends LinkOutcome {
  readonly canonicalUrl: string | null;
  readonly isShort: boolean;
}

/** The links of an account's objects (contract §4.6). Objects call it through their port `ObjectLinks`. */
@Injectable()
export class LinksService extends ObjectLinks {
  constructor(
    private readonly database: Database,
    private readonly links: LinkStore,
    private readonly states: LinkStates,
    private readonly objects: ObjectDirectory,
    private readonly sources: SourceCatalogue,
    private readonly wakeups: Wakeups,
    private readonly trail: AuditTrail,
  ) {
    super();
  }

  /** Links an address to an object. The new link is due for collection at once. Throws 404 for a foreign or missing object. */
  async add(owner: ObjectOwner, objectId: number, url: string): Promise<readonly LinkOutcome[]> {
    return this.database.transaction(async () => {
      // Serializes requests that add links to the same object, so that each reads the links that the others added.
      await this.objects.requireOwnedLocked(owner.accountId, objectId);
      return this.addMany(owner, objectId, [url]);
    });
  }

  async addMany(owner: ObjectOwner, objectId: number, urls: readonly string[]): Promise<readonly LinkOutcome[]> {
    if (urls.length === 0) return [];
    const candidates = urls.map((url) => ({ url, page: this.sources.detect(url) }));
    const linked = await this.links.pagesOf(owner.accountId, objectId);
    const decisions = decideLinks(candidates, linked, owner.entitlements.allowedSources);
    const pages = decisions.flatMap((decision) => ('add' in decision ? [decision.add] : []));
    if (pages.length === 0) return decisions.map((decision) => outcomeOf(decision, new Map()));
    const ids = await this.links.insert(owner.accountId, objectId, pages);
    await this.trail.recordOfPerson({
      action: 'link.added',
      accountId: owner.accountId,
      target: { type: 'object', id: objectId },
      after: { links: pages.map(({ sourceId, url }) => ({ id: ids.get(sourceId) ?? null, url })) },
    });
    this.wakeWorkers();
    return decisions.map((decision) => outcomeOf(decision, ids));
  }

  /**
   * Returns the outcome that adding each address by itself would have, in order: to a new object, or to the given one. Writes
   * nothing and sends no request to a platform. Throws 404 for a foreign or missing object.
   */
  async detect(
    owner: ObjectOwner,
    urls: readonly string[],
    objectId: number | null,
  ): Promise<readonly DetectedAddress[]> {
    if (objectId !== null) await this.objects.requireOwned(owner.accountId, objectId);
    const linked = objectId === null ? [] : await this.links.pagesOf(owner.accountId, objectId);
    const candidates = urls.map((url) => ({ url, page: this.sources.detect(url) }));
    return decideEach(candidates, linked, owner.entitlements.allowedSources).map((decision, position) => {
      const page = candidates[position]?.page;
      return {
        url: decision.url,
        sourceSlug: decision.sourceSlug,
        linkId: null,
        refusal: 'refusal' in decision ? decision.refusal : null,
        canonicalUrl: page && 'canonicalUrl' in page ? page.canonicalUrl : null,
        isShort: page !== undefined && 'isShort' in page && page.isShort,
      };
    });
  }

  /** The links of one object, oldest first. */
  async list(accountId: number, objectId: number): Promise<readonly LinkView[]> {
    await this.objects.requireOwned(accountId, objectId);
    return (await this.states.listFor(accountId, [objectId])).get(objectId) ?? [];
  }

  /**
   * Changes the fields that are present. Disabling a link stops its collection; enabling it makes it due at once and ends a freeze.
   */
  async change(accountId: number, objectId: number, linkId: number, change: LinkChange): Promise<LinkView> {
    return this.database.transaction(async () => {
      const current = await this.links.lockState(accountId, objectId, linkId);
      if (current === null) throw notFound();
      const effect = collectionEffectOf(current, change);
      await this.links.change(accountId, objectId, linkId, change, effect);
      if (effect === 'restart') this.wakeWorkers();
      const changed = await this.states.find(accountId, objectId, linkId);
      if (changed === null) throw notFound();
      await this.trail.recordOfPerson({
        action: 'link.changed',
        accountId,
        target: { type: 'link', id: linkId },
        after: factsOf(change),
      });
      return changed;
    });
  }

  /** Deletes a link. From then on, no response contains its reviews. */
  async remove(accountId: number, objectId: number, linkId: number): Promise<void> {
    await this.database.transaction(async () => {
      if (!(await this.links.markDeleted(accountId, objectId, linkId))) throw notFound();
      await this.trail.recordOfPerson({ action: 'link.removed', accountId, target: { type: 'link', id: linkId } });
    });
  }

  async removeAll(accountId: number, objectId: number): Promise<void> {
    await this.links.markAllDeleted(accountId, objectId);
  }

  async stopCollecting(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.links.stopCollecting(accountId, objectIds);
  }

  async startCollecting(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.links.startCollecting(accountId, objectIds);
    this.wakeWorkers();
  }

  /** Sends a wake-up to workers after the transaction commits. */
  private wakeWorkers(): void {
    this.database.afterCommit('wake-up of collection', () => this.wakeups.send(LINKS_DUE));
  }
}

function outcomeOf(decision: LinkDecision, idBySource: ReadonlyMap<number, number>): LinkOutcome {
  const { url, sourceSlug } = decision;
  if ('refusal' in decision) return { url, sourceSlug, linkId: null, refusal: decision.refusal };
  const linkId = idBySource.get(decision.add.sourceId);
  if (linkId === undefined) throw new Error(`the insert returned no id for the link to ${decision.add.url}`);
  return { url, sourceSlug, linkId, refusal: null };
}

const factsOf = ({ linkName, isActive, isPublic }: LinkChange): Facts => ({
  ...(linkName !== undefined && { link_name: linkName }),
  ...(isActive !== undefined && { is_active: isActive }),
  ...(isPublic !== undefined && { is_public: isPublic }),
});
