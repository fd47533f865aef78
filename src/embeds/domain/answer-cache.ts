/** An answer, and when it was made and last confirmed, in milliseconds of a monotonic clock. */
export interface CachedAnswer<T> {
  readonly value: T;
  /** Bytes that it takes. */
  readonly size: number;
  /** Changes with the row that it was made from. */
  readonly revision: string;
  readonly madeAt: number;
  confirmedAt: number;
}

/** Answers by token, of at most `maxBytes` in all; the one that was used longest ago goes first. */
export class AnswerCache<T> {
  private readonly answers = new Map<string, CachedAnswer<T>>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  get(token: string): CachedAnswer<T> | undefined {
    const found = this.answers.get(token);
    if (found === undefined) return undefined;
    // A map keeps the order of insertion, so the answer becomes the last one.
    this.answers.delete(token);
    this.answers.set(token, found);
    return found;
  }

  set(token: string, answer: CachedAnswer<T>): void {
    this.delete(token);
    if (answer.size > this.maxBytes) return;
    this.answers.set(token, answer);
    this.bytes += answer.size;
    for (const oldest of this.answers.keys()) {
      if (this.bytes <= this.maxBytes) break;
      this.delete(oldest);
    }
  }

  delete(token: string): void {
    this.bytes -= this.answers.get(token)?.size ?? 0;
    this.answers.delete(token);
  }

  get size(): number {
    return this.answers.size;
  }
}
