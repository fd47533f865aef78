/**
 * The anchor: node:http and pg with nothing in between, what a careful hand would write for this one question. No keys, no
 * limits, no validation, no log. `json` lets PostgreSQL build the JSON in one statement and takes the total from the
 * counters; `objects` maps rows and counts them live.
 *
 * Arguments: port, database address, pool size, mode.
 */
import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

const COLUMNS = `r.id, r.object_id, r.link_id, r.source_id, (select s.slug from source s where s.id = r.source_id) as source_slug,
  r.external_id as external_review_id, r.author, r.text, r.review_date, r.rating_original, r.rating / 100::float8 as rating,
  r.review_url, r.reply_text, r.reply_date, r.images is not null as has_images, coalesce(r.images, '[]') as images,
  r.videos is not null as has_videos, coalesce(r.videos, '[]') as videos, r.deleted_at is not null as is_deleted,
  r.deleted_at::timestamp(0) as deleted_at, r.seen_at::timestamp(0) as last_seen_at, r.updated_at::timestamp(0) as updated_at,
  r.hidden_at is not null as is_hidden, r.pin_position is not null as is_pinned, r.pin_position,
  null::text as positive, null::text as negative`;
const ROWS = `from review r where r.account_id = $1 and r.object_id = $2 and r.flags & 112 = 0`;
const ORDER = 'order by r.review_date desc nulls last, r.id desc limit $3 offset $4';

const JSON_PAGE = `select
  (select string_agg(row_to_json(f)::text, ',') from (select ${COLUMNS} ${ROWS} ${ORDER}) f) as items,
  (select coalesce(sum(s.n), 0)::int from link_stat s where s.account_id = $1 and s.object_id = $2 and s.flags & 112 = 0) as total`;

interface Question {
  readonly values: readonly number[];
  readonly limit: number;
  readonly offset: number;
}

function questionOf(url: string): Question {
  const query = new URLSearchParams(url.slice(url.indexOf('?') + 1));
  const [limit, offset] = [Number(query.get('limit') ?? 100), Number(query.get('offset') ?? 0)];
  return { values: [Number(query.get('account_id')), Number(query.get('object_id')), limit, offset], limit, offset };
}

async function jsonPage(pool: pg.Pool, { values, limit, offset }: Question): Promise<string> {
  const { rows } = await pool.query<{ items: string | null; total: number }>({
    name: 'page',
    text: JSON_PAGE,
    values: [...values],
  });
  const { items, total } = rows[0] as { items: string | null; total: number };
  return `{"data":[${items ?? ''}],"total":${total},"limit":${limit},"offset":${offset},"has_next":${offset + limit < total}}`;
}

async function objectsPage(pool: pg.Pool, { values, limit, offset }: Question): Promise<string> {
  const [page, count] = await Promise.all([
    pool.query<Record<string, unknown>>({
      name: 'rows',
      text: `select ${COLUMNS} ${ROWS} ${ORDER}`,
      values: [...values],
    }),
    pool.query<{ n: number }>({ name: 'count', text: `select count(*)::int as n ${ROWS}`, values: values.slice(0, 2) }),
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
    page(pool, questionOf(url)).then(
      (body) => answer(response, 200, body),
      (error: unknown) => answer(response, 500, JSON.stringify({ detail: String(error) })),
    );
  }).listen(Number(port), '127.0.0.1');
}

main(process.argv.slice(2));
