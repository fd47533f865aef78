/**
 * Simulates authors, owners and the platforms: reviews are written, edited one by one and in bulk, answered on the platform,
 * removed and restored; pages refuse requests, throttle them, break off, respond slowly, and return short lists.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { SandboxBehaviour } from '@libs/sources/sandbox/sandbox-platform';
import type { PageTruth, ReviewTruth } from '../platform-model';
import type { Random } from '../random';
import type { SoakHarness } from '../soak-harness';
import type { Actor } from './actor';

/** A page keeps at least this many reviews. */
const MIN_REVIEWS = 30;
/** The service does not mark deletions of more than a fifth of a link's reviews; the model stays far below. */
const MAX_REMOVED = 0.05;

const WEIGHTS = { publish: 30, edit: 30, answer: 14, remove: 6, restore: 5, editMany: 3, misbehave: 6, delay: 2 };

/** Weights of the ways in which a page misbehaves. Refusals are rare, because the service pauses a whole platform after five in a row. */
const MISBEHAVIOURS: Readonly<Partial<Record<SandboxBehaviour, number>>> = {
  error: 5,
  broken: 5,
  throttled: 2,
  loop: 2,
  short: 5,
  empty: 3,
  changed: 2,
  blocked: 1,
};

export class PlatformLife implements Actor {
  readonly name = 'platforms';
  readonly everyMs = 100;
  private readonly misbehaving: Promise<void>[] = [];

  constructor(private readonly harness: SoakHarness) {}

  async step(random: Random): Promise<void> {
    this.harness.platforms.catchUp();
    const page = random.pick(this.harness.platforms.model.pages);
    if (!page) return;
    this.act(random.weighted(WEIGHTS), page, random);
  }

  /** Waits until all misbehaving pages behave normally again. */
  async untilNormal(): Promise<void> {
    await Promise.all(this.misbehaving.splice(0));
  }

  private act(what: keyof typeof WEIGHTS, page: PageTruth, random: Random): void {
    switch (what) {
      case 'publish':
        return this.publish(page, random);
      case 'edit':
        return this.edit(random.pick(page.visibleReviews), random);
      case 'answer':
        return this.answer(page, random);
      case 'remove':
        return this.remove(page, random);
      case 'restore':
        return this.restore(page, random);
      case 'editMany':
        return this.editMany(page, random);
      case 'misbehave':
        return this.misbehave(page, random);
      case 'delay':
        return this.delayResponses(random);
    }
  }

  private publish(page: PageTruth, random: Random): void {
    if (page.hasNoNewReviews) return;
    for (let left = random.between(1, 3); left > 0; left -= 1) {
      const review = this.harness.platforms.publish(page, random);
      this.harness.journal.operation('platform review', { page: page.name, review: review.id });
    }
  }

  private edit(review: ReviewTruth | undefined, random: Random): void {
    if (review) this.harness.platforms.edit(review, random);
  }

  private answer(page: PageTruth, random: Random): void {
    const review = random.pick(page.visibleReviews.filter((one) => !one.isAnsweredByService));
    if (!review) return;
    const { platforms } = this.harness;
    const isRemoval = review.reply !== null && random.chance(0.2);
    platforms.answerByHand(review, isRemoval ? null : platforms.newText('Thank you, says the owner'));
  }

  private remove(page: PageTruth, random: Random): void {
    const { visibleReviews } = page;
    if (visibleReviews.length <= MIN_REVIEWS || page.recentRemovals + 1 > visibleReviews.length * MAX_REMOVED) return;
    const review = random.pick(visibleReviews.filter((one) => !one.isAnsweredByService));
    if (review) this.harness.platforms.remove(review);
  }

  private restore(page: PageTruth, random: Random): void {
    const review = random.pick([...page.reviews.values()].filter((one) => !one.isVisible));
    if (review) this.harness.platforms.restore(review);
  }

  /** Edits most reviews of a page at once, so that a page of the list contains only changes. In most cases the list then fails from page 2 on. */
  private editMany(page: PageTruth, random: Random): void {
    if (page.isBusy || page.visibleReviews.length < MIN_REVIEWS) return;
    for (const review of random.sample(
      page.visibleReviews,
      Math.floor(page.visibleReviews.length * (0.6 + 0.4 * random.fraction())),
    ))
      this.harness.platforms.edit(review, random);
    this.harness.journal.operation('platform bulk edit', { page: page.name });
    if (random.chance(0.8)) this.misbehaveFor(page, random.chance(0.5) ? 'error' : 'broken', 2, random.between(15, 25));
  }

  private misbehave(page: PageTruth, random: Random): void {
    if (page.isBusy) return;
    const behaviour = random.weighted(MISBEHAVIOURS as Record<SandboxBehaviour, number>);
    if (behaviour === 'blocked' && this.isAnyBlocked(page)) return;
    const seconds = behaviour === 'blocked' ? random.between(4, 10) : random.between(5, 25);
    this.misbehaveFor(page, behaviour, random.between(1, 3), seconds);
  }

  private misbehaveFor(page: PageTruth, behaviour: SandboxBehaviour, fromPage: number, seconds: number): void {
    page.isBusy = true;
    this.harness.platforms.behave(page, behaviour, fromPage);
    this.harness.journal.fault(`platform ${behaviour}`, { page: page.name, fromPage, seconds });
    const end = async (): Promise<void> => {
      for (let left = seconds; left > 0 && !this.harness.isStopping; left -= 1) await pause(1_000);
      this.harness.platforms.behave(page, 'normal');
      page.isBusy = false;
    };
    this.misbehaving.push(end());
  }

  private delayResponses(random: Random): void {
    const { sandbox } = this.harness.platforms;
    const milliseconds = random.between(200, 1_500);
    sandbox.slowDown(milliseconds);
    this.harness.journal.fault('platforms late', { milliseconds });
    const end = async (): Promise<void> => {
      await pause(5_000);
      sandbox.slowDown(0);
    };
    this.misbehaving.push(end());
  }

  private isAnyBlocked({ slug }: PageTruth): boolean {
    return this.harness.platforms.model.pages.some((page) => page.slug === slug && page.isBusy);
  }
}
