/**
 * Sends several statements in one round trip, as a custom `Submittable` of the driver. The driver implements the messages; this
 * class determines their order. PostgreSQL executes the statements in order and responds once; if one fails, it skips the rest.
 */
import pg, { type Connection, type QueryResult, type Submittable } from 'pg';
import { sendLines, type CopyConnection } from './copy-in';

/** A statement. With a `name` it is planned once per connection; each `text` must have its own name. */
export interface StatementPart {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
  /** True if rows must be read in the order of an index; see `index-order.ts`. The statement then needs an order that an index has. */
  readonly inIndexOrder?: boolean;
}

/** `COPY … FROM STDIN`. Lines are in the text format (`copyValue`) and end with a line feed. */
export interface CopyPart {
  readonly copy: string;
  readonly lines: Iterable<string>;
}

export type Part = StatementPart | CopyPart;

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
interface DriverConnection extends CopyConnection {
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
    private readonly parts: readonly Part[],
    callback: Callback,
  ) {
    this.callback = callback;
    this.queries = parts.map((part) => this.queryOf(part));
  }

  /** All statements as one text, for logs and tests. */
  get statement(): string {
    return this.parts.map((part) => ('copy' in part ? part.copy : part.text)).join('; ');
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
      for (const [index, part] of this.parts.entries()) {
        this.queries[index]?.submit(withoutSync);
        if ('copy' in part && this.failure === null) this.sendRows(driver, part);
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

  handleCopyInResponse(): void {
    // `submit` has sent the rows already.
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.queries[this.current]?.handleCommandComplete(message, connection);
    this.current += 1;
  }

  handleEmptyQuery(): void {
    this.current += 1;
  }

  /** Reports PostgreSQL's error, or the original error if rows or values could not be encoded. */
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

  private sendRows(connection: DriverConnection, { lines }: CopyPart): void {
    try {
      sendLines(connection, lines);
      connection.endCopyFrom();
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('the rows could not be generated');
    }
  }

  private queryOf(part: Part): DriverQuery {
    const statement = 'copy' in part ? { text: part.copy } : part;
    const query = new pg.Query({
      text: statement.text,
      name: 'name' in statement ? statement.name : undefined,
      values: 'values' in statement ? [...(statement.values ?? [])] : undefined,
      queryMode: 'extended',
    } as pg.QueryConfig) as unknown as DriverQuery & { callback: unknown };
    query.callback = (error: Error | null, result: QueryResult) => {
      if (error) this.failure ??= error;
      else this.results.push(result);
    };
    return query;
  }
}
