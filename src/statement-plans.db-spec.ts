/**
 * Statements of hot paths read few rows whatever the statistics of PostgreSQL say. The planner knows only the statistics: if they
 * estimate one row, a sort of all rows of a link costs as much as one look-up, and a prepared statement keeps such a plan.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { analyze, HOSTILE } from '@test/support/plans/hostile-statistics';
import { LARGE_TABLES, largeData, smallData, type IdLength, type PlanData } from '@test/support/plans/plan-data';
import { PlanRecorder, type PlanMode, type RecordedPlan } from '@test/support/plans/plan-recorder';
import { mostBlocks, ON_SMALL_TABLES, type PlannedCases, type Serving } from '@test/support/plans/planned-statements';
import { STATEMENTS_OF_REVIEWS } from '@test/support/plans/statements-of-reviews';
import { STATEMENTS_OF_WORK } from '@test/support/plans/statements-of-work';
import { storeFixture, type StoreFixture } from '@test/support/store-fixture';

const ONE_ROW = 'one row, as when the tables were new';

describe.each<[IdLength, PlannedCases]>([
  ['short', { ...STATEMENTS_OF_REVIEWS, ...STATEMENTS_OF_WORK }],
  ['long', STATEMENTS_OF_REVIEWS],
])('statements of hot paths, with %s external ids', (ids, cases) => {
  let fixture: StoreFixture;
  let recorder: PlanRecorder;
  let data: PlanData;
  let analyzed: Awaited<ReturnType<typeof analyze>> | undefined;

  beforeAll(async () => {
    fixture = await storeFixture();
    data = await smallData(fixture.database, ids);
    recorder = await PlanRecorder.open(fixture.url);
    // The plans of prepared statements are made here, and kept.
    for (const { run } of Object.values(cases)) await recorder.record('generic', (database) => run(database, data));
    await largeData(fixture.database, data, ids);
  });
  afterAll(async () => {
    await recorder?.close();
    await fixture?.close();
  });

  const faultsOfWork = async (mode: PlanMode, statistics: string, work: string): Promise<readonly string[]> => {
    const { run, statements } = cases[work] as PlannedCases[string];
    const plans = await recorder.record(mode, (database) => run(database, data));
    return plans.flatMap((plan) => {
      // An unprepared statement is planned for its values.
      if (plan.name === null && mode === 'generic') return [];
      const serving = servingOf(plan, statements);
      return serving.exceptOneRow === true && statistics === ONE_ROW ? [] : faultsOf(plan, serving, work);
    });
  };
  const faults = async (mode: PlanMode, statistics: string): Promise<readonly string[]> => {
    const found: string[] = [];
    for (const work of Object.keys(cases)) {
      let ofWork = await faultsOfWork(mode, statistics, work);
      // An execution also reads the catalog if tests in other databases have changed much of theirs. The next one does not.
      if (ofWork.some((fault) => fault.endsWith(' blocks'))) ofWork = await faultsOfWork(mode, statistics, work);
      found.push(...ofWork);
    }
    return found;
  };

  it('read few rows by the named indexes with plans from when the tables were empty', async () => {
    expect(await faults('generic', 'empty')).toEqual([]);
  });

  it.each(Object.entries(HOSTILE))(
    'read few rows by the named indexes if the statistics are: %s',
    async (name, set) => {
      analyzed ??= await analyze(fixture.database);
      await set(fixture.database, analyzed);
      expect(await faults('generic', name)).toEqual([]);
      expect(await faults('custom', name)).toEqual([]);
    },
  );
});

function servingOf({ name }: RecordedPlan, statements: PlannedCases[string]['statements']): Serving {
  if (name === null) return statements['unprepared'] ?? ON_SMALL_TABLES;
  return statements[name] ?? (name.startsWith('feed_') ? statements['feed_*'] : undefined) ?? ON_SMALL_TABLES;
}

function faultsOf(plan: RecordedPlan, serving: Serving, work: string): readonly string[] {
  const scans = plan.scans.filter(({ table }) => LARGE_TABLES.has(table));
  const rows = scans.reduce((sum, scan) => sum + scan.rows, 0);
  const statement = `${work}: ${plan.name ?? 'unprepared'}`;
  const others = scans.filter(({ index, rows: read }) => read > 0 && !serving.by.includes(index ?? ''));
  return [
    ...others.map(({ table, index }) => `${statement} reads ${table} by ${index ?? 'a scan of all its rows'}`),
    ...(rows > serving.rows ? [`${statement} reads ${rows} rows, more than ${serving.rows}`] : []),
    ...(plan.blocks > mostBlocks(serving) ? [`${statement} reads ${plan.blocks} blocks`] : []),
  ];
}

/** Statements without a large table, by the reason for which they are not planned here. */
const NOT_PLANNED: Readonly<Record<string, string>> = {
  'wait-longer': 'a setting',
  'sorts-off': 'a setting',
  'sorts-on': 'a setting',
  'look-up-in-indexes': 'a setting',
  'outbox-enter': 'a setting',
  'hold-lock': 'an advisory lock',
  'share-lock': 'an advisory lock',
  'try-lock': 'an advisory lock',
  coverage_account: 'reads all objects and links of the account',
};

describe('the table of statements', () => {
  it('has every prepared statement of the product', () => {
    const cases = Object.values({ ...STATEMENTS_OF_REVIEWS, ...STATEMENTS_OF_WORK });
    const planned = new Set([
      ...cases.flatMap(({ statements }) => Object.keys(statements)),
      ...Object.keys(NOT_PLANNED),
    ]);
    const names = preparedNames();
    expect(names.size).toBeGreaterThan(60);
    expect([...names].filter((name) => !planned.has(name)).sort()).toEqual([]);
  });
});

/** Names of prepared statements in the source text: literals beside the text of a statement. */
function preparedNames(): ReadonlySet<string> {
  const names = new Set<string>();
  for (const folder of ['src', 'libs'])
    for (const file of readdirSync(path.join(__dirname, '..', folder), { recursive: true, encoding: 'utf8' })) {
      if (!file.endsWith('.ts') || file.endsWith('spec.ts')) continue;
      const text = readFileSync(path.join(__dirname, '..', folder, file), 'utf8');
      for (const [, literals = ''] of text.matchAll(
        /\bname: ([^\n{}]+?),\s+(?:inIndexOrder: true,\s+)?(?:\/\/[^\n]*\s+)*text\b/g,
      ))
        for (const [, name = ''] of literals.matchAll(/['`]([a-z][\w-]*)(?:\$\{limit\})?['`]/g))
          names.add(name.endsWith('-') ? `${name}1` : name);
    }
  return names;
}
