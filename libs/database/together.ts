/**
 * Several statements in one round trip, through the driver, which knows the messages and leaves their order to whoever
 * submits a statement of his own. PostgreSQL works on them in their order and answers once; where one fails, it skips those
 * behind it.
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

/** What the driver's own statements and connection can and their types leave out. */
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
  /** The driver puts its time-out around this one. */
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

  /** For whoever watches what is sent. */
  get statement(): string {
    return this.parts.map((part) => ('copy' in part ? part.copy : part.text)).join('; ');
  }

  /** Of the statement that is answered at the moment: the driver notes which ones a connection has planned. */
  get name(): string | undefined {
    return this.queries[this.current]?.name;
  }
  get text(): string | undefined {
    return this.queries[this.current]?.text;
  }

  submit(connection: Connection): void {
    const own = connection as unknown as OwnConnection;
    this.connection = own;
    // One end for all of them: what comes before an error in the middle of them is undone with the transaction.
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
    // The rows are on their way.
  }

  handleCommandComplete(message: unknown, connection: Connection): void {
    this.queries[this.current]?.handleCommandComplete(message, connection);
    this.current += 1;
  }

  handleEmptyQuery(): void {
    this.current += 1;
  }

  /** PostgreSQL's word, or that of the rows or values where it only repeats that they failed. */
  handleError(error: Error): void {
    // Whatever stands behind the failed statement was skipped, plans included.
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
      connection.sendCopyFail('the rows could not be made');
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
