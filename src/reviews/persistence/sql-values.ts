/** The values of one statement. Its text contains only placeholders, so statements of the same shape have the same text. */
export class SqlValues {
  private readonly collected: unknown[] = [];

  get all(): readonly unknown[] {
    return this.collected;
  }

  /** Adds a value and returns its placeholder with its type (`$3::bigint[]`). */
  add(value: unknown, type: 'bigint' | 'bigint[]' | 'int' | 'smallint' | 'text' | 'timestamp'): string {
    this.collected.push(value);
    return `$${this.collected.length}::${type}`;
  }
}
