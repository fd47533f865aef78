/** Hides and pins reviews of objects that no actor disables, and records the expected lists. */
import { isSuccess } from '../client';
import type { Copies } from '../copies';
import type { Random } from '../random';
import type { Account, SoakHarness } from '../soak-harness';
import type { ObjectEntry } from '../tenant-ledger';
import type { Actor } from './actor';

const MAX_PINS = 30;

export class Curator implements Actor {
  readonly name: string;
  readonly everyMs = 2_000;

  constructor(
    private readonly harness: SoakHarness,
    private readonly account: Account,
    private readonly copies: Copies,
  ) {
    this.name = `curator ${account.index}`;
  }

  async step(random: Random): Promise<void> {
    const object = random.pick(this.harness.ledger.objectsOf(this.account.index).filter((one) => !one.mayChange));
    if (!object) return;
    const ids = this.copies.reviewIdsOf(object.id);
    switch (random.weighted({ hide: 3, unhide: 2, pin: 3, unpin: 2 })) {
      case 'hide':
        return this.hide(object, random.sample(ids, random.between(1, 3)));
      case 'unhide':
        return this.unhide(object, random.sample([...object.hidden], 2));
      case 'pin': {
        const candidates = ids.filter((id) => !object.hidden.has(id) && !object.pins.includes(id));
        return this.pin(object, random.sample(candidates, Math.min(2, MAX_PINS - object.pins.length)));
      }
      case 'unpin':
        return this.unpin(object, random.sample(object.pins, 2));
    }
  }

  private async hide(object: ObjectEntry, ids: readonly number[]): Promise<void> {
    if (!(await this.send('POST', object, 'hidden-reviews', ids))) return;
    for (const id of ids) object.hidden.add(id);
    object.pins = object.pins.filter((id) => !ids.includes(id));
  }

  private async unhide(object: ObjectEntry, ids: readonly number[]): Promise<void> {
    if (!(await this.send('DELETE', object, 'hidden-reviews', ids))) return;
    for (const id of ids) object.hidden.delete(id);
  }

  private async pin(object: ObjectEntry, ids: readonly number[]): Promise<void> {
    if (await this.send('POST', object, 'pinned-reviews', ids)) object.pins.push(...ids);
  }

  private async unpin(object: ObjectEntry, ids: readonly number[]): Promise<void> {
    if (!(await this.send('DELETE', object, 'pinned-reviews', ids))) return;
    object.pins = object.pins.filter((id) => !ids.includes(id));
  }

  /** Returns whether the change was made. All four requests may be repeated. */
  private async send(method: string, object: ObjectEntry, list: string, ids: readonly number[]): Promise<boolean> {
    if (ids.length === 0) return false;
    const target = `/v3/objects/${object.id}/${list}`;
    const { answer } = await this.account.client.requestUntilFinal(method, target, { body: { review_ids: ids } });
    this.harness.journal.operation(`${method} ${list}`, { object: object.id, ids, status: answer.status });
    if (isSuccess(answer)) return true;
    this.harness.journal.violation(
      'curation',
      `object ${object.id}`,
      `${method} ${list} of ${ids.join()}: ${answer.text}`,
    );
    return false;
  }
}
