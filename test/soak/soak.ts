/**
 * A run: rounds of load under faults. After each round all faults end, links are collected again, and everything is compared with
 * the model.
 *
 *   load + faults ──► heal ──► incremental passes ──► content ──► full passes ──► content, copies, events, analytics
 *
 * Full passes come last, because they correct errors of incremental passes.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { patient } from '@test/faults/support/patience';
import { Copies } from './copies';
import { runActor, type Actor } from './actors/actor';
import { Curator } from './actors/curator';
import { FeedReader, SyncReader, WebhookOwner } from './actors/others';
import { PlatformLife } from './actors/platform-life';
import { Replier } from './actors/replier';
import { Tenant } from './actors/tenant';
import { checkContent, checkDerivedState } from './checks';
import { FaultInjector } from './fault-injector';
import { replyRecords } from './records';
import { createInitialData } from './initial-data';
import { untilWorkDone, untilCollected } from './settling';
import type { SoakHarness } from './soak-harness';
import { lastAcceptedText, type ReplyRequests } from './tenant-ledger';
import { Webhooks } from './webhooks';

const ROUND_MINUTES = 20;
const CHECK_MS = 5_000;
const CATCH_UP_MS = 200;
const PASSES = 2;
const SETTLING_LIMIT_MS = patient(300_000);

export class Soak {
  private readonly webhooks: Webhooks;
  private readonly copies: Copies;
  private readonly platformLife: PlatformLife;
  private readonly repliers: Replier[] = [];
  private readonly actors: Actor[] = [];
  private round = 0;

  constructor(private readonly harness: SoakHarness) {
    this.webhooks = new Webhooks(harness);
    this.copies = new Copies(harness);
    this.platformLife = new PlatformLife(harness);
  }

  /** Runs rounds of equal length. */
  async run(): Promise<void> {
    const { journal, options } = this.harness;
    const timers = [
      setInterval(() => this.harness.fleet.checkAll(), CHECK_MS),
      setInterval(() => this.harness.platforms.catchUp(), CATCH_UP_MS),
    ];
    try {
      await this.begin();
      const rounds = Math.max(1, Math.round(options.minutes / ROUND_MINUTES));
      for (this.round = 1; this.round <= rounds; this.round += 1) {
        await this.load((options.minutes / rounds) * 60_000);
        await this.check();
        journal.note(`round ${this.round} of ${rounds} is over`, { violations: journal.violationCount });
      }
    } finally {
      for (const timer of timers) clearInterval(timer);
      await this.webhooks.end();
    }
  }

  private async begin(): Promise<void> {
    const { harness } = this;
    await Promise.all(harness.fleet.slotsOf('api').map((slot) => harness.fleet.start(slot)));
    await this.webhooks.subscribeAll();
    await createInitialData(harness, harness.options.links);
    await harness.closeCommandLine();
    this.actors.push(this.platformLife, new SyncReader(this.copies));
    for (const account of harness.accounts) {
      const tenant = new Tenant(harness, account);
      await tenant.begin();
      this.copies.addFolderCopy(account, tenant.folderId, 200);
      const replier = new Replier(harness, account, this.copies);
      this.repliers.push(replier);
      for (const object of harness.ledger.objectsOf(account.index).filter((one) => !one.mayChange))
        this.copies.addObjectCopy(account, object.id, [7, 50, 500][object.id % 3] ?? 100);
      const [first] = harness.ledger.objectsOf(account.index);
      if (first) this.copies.addObjectCopy(account, first.id, 100, 'changes');
      this.actors.push(tenant, replier, new Curator(harness, account, this.copies), new FeedReader(harness, account));
      this.actors.push(new WebhookOwner(harness, account, this.webhooks));
    }
    await harness.fleet.startMissing();
    harness.journal.note('the initial data is created', {
      links: harness.ledger.links.length,
      reviews: harness.platforms.model.pages.reduce((sum, page) => sum + page.reviews.size, 0),
      copies: this.copies.list.length,
    });
  }

  /** Runs all actors and faults for this duration. Then stops the actors and undoes the faults. */
  private async load(durationMs: number): Promise<void> {
    const { harness } = this;
    harness.isStopping = false;
    const running = this.actors.map((actor) =>
      runActor(harness, actor, harness.random.stream(`${actor.name} ${this.round}`)),
    );
    const faults = new FaultInjector(harness, this.round).work();
    await pause(durationMs);
    harness.isStopping = true;
    await Promise.all([...running, faults]);
    await this.platformLife.untilNormal();
    harness.platforms.heal();
    harness.journal.note('the faults have ended');
  }

  private async check(): Promise<void> {
    const { harness } = this;
    await this.webhooks.heal();
    await this.switchAllOn();
    await this.collectAll('incremental');
    await this.resubmitReplies();
    await untilWorkDone(harness, SETTLING_LIMIT_MS);
    await checkContent(harness, 'incremental');
    await this.restartAll('0s');
    await this.collectAll('full');
    await untilWorkDone(harness, SETTLING_LIMIT_MS);
    await checkContent(harness, 'full');
    await checkDerivedState(harness, this.copies, this.webhooks);
    for (const page of harness.platforms.model.pages) page.recentRemovals = 0;
    // Every other round has full passes under faults too, so that deletions are detected during faults.
    await this.restartAll(this.round % 2 === 0 ? '365d' : '60s');
  }

  private async collectAll(depth: 'incremental' | 'full'): Promise<void> {
    const began = performance.now();
    const since = await this.databaseNow();
    const [limitMs, onlyFullPasses] = [SETTLING_LIMIT_MS, depth === 'full'];
    // The first pass after the faults is a scheduled one, which shows that the schedule still works.
    if (depth === 'incremental')
      await untilCollected(this.harness, { since, passes: 1, onlyFullPasses, startedBy: 'schedule', limitMs });
    await untilCollected(this.harness, { since, passes: PASSES, onlyFullPasses, startedBy: 'request', limitMs });
    const seconds = Math.round((performance.now() - began) / 1_000);
    this.harness.journal.note(`every link was collected ${PASSES} times (${depth})`, { seconds });
  }

  /** Stops the processes as an operator does and starts them with another interval of full passes. */
  private async restartAll(fullEvery: string): Promise<void> {
    const { harness } = this;
    harness.fullEvery = fullEvery;
    const window = harness.faults.begin('processes restarted');
    await Promise.all(
      harness.fleet.slots.map(async (slot) => {
        await harness.fleet.stop(slot);
        await harness.fleet.start(slot);
      }),
    );
    harness.faults.end(window);
  }

  /** Enables all objects. A repeated request has no effect. */
  private async switchAllOn(): Promise<void> {
    for (const account of this.harness.accounts) {
      const ids = this.harness.ledger.objectsOf(account.index).map((object) => object.id);
      await account.client.requestUntilFinal('PUT', '/v3/objects', { body: { object_ids: ids, is_active: true } });
    }
  }

  /** Resubmits failed replies and requests without a response, as clients do. */
  private async resubmitReplies(): Promise<void> {
    const { harness } = this;
    for (let left = 3; left > 0; left -= 1) {
      await untilWorkDone(harness, SETTLING_LIMIT_MS);
      const failed = new Map((await replyRecords(harness)).map((reply) => [reply.review_id, reply.state === 'failed']));
      const open = [...harness.ledger.replyRequests.values()].filter(
        (replyRequests) =>
          failed.get(replyRequests.reviewId) === true || replyRequests.list.at(-1)?.acceptedAt === null,
      );
      if (open.length === 0) return;
      harness.journal.note('replies are submitted again', { replies: open.length });
      for (const replyRequests of open) await this.resubmit(replyRequests);
    }
  }

  private async resubmit(replyRequests: ReplyRequests): Promise<void> {
    const replier = this.repliers[replyRequests.account];
    const text =
      replyRequests.list.at(-1)?.acceptedAt === null
        ? (replyRequests.list.at(-1)?.text ?? null)
        : lastAcceptedText(replyRequests);
    await replier?.submit(replyRequests, text);
  }

  private async databaseNow(): Promise<number> {
    const [row] = await this.harness.postgres.query<{ now: number }>(
      'select (extract(epoch from clock_timestamp()) * 1000)::float8 as now',
    );
    return row?.now ?? Date.now();
  }
}
