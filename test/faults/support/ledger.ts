import type { Answer } from '@test/contract/contract-client';

/** What the API said about each object that a test asked it to create. */
export class Ledger {
  /** Name to id, of every 201 that was heard. */
  readonly acknowledged = new Map<string, number>();
  /** Names asked for, whatever came back: at most one object of each may exist. */
  readonly asked = new Set<string>();
  /** Answers to one name that were 201 with different bytes: a replay must be equal. */
  readonly contradictions: string[] = [];
  private readonly texts = new Map<string, string>();

  heard(name: string, answer: Answer): void {
    this.asked.add(name);
    if (answer.status !== 201) return;
    this.acknowledged.set(name, answer.body['id'] as number);
    const before = this.texts.get(name);
    if (before !== undefined && before !== answer.text) this.contradictions.push(`${name}: ${before} / ${answer.text}`);
    this.texts.set(name, answer.text);
  }

  /** The object goes by another name from now on. */
  renamed(from: string, to: string): void {
    const id = this.acknowledged.get(from);
    this.acknowledged.delete(from);
    this.asked.delete(from);
    if (id !== undefined) this.acknowledged.set(to, id);
    this.asked.add(to);
  }
}
