/** The values of one statement. The text holds only their numbers, so equal shapes give equal text. */
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
