/**
 * The platforms that the service reads and publishes to: the sandbox. It is changed only through this class, so that the model
 * has every change. Lists can misbehave from any page on, and each write of a reply can fail.
 */
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import type { SandboxBehaviour } from '@libs/sources/sandbox/sandbox-platform';
import type { SandboxReplyBehaviour } from '@libs/sources/sandbox/sandbox-replies';
import type { Journal } from './journal';
import { PlatformModel, type PageTruth, type ReviewTruth, type Slug } from './platform-model';
import type { Random } from './random';

const HOUR_MS = 3_600_000;
const FIRST_KEY = 7_000_001;

/** One publication of the service that the platform accepted. */
export interface Publication {
  readonly at: number;
  readonly text: string | null;
}

export class Platforms {
  readonly sandbox = new SandboxServer(sandboxPlatforms);
  readonly model = new PlatformModel();
  /** Accepted publications of the service, by review, in order. */
  readonly publications = new Map<ReviewTruth, Publication[]>();
  private readonly byId = new Map<string, ReviewTruth>();
  private publicationsRead = 0;
  private serial = 0;
  private keys = FIRST_KEY;

  constructor(private readonly journal: Journal) {}

  start(): Promise<string> {
    return this.sandbox.start();
  }

  stop(): Promise<void> {
    return this.sandbox.stop();
  }

  get origins(): string {
    return JSON.stringify(this.sandbox.origins);
  }

  urlOf(page: PageTruth): string {
    return sandboxPlatforms.find(({ slug }) => slug === page.slug)?.pageUrl(page.key) ?? '';
  }

  /** Creates a page with reviews of the past months. */
  newPage(
    slug: Slug,
    reviews: number,
    random: Random,
    more: { readonly hasNoNewReviews?: boolean; readonly answeredBy?: number | null } = {},
  ): PageTruth {
    this.keys += 1;
    const key = slug === '2gis' ? `7000000${this.keys}0` : String(this.keys);
    const page = this.model.addPage(slug, key, more);
    this.sandbox.listing(slug, key);
    for (let number = 0; number < reviews; number += 1)
      this.publish(page, random, new Date(Date.now() - (24 + number * 6) * HOUR_MS));
    return page;
  }

  publish(page: PageTruth, random: Random, publishedAt = new Date()): ReviewTruth {
    const content = this.newContent(page, random);
    const made = this.sandbox.add(page.slug, page.key, { author: 'Ada Soak', ...content, publishedAt });
    const review = this.model.publish(page, made.id, content, Date.now());
    this.byId.set(made.id, review);
    return review;
  }

  edit(review: ReviewTruth, random: Random): void {
    const content = this.newContent(review.page, random);
    this.sandbox.edit(review.page.slug, review.page.key, review.id, content);
    this.model.edit(review, content, Date.now());
    this.journal.operation('platform edit', { review: review.id, text: content.text });
  }

  /** Changes or removes a reply as the owner of the page on the platform. */
  answerByHand(review: ReviewTruth, text: string | null): void {
    const reply = text === null ? null : { text, at: new Date() };
    this.sandbox.edit(review.page.slug, review.page.key, review.id, { reply });
    this.model.answer(review, text, 'hand', Date.now());
    this.journal.operation('platform reply', { review: review.id, text });
  }

  remove(review: ReviewTruth): void {
    this.sandbox.drop(review.page.slug, review.page.key, review.id);
    this.model.remove(review, Date.now());
    this.journal.operation('platform removal', { review: review.id });
  }

  /** Restores the review unchanged. */
  restore(review: ReviewTruth): void {
    const publishedAt = new Date((review.history[0]?.at ?? Date.now()) - HOUR_MS);
    const reply = review.reply === null ? null : { text: review.reply, at: new Date() };
    const content = { text: review.texts.at(-1) ?? '', rating: review.rating };
    this.sandbox.add(review.page.slug, review.page.key, {
      id: review.id,
      author: 'Ada Soak',
      ...content,
      reply,
      publishedAt,
      updatedAt: new Date(),
    });
    this.model.restore(review, Date.now());
    this.journal.operation('platform restore', { review: review.id });
  }

  behave(page: PageTruth, behaviour: SandboxBehaviour, fromPage = 1): void {
    this.sandbox.behave(page.slug, page.key, behaviour, fromPage);
  }

  replyBehaves(behaviour: SandboxReplyBehaviour, delayMs = 0): void {
    this.sandbox.replies('google').behave(behaviour, { times: 1, delayMs });
  }

  /** Resets all pages and replies to normal behavior. */
  heal(): void {
    for (const page of this.model.pages) this.behave(page, 'normal');
    this.sandbox.replies('google').behave('normal');
    this.sandbox.slowDown(0);
  }

  /** Copies publications since the last call into the model, and clears the recorded requests. */
  catchUp(): void {
    const { publications } = this.sandbox.replies('google');
    for (; this.publicationsRead < publications.length; this.publicationsRead += 1) {
      const publication = publications[this.publicationsRead];
      const review = publication && this.byId.get(publication.reviewId);
      if (!publication || !review) continue;
      const at = Date.now();
      this.model.answer(review, publication.text, 'service', at);
      this.publications.set(review, [...(this.publications.get(review) ?? []), { at, text: publication.text }]);
      this.journal.operation('publication', { review: review.id, text: publication.text });
    }
    this.sandbox.requests.length = 0;
  }

  /** Returns a unique text, which identifies its origin. */
  newText(words: string): string {
    this.serial += 1;
    return `${words} ${this.serial}`;
  }

  private newContent(page: PageTruth, random: Random): { text: string; rating: number } {
    const rating = page.slug === 'steam' ? random.between(0, 1) : random.between(1, 5);
    return { text: this.newText(random.pick(PHRASES) ?? 'Review'), rating };
  }
}

const PHRASES = [
  'We waited for an hour, number',
  'Friendly staff and a quiet room, visit',
  'It broke on the second day, unit',
  'Would come again, table',
];
