/** The accounts' webhooks: one that is always active, one that is paused sometimes, one whose receiver often fails. */
import { EVENT_TYPES } from '@src/webhooks/domain/subscription';
import { isSuccess } from './client';
import { ReceiverBook } from './receiver-book';
import type { Account, SoakHarness } from './soak-harness';
import { Switch } from './tenant-ledger';

export type WebhookKind = 'steady' | 'pausing' | 'flaky';

export interface WebhookEntry {
  readonly id: number;
  readonly account: number;
  readonly kind: WebhookKind;
  readonly events: readonly string[];
  readonly book: ReceiverBook;
  readonly switch: Switch;
}

const EVENTS: Readonly<Record<WebhookKind, readonly string[]>> = {
  steady: EVENT_TYPES,
  pausing: ['reviews.new', 'replies.new'],
  flaky: ['reviews.new', 'reviews.updated', 'scrape.run.finished'],
};

export class Webhooks {
  readonly list: WebhookEntry[] = [];
  private readonly secrets = new Map<number, Set<string>>();

  constructor(private readonly harness: SoakHarness) {}

  /** Subscribes every account. Needs an API; runs before the first link, so that no event is missed. */
  async subscribeAll(): Promise<void> {
    for (const account of this.harness.accounts) {
      const secrets = new Set([await this.secretOf(account)]);
      this.secrets.set(account.index, secrets);
      for (const kind of ['steady', 'pausing', 'flaky'] as const) await this.subscribe(account, kind, secrets);
    }
  }

  webhookOf(account: number, kind: WebhookKind): WebhookEntry {
    const found = this.list.find((webhook) => webhook.account === account && webhook.kind === kind);
    if (!found) throw new Error(`account ${account} has no ${kind} webhook`);
    return found;
  }

  /** Rotates the secret. Receivers accept both secrets: deliveries are signed with both for a day. */
  async rotate(account: Account): Promise<void> {
    await account.client.requestUntilFinal('POST', '/v3/webhooks/rotate-secret');
    this.secrets.get(account.index)?.add(await this.secretOf(account));
    this.harness.journal.operation('rotate secret', { account: account.index });
  }

  async setActive(webhook: WebhookEntry, isActive: boolean): Promise<void> {
    const { client } = this.harness.account(webhook.account);
    const finalResponse = await client.requestUntilFinal('PATCH', `/v3/webhooks/${webhook.id}`, {
      body: { is_active: isActive },
    });
    if (!isSuccess(finalResponse.answer))
      throw new Error(`PATCH of webhook ${webhook.id}: ${finalResponse.answer.text}`);
    if (isActive) webhook.switch.on(finalResponse.sentAt, finalResponse.answeredAt);
    else webhook.switch.off(finalResponse.sentAt, finalResponse.answeredAt);
    this.harness.journal.operation(isActive ? 'resume webhook' : 'pause webhook', { webhook: webhook.id });
  }

  /** Makes every receiver healthy and every webhook active. */
  async heal(): Promise<void> {
    for (const webhook of this.list) {
      webhook.book.health = 'healthy';
      await this.setActive(webhook, true);
    }
  }

  async end(): Promise<void> {
    await Promise.all(this.list.map((webhook) => webhook.book.end()));
  }

  private async subscribe(account: Account, kind: WebhookKind, secrets: ReadonlySet<string>): Promise<void> {
    const { random, journal } = this.harness;
    const name = `${kind} webhook of account ${account.index}`;
    const book = await ReceiverBook.begin(name, secrets, random.stream(name), journal);
    const body = { target: book.target, event_types: EVENTS[kind], filters: { allowed_ratings: [0, 1, 2, 3, 4, 5] } };
    const { answer } = await account.client.requestUntilFinal('POST', '/v3/webhooks', { body });
    if (!isSuccess(answer)) throw new Error(`no webhook: ${answer.status} ${answer.text}`);
    const id = answer.body['id'] as number;
    this.list.push({ id, account: account.index, kind, events: EVENTS[kind], book, switch: new Switch() });
  }

  private async secretOf({ client }: Account): Promise<string> {
    return (await client.requestUntilFinal('GET', '/v3/webhooks/secret')).answer.body['secret'] as string;
  }
}
