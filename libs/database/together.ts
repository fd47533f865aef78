/**
 * Sends several statements in one round trip, as a custom `Submittable` of the driver. The driver implements the messages; this
 * class determines their order. PostgreSQL executes the statements in order and responds once; if one fails, it skips the rest.
 */
import pg, { type Connection, type QueryResult, type Submittable } from 'pg';

/** A statement. With a `name` it is planned once per connection; each `text` must have its own name. */
export interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /**
   * True if rows must be read in the order of an index; see `index-order.ts`. The statement then needs an order that an index
   * has.
   */
  readonly inIndexOrder?: boolean;
}

/** Methods of the driver's statements and connection that its type declarations omit. */
interface DriverQuery extends Submittable {
  readonly name?: string;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
}
interface DriverConnection extends Connection {
  readonly submittedNamedStatements: Record<string, unknown>;
  sync(): void;
}
type Callback = (error: Error | undefined, results: QueryResult[]) => void;

export class Together implements Submittable {
  /** Writable, because the driver replaces it to apply its timeout. */
  callback: Callback;
  private readonly queries: readonly DriverQuery[];
  private readonly results: QueryResult[] = [];
  private connection: DriverConnection | null = null;
  private failure: Error | null = null;
  private current = 0;

  constructor(
    private readonly statements: readonly Statement[],
    callback: Callback,
  ) {
    this.callback = callback;
    this.queries = statements.map((statement) => this.queryOf(statement));
  }

  /** All statements as one text, for logs and tests. */
  get statement(): string {
    return this.statements.map(({ text }) => text).join('; ');
  }

  /** Name of the statement whose response is being received. The driver records which names a connection has prepared. */
  get name(): string | undefined {
    return this.queries[this.current]?.name;
  }
  get text(): string | undefined {
    return this.queries[this.current]?.text;
  }

  submit(connection: Connection): void {
    const driver = connection as unknown as DriverConnection;
    this.connection = driver;
    // A single Sync message after the last statement: PostgreSQL skips all messages from an error to the Sync.
    const withoutSync = Object.create(driver, { sync: { value: () => undefined } }) as DriverConnection;
    driver.stream.cork();
    try {
      for (const query of this.queries) {
        query.submit(withoutSync);
        if (this.failure !== null) break;
      }
    } finally {
      driver.sync();
      driver.stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.queries[this.current]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.queries[this.current]?.handleDataRow(message);
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.queries[this.current]?.handleCommandComplete(message, connection);
    this.current += 1;
  }

  handleEmptyQuery(): void {
    this.current += 1;
  }

  /** Reports PostgreSQL's error, or the original error if values could not be encoded. */
  handleError(error: Error): void {
    // Statements after the failed one were skipped, including the preparation of their plans.
    for (const query of this.queries.slice(this.current))
      if (query.name !== undefined) delete this.connection?.submittedNamedStatements[query.name];
    this.callback(this.failure ?? error, []);
  }

  handleReadyForQuery(connection: Connection): void {
    if (this.failure === null) for (const query of this.queries) query.handleReadyForQuery(connection);
    this.callback(this.failure ?? undefined, this.results);
  }

  private queryOf({ name, text, values }: Statement): DriverQuery {
    const query = new pg.Query({
      name,
      text,
      values: values === undefined ? undefined : [...values],
      queryMode: 'extended',
    } as pg.QueryConfig) as unknown as DriverQuery & { callback: unknown };
    query.callback = (error: Error | null, result: QueryResult) => {
      if (error) this.failure ??= error;
      else this.results.push(result);
    };
    return query;
  }
}
