/**
 * The receiver of a webhook. It checks signatures and bodies, and records the reviews of each delivery. A forged or changed body
 * and a duplicate review are violations.
 */
import { digestOf, Receiver, signatureOf, type Arrival, type ReceiverAnswer } from '@test/faults/support/receivers';
import type { Journal } from './journal';
import type { Random } from './random';

interface DeliveredReview {
  readonly id: number;
  readonly text: string | null;
  readonly reply_text: string | null;
}

interface Body {
  readonly delivery_id: number;
  readonly truncated?: boolean;
  readonly objects?: readonly { readonly reviews?: readonly DeliveredReview[] }[];
}

/** The state of a receiver: `flaky` fails three of ten requests, `down` fails all. */
export type ReceiverHealth = 'healthy' | 'flaky' | 'down';

/** The content of the last event about a review. */
export interface LastContent {
  readonly deliveryId: number;
  readonly text: string | null;
  readonly reply: string | null;
}

const ONCE_PER_REVIEW = ['reviews.new', 'replies.new'];
const CONTENT_EVENTS = ['reviews.new', 'replies.new', 'reviews.updated', 'reviews.restored'];

export class ReceiverBook {
  health: ReceiverHealth = 'healthy';
  webhookId = 0;
  /** Accepted deliveries, by event. */
  readonly accepted = new Map<string, Set<number>>();
  /** The deliveries with a review, by event and review. */
  readonly deliveriesByReview = new Map<string, Map<number, Set<number>>>();
  readonly lastContents = new Map<number, LastContent>();
  arrivals = 0;
  private readonly digests = new Map<number, string>();

  private constructor(
    readonly name: string,
    private readonly receiver: Receiver,
    /** Every secret that was valid at some time. */
    private readonly secrets: ReadonlySet<string>,
    private readonly random: Random,
    private readonly journal: Journal,
  ) {
    receiver.answer = (arrival) => this.receive(arrival);
  }

  static async begin(
    name: string,
    secrets: ReadonlySet<string>,
    random: Random,
    journal: Journal,
  ): Promise<ReceiverBook> {
    return new ReceiverBook(name, await Receiver.begin(), secrets, random, journal);
  }

  get target(): string {
    return this.receiver.target;
  }

  deliveryCount(event: string, reviewId: number): number {
    return this.deliveriesByReview.get(event)?.get(reviewId)?.size ?? 0;
  }

  end(): Promise<void> {
    return this.receiver.end();
  }

  private receive(arrival: Arrival): ReceiverAnswer {
    this.receiver.arrivals.length = 0;
    this.arrivals += 1;
    this.check(arrival);
    const answer = this.chooseAnswer();
    if (answer === 200) this.record(arrival);
    return answer;
  }

  private chooseAnswer(): ReceiverAnswer {
    if (this.health === 'healthy') return 200;
    if (this.health === 'flaky' && this.random.chance(0.7)) return 200;
    return this.random.pick<ReceiverAnswer>([500, 503, 429, 'cut', 'hang']) ?? 500;
  }

  private check(arrival: Arrival): void {
    const subject = `delivery ${arrival.deliveryId} of ${this.name}`;
    const digest = digestOf(arrival.body);
    const earlierDigest = this.digests.get(arrival.deliveryId);
    this.digests.set(arrival.deliveryId, digest);
    if (earlierDigest !== undefined && earlierDigest !== digest)
      this.journal.violation('body', subject, 'two attempts have different bytes');
    const validSignatures = [...this.secrets].map((secret) => signatureOf(secret, arrival));
    if (!arrival.signatures.some((one) => validSignatures.includes(one)))
      this.journal.violation('signature', subject, `none of ${arrival.signatures.length} signatures is valid`);
    const body = JSON.parse(arrival.body.toString('utf8')) as Body;
    if (body.delivery_id !== arrival.deliveryId)
      this.journal.violation('body', subject, `its delivery_id is ${body.delivery_id}`);
    if (body.truncated === true) this.journal.violation('body', subject, 'it is truncated');
  }

  private record({ deliveryId, event, body }: Arrival): void {
    setOf(this.accepted, event).add(deliveryId);
    const { objects = [] } = JSON.parse(body.toString('utf8')) as Body;
    for (const review of objects.flatMap(({ reviews = [] }) => reviews)) {
      const deliveries = setOf(mapOf(this.deliveriesByReview, event), review.id).add(deliveryId);
      if (deliveries.size > 1 && ONCE_PER_REVIEW.includes(event))
        this.journal.violation(
          'duplicate delivery',
          `review ${review.id}`,
          `${event} to ${this.name} in ${[...deliveries].join(', ')}`,
        );
      const last = this.lastContents.get(review.id);
      if (CONTENT_EVENTS.includes(event) && (last === undefined || last.deliveryId < deliveryId))
        this.lastContents.set(review.id, { deliveryId, text: review.text, reply: review.reply_text });
    }
  }
}

function setOf<K>(sets: Map<K, Set<number>>, key: K): Set<number> {
  const known = sets.get(key);
  if (known) return known;
  const made = new Set<number>();
  sets.set(key, made);
  return made;
}

function mapOf(maps: Map<string, Map<number, Set<number>>>, key: string): Map<number, Set<number>> {
  const known = maps.get(key);
  if (known) return known;
  const made = new Map<number, Set<number>>();
  maps.set(key, made);
  return made;
}
