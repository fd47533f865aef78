/** The values of one statement. Its text contains only placeholders, so statements of the same shape have the same text. */
export class SqlValues {
  private readonly values: unknown[] = [];

  get all(): readonly unknown[] {
    return this.values;
  }

  /** Adds a value and returns its placeholder with its type (`$3::bigint[]`). */
  add(value: unknown, type: 'bigint' | 'bigint[]' | 'int' | 'smallint' | 'text' | 'text[]' | 'timestamp'): string {
    this.values.push(value);
    return `$${this.values.length}::${type}`;
  }
}
