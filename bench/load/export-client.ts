/**
 * A client that fetches all reviews, page after page, through the change stream over HTTP, or by COPY. It runs in a separate
 * process. While it is timed it reads only bytes and the cursor, as a client does that stores pages without parsing them. To
 * compare the results it parses every review.
 */
import { createHash } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { copiedText, copyOut } from '../anchors/copy-out';

export interface ExportOrder {
  readonly sync: { readonly origin: string; readonly exports: readonly SyncExport[] } | null;
  readonly copy: { readonly databaseUrl: string; readonly statements: readonly string[] } | null;
  /** Whether to parse the reviews, for `digest`. */
  readonly parses: boolean;
}

export interface SyncExport {
  /** Path of the first page, without a cursor. */
  readonly path: string;
  readonly key: string;
}

export interface ExportResult {
  readonly bytes: number;
  readonly ms: number;
  readonly requests: number;
  /** Number of reviews, and a sum over all of them that does not depend on their order; `0-0` if they are not parsed. */
  readonly digest: string;
}

interface Change {
  readonly op: string;
  readonly review: Readonly<Record<string, unknown>>;
}

/** Times that one side truncates to the second and the other side rounds. */
const TIMES: ReadonlySet<string> = new Set(['updated_at', 'last_seen_at', 'deleted_at']);
const TAIL = /"next_cursor":"([^"]+)","has_next":(true|false)\}$/;
const TAIL_BYTES = 1_000;

class Export {
  private bytes = 0;
  private requests = 0;
  private reviews = 0;
  private sum = 0n;

  constructor(private readonly order: ExportOrder) {}

  async run(): Promise<ExportResult> {
    const { sync, copy } = this.order;
    const ms = (sync ? await this.sync(sync) : 0) + (copy ? await this.copy(copy) : 0);
    return { bytes: this.bytes, ms, requests: this.requests, digest: `${this.reviews}-${this.sum}` };
  }

  private async sync({ origin, exports }: NonNullable<ExportOrder['sync']>): Promise<number> {
    const pool = new Pool(origin, { connections: 1, pipelining: 1 });
    const began = performance.now();
    for (const { path, key } of exports) {
      for (let cursor: string | null = ''; cursor !== null;) {
        const page = await this.fetch(pool, cursor === '' ? path : `${path}&cursor=${cursor}`, key);
        const [, next = '', hasNext] = TAIL.exec(page.subarray(-TAIL_BYTES).toString('latin1')) ?? [];
        if (this.order.parses)
          (JSON.parse(page.toString()) as { data: Change[] }).data.forEach((item) => this.addToDigest(item));
        cursor = hasNext === 'true' ? next : null;
      }
    }
    const ms = performance.now() - began;
    await pool.close();
    return ms;
  }

  private async fetch(pool: Pool, path: string, key: string): Promise<Buffer> {
    const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { 'x-api-key': key } });
    const page = Buffer.from(await body.arrayBuffer());
    if (statusCode !== 200) throw new Error(`${statusCode} to ${path}: ${page.toString().slice(0, 200)}`);
    this.requests += 1;
    this.bytes += page.length;
    return page;
  }

  private async copy({ databaseUrl, statements }: NonNullable<ExportOrder['copy']>): Promise<number> {
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    const began = performance.now();
    for (const statement of statements) {
      this.requests += 1;
      await copyOut(client, statement, (line) => {
        this.bytes += line.length;
        if (this.order.parses) this.addToDigest(JSON.parse(copiedText(line.toString())) as Change);
      });
    }
    const ms = performance.now() - began;
    await client.end();
    return ms;
  }

  private addToDigest({ op, review }: Change): void {
    const fields = Object.entries(review).filter(([name]) => !TIMES.has(name));
    const hash = createHash('sha1')
      .update(`${op}${JSON.stringify(fields)}`)
      .digest();
    this.reviews += 1;
    this.sum += hash.readBigUInt64BE();
  }
}

process.on('message', (order: ExportOrder) => {
  new Export(order).run().then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`export: ${String(error)}\n`);
      process.exit(1);
    },
  );
});
process.on('disconnect', () => process.exit(0));
