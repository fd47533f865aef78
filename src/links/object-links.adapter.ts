import { Injectable } from '@nestjs/common';
import { ObjectLinks, type LinkOutcome, type LinkView, type ObjectOwner } from '@src/objects';
import { LinksService } from './links.service';
import { LinkStore } from './persistence/link.store';

/** What objects need of their links (see the port). */
@Injectable()
export class LinksOfObjects extends ObjectLinks {
  constructor(
    private readonly service: LinksService,
    private readonly links: LinkStore,
  ) {
    super();
  }

  async addMany(owner: ObjectOwner, objectId: number, urls: readonly string[]): Promise<readonly LinkOutcome[]> {
    return urls.length === 0 ? [] : this.service.add(owner, objectId, urls);
  }

  async listFor(accountId: number, objectIds: readonly number[]): Promise<ReadonlyMap<number, readonly LinkView[]>> {
    return this.service.listFor(accountId, objectIds);
  }

  async removeAll(accountId: number, objectId: number): Promise<void> {
    await this.links.markAllDeleted(accountId, objectId);
  }

  async rest(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.links.rest(accountId, objectIds);
  }

  async wake(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.links.wake(accountId, objectIds);
    this.service.announceDue();
  }
}
