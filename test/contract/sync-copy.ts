import { dataOf, type Answer, type Json } from './contract-client';

/** The copy of a client of the sync: applies the changes in their order. */
export class SyncCopy {
  private readonly reviews = new Map<number, Json>();
  /** The number of applied changes. */
  applied = 0;
  /** The reasons of removals, latest last. */
  readonly reasons: string[] = [];
  cursor: string | null = null;

  constructor(
    private readonly read: (query: string) => Promise<Answer>,
    private readonly query: string,
  ) {}

  get size(): number {
    return this.reviews.size;
  }

  get ids(): ReadonlySet<number> {
    return new Set(this.reviews.keys());
  }

  get lastReason(): string | undefined {
    return this.reasons.at(-1);
  }

  get(id: number): Json | undefined {
    return this.reviews.get(id);
  }

  /** Reads pages until `has_next` is false, and returns the number of changes. */
  async catchUp(): Promise<number> {
    const before = this.applied;
    while (await this.step());
    return this.applied - before;
  }

  /** Reads one page and returns its `has_next`. */
  async step(): Promise<boolean> {
    const answer = await this.read(this.cursor === null ? this.query : `${this.query}&cursor=${this.cursor}`);
    if (answer.status !== 200) throw new Error(`the response of the sync is ${answer.status}: ${answer.text}`);
    for (const change of dataOf(answer)) this.apply(change);
    this.cursor = answer.body['next_cursor'] as string;
    return answer.body['has_next'] as boolean;
  }

  private apply({ op, review_id: id, reason, review }: Json): void {
    this.applied += 1;
    if (reason !== null) this.reasons.push(reason as string);
    if (op === 'upsert') this.reviews.set(id as number, review as Json);
    else this.reviews.delete(id as number);
  }
}
