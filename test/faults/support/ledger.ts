import type { Answer } from '@test/contract/contract-client';

/** The API's responses about each object that a test created. */
export class Ledger {
  /** Name to id, of every received 201. */
  readonly acknowledged = new Map<string, number>();
  /** Requested names, whatever the response: at most one object of each may exist. */
  readonly asked = new Set<string>();
  /** Responses to one name that were 201 with different bytes: a replay must be equal. */
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

  /** The object is renamed. */
  renamed(from: string, to: string): void {
    const id = this.acknowledged.get(from);
    this.acknowledged.delete(from);
    this.asked.delete(from);
    if (id !== undefined) this.acknowledged.set(to, id);
    this.asked.add(to);
  }
}
