/**
 * The anchor: node:http and pg without a framework, as an expert writes it for this one request. No keys, limits, validation or
 * logs. `json` lets PostgreSQL build the JSON in one statement and reads the total from the counters; `objects` maps rows and
 * counts live.
 *
 * Arguments: port, database address, pool size, mode.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';
import { FEED_ROWS, FEED_WINDOW, REVIEW_COLUMNS } from './page-sql';

const JSON_PAGE = `select
  (select string_agg(row_to_json(f)::text, ',') from (select ${REVIEW_COLUMNS} ${FEED_ROWS} ${FEED_WINDOW}) f) as items,
  (select coalesce(sum(t.n_feed), 0)::int from link_total t where t.account_id = $1 and t.object_id = $2) as total`;

interface PageRequest {
  readonly values: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

function requestOf(url: string): PageRequest {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const [limit, offset] = [Number(query.get('limit') ?? 100), Number(query.get('offset') ?? 0)];
  return { values: [Number(query.get('account_id')), Number(query.get('object_id')), limit, offset], limit, offset };
}

async function jsonPage(pool: pg.Pool, { values, limit, offset }: PageRequest): Promise<string> {
  const { rows } = await pool.query<{ items: string | null; total: number }>({
    name: 'page',
    text: JSON_PAGE,
    values: [...values],
  });
  const { items, total } = rows[0] as { items: string | null; total: number };
  return `{"data":[${items ?? ''}],"total":${total},"limit":${limit},"offset":${offset},"has_next":${offset + limit < total}}`;
}

async function objectsPage(pool: pg.Pool, { values, limit, offset }: PageRequest): Promise<string> {
  const [page, count] = await Promise.all([
    pool.query<Record<string, unknown>>({
      name: 'rows',
      text: `select ${REVIEW_COLUMNS} ${FEED_ROWS} ${FEED_WINDOW}`,
      values: [...values],
    }),
    pool.query<{ n: number }>({
      name: 'count',
      text: `select count(*)::int as n ${FEED_ROWS}`,
      values: values.slice(0, 2),
    }),
  ]);
  const total = count.rows[0]?.n ?? 0;
  const data = page.rows.map((row) => ({ ...row, id: Number(row['id']) }));
  return JSON.stringify({ data, total, limit, offset, has_next: offset + data.length < total });
}

function answer(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}

function main([port, databaseUrl, poolSize, mode]: readonly string[]): void {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(poolSize) });
  pool.on('error', () => undefined);
  const page = mode === 'objects' ? objectsPage : jsonPage;
  createServer((request, response) => {
    const url = request.url ?? '';
    if (url.startsWith('/health')) return answer(response, 200, '{}');
    page(pool, requestOf(url)).then(
      (body) => answer(response, 200, body),
      (error: unknown) => answer(response, 500, JSON.stringify({ detail: String(error) })),
    );
  }).listen(Number(port), '127.0.0.1');
}

main(process.argv.slice(2));
