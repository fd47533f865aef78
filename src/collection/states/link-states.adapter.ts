import { Injectable } from '@nestjs/common';
import { autoName, completeness, warningOf } from '@src/links';
import { LinkStates, type LinkView, type ObjectListRequest, type ObjectPage } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { LinkStateQuery, type StoredLink } from './persistence/link-state.query';
import { ObjectListQuery } from './persistence/object-list.query';

/** Implements the port of objects and links (`objects/link-states.port.ts`). */
@Injectable()
export class LinkStatesAdapter extends LinkStates {
  constructor(
    private readonly links: LinkStateQuery,
    private readonly lists: ObjectListQuery,
    private readonly sources: SourceCatalogue,
  ) {
    super();
  }

  async listFor(accountId: number, objectIds: readonly number[]): Promise<ReadonlyMap<number, readonly LinkView[]>> {
    const byObject = new Map<number, LinkView[]>();
    if (objectIds.length === 0) return byObject;
    for (const link of await this.links.ofObjects(accountId, objectIds)) {
      const links = byObject.get(link.objectId);
      if (links) links.push(this.view(link));
      else byObject.set(link.objectId, [this.view(link)]);
    }
    return byObject;
  }

  async find(accountId: number, objectId: number, linkId: number): Promise<LinkView | null> {
    const link = await this.links.find(accountId, objectId, linkId);
    return link === null ? null : this.view(link);
  }

  async objectsBy(accountId: number, request: ObjectListRequest): Promise<ObjectPage | null> {
    return this.lists.page(accountId, request);
  }

  private view({
    platformReviewCount,
    collectedCount,
    manyMissing,
    countDisputes,
    unread,
    ...link
  }: StoredLink): LinkView {
    const slug = this.sources.slugOf(link.sourceId);
    const name = this.sources.byId(link.sourceId)?.displayName ?? slug;
    return {
      ...link,
      sourceSlug: slug,
      autoName: autoName(name, link.scrapedObjectName),
      platformReviewCount,
      collectedCount,
      completeness: completeness(collectedCount, platformReviewCount, unread?.review),
      warning: warningOf({ manyMissing, countDisputes, unread }),
    };
  }
}
