/**
 * Collection over HTTP, the whole path (R21): links become due, and a worker plans and claims them, fetches their pages, parses them
 * in its threads and stores the reviews. Compared with Crawlee's `HttpCrawler`, which fetches the same pages, parses them with the
 * same parser and stores each with COPY. The time of a round is from the first request to the last page stored.
 */
import type { BenchRun } from '../bench-run';
import { CleanUp } from '../clean-up';
import { LoopbackCollection } from '../loopback/collection';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { cpuSeconds, familyCpuSeconds } from '../measure/usage';
import { hasCrawlee, startCrawlee } from '../peers/crawlee/crawlee';

const FORM = { pages: 5, size: 100 };
/** Links that are collected at once: the default of a worker. */
const SLOTS = 8;
const ACCOUNTS = 10;
const NAMES = ['ours', 'crawlee'] as const;
type Name = (typeof NAMES)[number];

interface Figure {
  readonly pagesPerSecond: number;
  readonly cpuMsPerPage: number;
}

export async function measureHttpCollection(run: BenchRun): Promise<void> {
  if (!hasCrawlee(run, 'R21')) return;
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  const collection = await LoopbackCollection.open(run, {
    database: { name: 'loopback_http' },
    workers: 1,
    settings: { HREV_COLLECT_CONCURRENCY: String(SLOTS) },
  });
  try {
    const url = await run.postgres.createDatabase('crawlee_http');
    const crawlee = await startCrawlee(url, { kind: 'http', slots: SLOTS }, owner);
    const accounts = await collection.addAccounts(ACCOUNTS);
    const { platform } = collection;
    const keys = (name: string): string[] =>
      Array.from({ length: run.options.profile.wholePathLinks }, (_, n) => `${name}-${n}`);
    const rateOf = (pages: number, firstAt: number | null, endedAt: number): number =>
      (pages * 1_000) / (endedAt - (firstAt ?? 0));
    const sides: Readonly<Record<Name, (round: string) => Promise<Figure>>> = {
      ours: async (round) => {
        const addresses = keys(round).map((key) => platform.listAddress(key, FORM));
        await collection.addLinks(accounts, addresses);
        const { endedAt, cpuSeconds: cpu } = await collection.collect(addresses);
        const { requests, firstAt } = await platform.counts();
        const pages = Object.values(requests).reduce((sum, count) => sum + count, 0);
        if (pages !== addresses.length * FORM.pages) throw new Error(`${pages} pages were requested`);
        return { pagesPerSecond: rateOf(pages, firstAt, endedAt), cpuMsPerPage: (cpu * 1_000) / pages };
      },
      crawlee: async (round) => {
        const addresses = keys(round).flatMap((key) =>
          Array.from({ length: FORM.pages }, (_, page) => `${platform.directAddress(key, FORM)}?page=${page}`),
        );
        const spent = (): number => cpuSeconds(crawlee.processId) + familyCpuSeconds(run.postgres.processId);
        const before = spent();
        const { endedAt, pages, reviews } = await crawlee.run({ addresses });
        const cpu = spent() - before;
        const { firstAt } = await platform.counts();
        if (reviews !== addresses.length * FORM.size) throw new Error(`Crawlee stored ${reviews} reviews`);
        return { pagesPerSecond: rateOf(pages, firstAt, endedAt), cpuMsPerPage: (cpu * 1_000) / pages };
      },
    };
    for (const name of NAMES) await sides[name]('warm');
    const cpu: Record<Name, number[]> = { ours: [], crawlee: [] };
    const figures = await runRounds(NAMES, run.options.profile.rounds, async (name, round) => {
      await run.postgres.checkpoint();
      const figure = await sides[name](String(round));
      cpu[name].push(figure.cpuMsPerPage);
      return figure.pagesPerSecond;
    });
    for (const name of NAMES) {
      const rounds = figures[name].map((value) => Math.round(value * 10) / 10);
      const cpuMsPerPage = Math.round(median(cpu[name]) * 100) / 100;
      run.cells.push({ id: 'whole-path', variant: name, value: median(rounds), unit: 'pages/s', rounds, cpuMsPerPage });
      run.log(`${name}: ${rounds.join(', ')} pages/s; CPU per page: ${cpuMsPerPage} ms`);
    }
    run.evaluate('R21', ratioOf(figures.ours, figures.crawlee), { cpu: median(cpu.crawlee) / median(cpu.ours) });
  } finally {
    await owner.run();
    await collection.close();
  }
  await run.postgres.dropDatabase('crawlee_http');
}
