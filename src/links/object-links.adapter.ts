import { Injectable } from '@nestjs/common';
import { ObjectLinks, type LinkOutcome, type LinkView, type ObjectOwner } from '@src/objects';
import { LinksService } from './links.service';
import { LinkStore } from './persistence/link.store';

/** Implements the port of objects (`objects/object-links.port.ts`). */
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

  async stopCollecting(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.links.stopCollecting(accountId, objectIds);
  }

  async startCollecting(accountId: number, objectIds: readonly number[]): Promise<void> {
    await this.links.startCollecting(accountId, objectIds);
    this.service.wakeWorkers();
  }
}
