/**
 * The least work of a cycle in which nothing changes: one GET a link with undici, `JSON.parse`, and one UPDATE that moves the link to
 * its next time. No lease, no comparison with stored reviews, no record of the visit. A separate process.
 *
 * Arguments: database address, links at once.
 */
import pg from 'pg';
import { Agent, request } from 'undici';

export interface CycleOrder {
  readonly addresses: readonly string[];
}

export interface CycleResult {
  readonly links: number;
}

const TABLE = `create table plain_link (
  id bigint generated always as identity primary key, url text not null unique,
  seen_at timestamptz, reviews int, next_run_at timestamptz
) with (fillfactor = 70);
create index on plain_link (next_run_at)`;

const UPDATE = {
  name: 'seen',
  text: `update plain_link set seen_at = clock_timestamp(), reviews = $2, next_run_at = clock_timestamp() + interval '6 hours' where url = $1`,
};

const [databaseUrl = '', slots = ''] = process.argv.slice(2);
const atOnce = Number(slots);
const agent = new Agent({ connections: atOnce, pipelining: 1 });
const pool = new pg.Pool({ connectionString: databaseUrl, max: atOnce });
pool.on('error', () => undefined);

async function cycle({ addresses }: CycleOrder): Promise<CycleResult> {
  await pool.query('insert into plain_link (url) select unnest($1::text[]) on conflict do nothing', [addresses]);
  let [next, links] = [0, 0];
  const visitor = async (): Promise<void> => {
    for (let address = addresses[next++]; address !== undefined; address = addresses[next++]) {
      const { statusCode, body } = await request(address, { dispatcher: agent });
      const page = JSON.parse(await body.text()) as { readonly reviews: readonly unknown[] };
      if (statusCode !== 200) throw new Error(`the platform responded with ${statusCode}`);
      const { rowCount } = await pool.query({ ...UPDATE, values: [address, page.reviews.length] });
      links += rowCount ?? 0;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitor));
  return { links };
}

void pool.query(TABLE).then(() => process.send?.('ready'));
process.on('message', (order: CycleOrder) => {
  cycle(order).then(
    (result) => process.send?.(result),
    (error: unknown) => {
      process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
      process.exit(1);
    },
  );
});
process.once('disconnect', () => process.exit(0));
