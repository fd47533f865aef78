/** Search for a rare word in the texts of one object (R10): page and exact total, with the search index and without it. */
import type { JsonList } from '@libs/kernel';
import pg from 'pg';
import { SEARCH_PAGE } from '../anchors/page-sql';
import type { BenchRun, BenchSetup } from '../bench-run';
import type { LoadedObject } from '../gen/load-dataset';
import { MARKERS } from '../gen/vocabulary';
import { ratioOf, runRounds } from '../measure/rounds';
import { PLAIN_FEED, PLAIN_FORMAT, readerOf, timeWithin } from '../measure/service-time';
import { median } from '../measure/statistics';

const CLIENTS = 4;
/** Rounds of cells that are reported without a threshold. */
const REPORTED_ROUNDS = 3;
const [COMMON, MEDIUM, RARE] = MARKERS;
/** All are measured; only the rare word in the hot object has a threshold. */
const SEARCHES = [
  { id: 'rare.hot', word: RARE.word, place: 0 },
  { id: 'rare.mid', word: RARE.word, place: 1 },
  { id: 'medium.hot', word: MEDIUM.word, place: 0 },
  { id: 'common.hot', word: COMMON.word, place: 0 },
] as const;

interface Answer {
  readonly items: string | null;
  readonly total: number;
}

export async function measureSearch(run: BenchRun, setup: BenchSetup): Promise<void> {
  // Only bitmap scans can read this index; disabling them disables the index.
  const raw = new pg.Pool({ connectionString: setup.url, max: CLIENTS, options: '-c enable_bitmapscan=off' });
  raw.on('error', () => undefined);
  try {
    for (const { id, word, place } of SEARCHES) {
      await oneSearch(run, setup, raw, id, word, setup.dataset.objects[place] as LoadedObject);
    }
  } finally {
    await raw.end();
  }
}

async function oneSearch(
  run: BenchRun,
  { product }: BenchSetup,
  raw: pg.Pool,
  id: (typeof SEARCHES)[number]['id'],
  word: string,
  { accountId, objectId }: LoadedObject,
): Promise<void> {
  const reader = await readerOf(product, accountId);
  const params = { ...PLAIN_FEED, search: word };
  const page = { limit: 100, offset: 0 };
  const ours = (): Promise<JsonList> =>
    product.feed.page(reader, { kind: 'object', objectId }, params, page, PLAIN_FORMAT);
  const withoutIndex = async (): Promise<Answer> => {
    const { rows } = await raw.query<Answer>({
      name: 'search',
      text: SEARCH_PAGE,
      values: [accountId, objectId, `%${word}%`],
    });
    return rows[0] as Answer;
  };
  const unequal =
    totalAndIds(textOf(await ours())) === totalAndIdsOfRow(await withoutIndex())
      ? null
      : `two different responses to "${word}" in ${id}`;
  const { rounds, sliceMs } = run.options.profile;
  const hasThreshold = id === 'rare.hot';
  const figures = await runRounds(['ours', 'raw'], hasThreshold ? rounds : REPORTED_ROUNDS, (side) =>
    timeWithin(side === 'ours' ? ours : withoutIndex, sliceMs),
  );
  for (const side of ['ours', 'raw'] as const) {
    const values = figures[side].map((ms) => Math.round(ms * 1_000) / 1_000);
    run.cells.push({ id: `search.${id}`, variant: side, value: median(values), unit: 'ms', rounds: values });
  }
  if (hasThreshold) run.evaluate('R10', ratioOf(figures.raw, figures.ours), { unequal });
}

interface FoundPage {
  readonly data: readonly { readonly id: number }[];
  readonly total: number;
}

const textOf = ({ before, items, after }: JsonList): string => `${before}${items.join(',')}${after}`;
const totalAndIds = (page: string): string => {
  const { data, total } = JSON.parse(page) as FoundPage;
  return `${total}:${data.map(({ id }) => id).join()}`;
};
const totalAndIdsOfRow = ({ items, total }: Answer): string =>
  totalAndIds(`{"data":[${items ?? ''}],"total":${total}}`);
