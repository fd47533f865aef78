/**
 * Sends several statements in one round trip, through the driver, which implements the messages and leaves their order to a
 * custom `Submittable`. PostgreSQL executes them in order and answers once; where one fails, it skips those after it.
 */
import pg, { type Connection, type QueryResult, type Submittable } from 'pg';
import { sendLines, type CopyConnection } from './copy-in';

/** A statement; with a name it is planned once per connection, and `name` must be the same text for the same `text`. */
export interface StatementPart {
  readonly name?: string;
  readonly text: string;
  readonly values?: readonly unknown[];
}

/** `COPY … FROM STDIN`; each line ends with a line feed, in its text format (`copyValue`). */
export interface CopyPart {
  readonly copy: string;
  readonly lines: Iterable<string>;
}

export type Part = StatementPart | CopyPart;

/** Methods of the driver's statements and connection that its types leave out. */
interface OwnQuery extends Submittable {
  readonly name?: string;
  readonly text: string;
  handleRowDescription(message: unknown): void;
  handleDataRow(message: unknown): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
  handleReadyForQuery(connection: Connection): void;
  handleEmptyQuery(connection: Connection): void;
}
interface OwnConnection extends CopyConnection {
  readonly submittedNamedStatements: Record<string, unknown>;
  sync(): void;
}
type Callback = (error: Error | undefined, results: QueryResult[]) => void;

export class Together implements Submittable {
  /** The driver wraps it with its timeout. */
  callback: Callback;
  private readonly queries: readonly OwnQuery[];
  private readonly results: QueryResult[] = [];
  private connection: OwnConnection | null = null;
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

  /** Name of the statement that is being answered: the driver records which ones a connection has prepared. */
  get name(): string | undefined {
    return this.queries[this.current]?.name;
  }
  get text(): string | undefined {
    return this.queries[this.current]?.text;
  }

  submit(connection: Connection): void {
    const own = connection as unknown as OwnConnection;
    this.connection = own;
    // One Sync for all: everything before an error is rolled back with the transaction.
    const unended = Object.create(own, { sync: { value: () => undefined } }) as OwnConnection;
    own.stream.cork();
    try {
      for (const [place, part] of this.parts.entries()) {
        this.queries[place]?.submit(unended);
        if ('copy' in part && this.failure === null) this.sendRows(own, part);
        if (this.failure !== null) break;
      }
    } finally {
      own.sync();
      own.stream.uncork();
    }
  }

  handleRowDescription(message: unknown): void {
    this.queries[this.current]?.handleRowDescription(message);
  }

  handleDataRow(message: unknown): void {
    this.queries[this.current]?.handleDataRow(message);
  }

  handleCopyInResponse(): void {
    // The rows are being sent.
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.queries[this.current]?.handleCommandComplete(message, connection);
    this.current += 1;
  }

  handleEmptyQuery(): void {
    this.current += 1;
  }

  /** PostgreSQL's error, or that of the row generator or the values where PostgreSQL only reports that they failed. */
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

  private sendRows(connection: OwnConnection, { lines }: CopyPart): void {
    try {
      sendLines(connection, lines);
      connection.endCopyFrom();
    } catch (error) {
      this.failure = error instanceof Error ? error : new Error(String(error));
      connection.sendCopyFail('the rows could not be generated');
    }
  }

  private queryOf(part: Part): OwnQuery {
    const statement = 'copy' in part ? { text: part.copy } : part;
    const query = new pg.Query({
      text: statement.text,
      name: 'name' in statement ? statement.name : undefined,
      values: 'values' in statement ? [...(statement.values ?? [])] : undefined,
      queryMode: 'extended',
    } as pg.QueryConfig) as unknown as OwnQuery & { callback: unknown };
    query.callback = (error: Error | null, result: QueryResult) => {
      if (error) this.failure ??= error;
      else this.results.push(result);
    };
    return query;
  }
}
