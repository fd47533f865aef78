/** Actors that read, and actors that manage webhooks. */
import { isSuccess } from '../client';
import type { Copies } from '../copies';
import type { Random } from '../random';
import type { Account, SoakHarness } from '../soak-harness';
import type { Webhooks } from '../webhooks';
import type { Actor } from './actor';

/** Reads one page of each copy in turn. */
export class SyncReader implements Actor {
  readonly name = 'sync reader';
  readonly everyMs = 100;
  private next = 0;

  constructor(private readonly copies: Copies) {}

  async step(): Promise<void> {
    const clientCopy = this.copies.list[this.next % this.copies.list.length];
    this.next += 1;
    if (clientCopy) await this.copies.read(clientCopy);
  }
}

/** Reads feeds, analytics and lists as clients do; the responses must follow the contract. */
export class FeedReader implements Actor {
  readonly name: string;
  readonly everyMs = 400;

  constructor(
    private readonly harness: SoakHarness,
    private readonly account: Account,
  ) {
    this.name = `feed reader ${account.index}`;
  }

  async step(random: Random): Promise<void> {
    const object = random.pick(this.harness.ledger.objectsOf(this.account.index).filter((one) => !one.isBusy));
    if (!object) return;
    const target = random.pick([
      `/v3/reviews?object_id=${object.id}&limit=20`,
      `/v3/reviews?object_id=${object.id}&limit=5&has_reply=true&sort_by=reply_date`,
      `/v3/reviews?limit=20&search=quiet`,
      `/v3/analytics?object_id=${object.id}`,
      `/v3/analytics/timeseries?object_id=${object.id}`,
      '/v3/objects?limit=20',
      '/health/read',
    ]);
    if (target === undefined) return;
    const answer = await this.account.client.request('GET', target);
    this.harness.journal.operation('read');
    const isRefused = answer.status > 0 && answer.status < 500 && !isSuccess(answer);
    // An object may be deleted during the request.
    if (isRefused && !object.isBusy && !object.isDeleted)
      this.harness.journal.violation(
        'read',
        target.replaceAll(/\d+/g, '#'),
        `${answer.status} ${answer.text.slice(0, 200)}`,
      );
  }
}

/** Pauses and resumes webhooks, rotates secrets, and lets receivers fail. */
export class WebhookOwner implements Actor {
  readonly name: string;
  readonly everyMs = 4_000;

  constructor(
    private readonly harness: SoakHarness,
    private readonly account: Account,
    private readonly webhooks: Webhooks,
  ) {
    this.name = `webhook owner ${account.index}`;
  }

  async step(random: Random): Promise<void> {
    const { index } = this.account;
    const pausing = this.webhooks.webhookOf(index, 'pausing');
    const isPaused = pausing.switch.pauses.at(-1)?.resumedAt === null;
    switch (random.weighted({ pause: 5, health: 5, rotate: 0.3 })) {
      case 'pause':
        return this.webhooks.setActive(pausing, isPaused);
      case 'health':
        this.webhooks.webhookOf(index, 'flaky').book.health =
          random.pick(['healthy', 'flaky', 'down'] as const) ?? 'healthy';
        this.webhooks.webhookOf(index, 'steady').book.health = random.chance(0.3) ? 'flaky' : 'healthy';
        this.harness.journal.fault('receivers', { account: index });
        return;
      case 'rotate':
        return this.webhooks.rotate(this.account);
    }
  }
}
