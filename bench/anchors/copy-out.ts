/** PostgreSQL's COPY to a client, the physical limit of exporting reviews. */
import pg from 'pg';

/** Implements pg's interface for custom statements, which its types do not declare. */
class CopyOut {
  readonly done: Promise<void>;
  private resolve!: () => void;
  private reject!: (error: Error) => void;

  constructor(
    private readonly statement: string,
    private readonly onLine: (line: Buffer) => void,
  ) {
    this.done = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
  }

  submit(connection: unknown): void {
    (connection as { query(text: string): void }).query(this.statement);
  }

  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.onLine(chunk);
  }

  handleError(error: Error): void {
    this.reject(error);
  }

  handleReadyForQuery(): void {
    this.resolve();
  }

  handleCommandComplete(): void {
    // The driver signals the end of the statement again when the server is ready.
  }
}

/** Runs `copy … to stdout`; every row is one line with its line feed, in COPY's text format. */
export async function copyOut(client: pg.Client, statement: string, onLine: (line: Buffer) => void): Promise<void> {
  const copy = new CopyOut(statement, onLine);
  client.query(copy);
  await copy.done;
}

/** The original text of a line in COPY's text format with one column. */
export function copiedText(line: string): string {
  return line.replace(/\n$/, '').replace(/\\(.)/g, (_, letter: string) => UNESCAPED[letter] ?? letter);
}

const UNESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v' };
