/** Changes the objects, links and folder of an account: disables, creates, renames and deletes them, and requests collections. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Json } from '@test/contract/contract-client';
import { isSuccess } from '../client';
import type { Random } from '../random';
import { createObject, linksOf } from '../initial-data';
import type { Account, SoakHarness } from '../soak-harness';
import type { ObjectEntry } from '../tenant-ledger';
import type { Actor } from './actor';

const WEIGHTS = { toggle: 6, toggleLink: 3, make: 2, drop: 1, relink: 1, collect: 4, rename: 1, folder: 2 };
/** Maximum number of objects that an account creates in addition to its initial ones. */
const MAX_CREATED = 4;
const REVIEWS_OF_CREATED_PAGE = 60;

export class Tenant implements Actor {
  readonly name: string;
  readonly everyMs = 1_500;
  folderId = 0;
  private serial = 0;
  private readonly createdObjects: ObjectEntry[] = [];

  constructor(
    private readonly harness: SoakHarness,
    private readonly account: Account,
  ) {
    this.name = `tenant ${account.index}`;
  }

  /** Creates the initial folder with half of the account's objects. */
  async begin(): Promise<void> {
    const own = this.harness.ledger.objectsOf(this.account.index);
    const body = { name: 'Half', object_ids: own.slice(0, Math.ceil(own.length / 2)).map((object) => object.id) };
    const { answer } = await this.account.client.requestUntilFinal('POST', '/v3/folders', { body });
    if (!isSuccess(answer)) throw new Error(`no folder: ${answer.text}`);
    this.folderId = answer.body['id'] as number;
  }

  async step(random: Random): Promise<void> {
    switch (random.weighted(WEIGHTS)) {
      case 'toggle':
        return this.withChangeableObject(random, (object) => this.toggle(object, random));
      case 'toggleLink':
        return this.withChangeableObject(random, (object) => this.toggleLink(object, random));
      case 'make':
        return this.make(random);
      case 'drop':
        return this.drop(random);
      case 'relink':
        return this.withChangeableObject(random, (object) => this.relink(object, random));
      case 'collect':
        return this.collect(random);
      case 'rename':
        return this.withChangeableObject(random, (object) => this.rename(object));
      case 'folder':
        return this.refillFolder(random);
    }
  }

  /** Runs `act` with an object that may be changed. */
  private async withChangeableObject(random: Random, act: (object: ObjectEntry) => Promise<void>): Promise<void> {
    const changeable = this.harness.ledger.objectsOf(this.account.index).filter((one) => one.mayChange && !one.isBusy);
    const object = random.pick(changeable);
    if (!object) return;
    object.isBusy = true;
    try {
      await act(object);
    } finally {
      object.isBusy = false;
    }
  }

  /** Disables the object for a few seconds while events of its new reviews are sent. */
  private async toggle(object: ObjectEntry, random: Random): Promise<void> {
    const page = random.pick(object.links.filter((link) => !link.isDeleted))?.page;
    if (page && !page.hasNoNewReviews) this.harness.platforms.publish(page, random);
    if (random.chance(0.7)) {
      await this.account.client.request('POST', `/v3/objects/${object.id}/collect`);
      await this.untilCollected(object);
    }
    await this.switchObject(object, false);
    await pause(random.between(300, 4_000));
    await this.switchObject(object, true);
  }

  private async untilCollected(object: ObjectEntry): Promise<void> {
    for (let left = 60; left > 0 && !this.harness.isStopping; left -= 1) {
      const answer = await this.account.client.request('GET', `/v3/objects/${object.id}/links`);
      const links = (answer.body['data'] ?? []) as readonly Json[];
      if (isSuccess(answer) && links.every((link) => link['scrape_status'] !== 'in_progress')) return;
      await pause(100);
    }
  }

  private async switchObject(object: ObjectEntry, isActive: boolean): Promise<void> {
    const body = { object_ids: [object.id], is_active: isActive };
    const { answer, sentAt, answeredAt } = await this.account.client.requestUntilFinal('PUT', '/v3/objects', {
      body,
    });
    if (!isSuccess(answer)) throw new Error(`switching object ${object.id}: ${answer.status} ${answer.text}`);
    if (isActive) object.switch.on(sentAt, answeredAt);
    else object.switch.off(sentAt, answeredAt);
    this.harness.journal.operation(isActive ? 'object on' : 'object off', { object: object.id });
  }

  private async toggleLink(object: ObjectEntry, random: Random): Promise<void> {
    const link = random.pick(object.links.filter((one) => !one.isDeleted));
    if (!link) return;
    for (const isActive of [false, true]) {
      const target = `/v3/objects/${object.id}/links/${link.id}`;
      const finalResponse = await this.account.client.requestUntilFinal('PUT', target, {
        body: { is_active: isActive },
      });
      if (!isSuccess(finalResponse.answer)) throw new Error(`switching link ${link.id}: ${finalResponse.answer.text}`);
      if (isActive) link.switch.on(finalResponse.sentAt, finalResponse.answeredAt);
      else link.switch.off(finalResponse.sentAt, finalResponse.answeredAt);
      this.harness.journal.operation(isActive ? 'link on' : 'link off', { link: link.id });
      await pause(random.between(300, 3_000));
    }
  }

  private async make(random: Random): Promise<void> {
    if (this.createdObjects.length >= MAX_CREATED) return;
    this.serial += 1;
    const page = this.harness.platforms.newPage('steam', REVIEWS_OF_CREATED_PAGE, random);
    const name = `Made ${this.account.index}-${this.harness.options.seed}-${this.serial}`;
    const object = await createObject(this.harness, this.account, name, [page], true);
    if (object) this.createdObjects.push(object);
  }

  private async drop(random: Random): Promise<void> {
    const object = random.pick(this.createdObjects.filter((one) => !one.isBusy));
    if (!object) return;
    object.isBusy = true;
    this.createdObjects.splice(this.createdObjects.indexOf(object), 1);
    const { answer, isRepeat } = await this.account.client.requestUntilFinal('DELETE', `/v3/objects/${object.id}`);
    if (!isSuccess(answer) && !(answer.status === 404 && isRepeat))
      throw new Error(`deleting object ${object.id}: ${answer.status} ${answer.text}`);
    object.isDeleted = true;
    this.harness.journal.operation('delete object', { object: object.id });
  }

  /** Removes a page from the object and adds it again as a new link. */
  private async relink(object: ObjectEntry, random: Random): Promise<void> {
    const link = random.pick(object.links.filter((one) => !one.isDeleted));
    if (!link) return;
    const { client } = this.account;
    const removal = await client.requestUntilFinal('DELETE', `/v3/objects/${object.id}/links/${link.id}`);
    if (!isSuccess(removal.answer) && !(removal.answer.status === 404 && removal.isRepeat))
      throw new Error(`deleting link ${link.id}: ${removal.answer.status} ${removal.answer.text}`);
    link.isDeleted = true;
    const body = { url: this.harness.platforms.urlOf(link.page) };
    const key = `relink-${link.id}`;
    const { answer } = await client.requestUntilFinal('POST', `/v3/objects/${object.id}/links`, {
      body,
      idempotencyKey: key,
    });
    if (!isSuccess(answer)) throw new Error(`adding a link: ${answer.status} ${answer.text}`);
    object.links.push(...linksOf(answer.body['link_results'] as readonly Json[], [link.page]));
    this.harness.journal.operation('relink', { object: object.id, link: link.id });
  }

  private async collect(random: Random): Promise<void> {
    const object = random.pick(this.harness.ledger.objectsOf(this.account.index));
    if (!object) return;
    const { status } = await this.account.client.request('POST', `/v3/objects/${object.id}/collect`);
    this.harness.journal.operation('collect now', { object: object.id, status });
  }

  private async rename(object: ObjectEntry): Promise<void> {
    this.serial += 1;
    const name = `${object.name.split(' renamed')[0]} renamed ${this.serial}`;
    const { answer } = await this.account.client.requestUntilFinal('PUT', `/v3/objects/${object.id}`, {
      body: { name },
    });
    if (isSuccess(answer)) object.name = name;
    this.harness.journal.operation('rename object', { object: object.id, status: answer.status });
  }

  private async refillFolder(random: Random): Promise<void> {
    const own = this.harness.ledger.objectsOf(this.account.index).filter((object) => !object.isBusy);
    const ids = random.sample(own, random.between(1, own.length)).map((object) => object.id);
    const target = `/v3/folders/${this.folderId}`;
    const { answer } = await this.account.client.requestUntilFinal('PATCH', target, { body: { object_ids: ids } });
    this.harness.journal.operation('refill folder', {
      folder: this.folderId,
      objects: ids.length,
      status: answer.status,
    });
  }
}
