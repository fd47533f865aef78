import type { Answer } from '@test/contract/contract-client';

/** The API's responses to the creation of each object of a test. */
export class Ledger {
  /** Name to id of every object whose 201 was received. */
  readonly acknowledged = new Map<string, number>();
  /** All requested names, also those without a 201: at most one object of each may exist. */
  readonly requested = new Set<string>();
  /** Names whose 201 responses differ. A replay must return the same bytes. */
  readonly contradictions: string[] = [];
  private readonly texts = new Map<string, string>();

  record(name: string, answer: Answer): void {
    this.requested.add(name);
    if (answer.status !== 201) return;
    this.acknowledged.set(name, answer.body['id'] as number);
    const earlierText = this.texts.get(name);
    if (earlierText !== undefined && earlierText !== answer.text)
      this.contradictions.push(`${name}: ${earlierText} / ${answer.text}`);
    this.texts.set(name, answer.text);
  }

  /** Records that the object was renamed. */
  recordRename(from: string, to: string): void {
    const id = this.acknowledged.get(from);
    this.acknowledged.delete(from);
    this.requested.delete(from);
    if (id !== undefined) this.acknowledged.set(to, id);
    this.requested.add(to);
  }
}
