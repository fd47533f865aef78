/**
 * Pages that a script renders (R22), four at once: pages per second and the peak memory of the browsers, compared with Crawlee's
 * `PlaywrightCrawler` with the same browser and the same pages, which it parses with the same parser and stores with COPY. The time of
 * a round is from the first request to the last page stored. The product uses a new browser context for each link and navigates in it;
 * Crawlee opens a tab for each page.
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findBrowser } from '@libs/sources/browser/find-browser';
import type { BenchRun } from '../bench-run';
import { CleanUp } from '../clean-up';
import { LoopbackCollection } from '../loopback/collection';
import { ratioOf, runRounds } from '../measure/rounds';
import { median } from '../measure/statistics';
import { browserMemoryBytes } from '../measure/usage';
import { hasCrawlee, startCrawlee, type CrawleeProcess } from '../peers/crawlee/crawlee';

const FORM = { pages: 3, size: 20 };
const SLOTS = 4;
const ACCOUNTS = 4;
const BUNDLED = path.join(tmpdir(), 'hrev-bench-chromium');
const SAMPLE_EVERY_MS = 250;
const MEGABYTE = 1024 * 1024;
const NAMES = ['ours', 'crawlee'] as const;
type Name = (typeof NAMES)[number];

interface Figure {
  readonly pagesPerSecond: number;
  readonly peakMb: number;
}

export async function measureRendering(run: BenchRun): Promise<void> {
  if (!hasCrawlee(run, 'R22')) return;
  const chromiumPath = process.env['HREV_CHROMIUM_PATH'] ?? null;
  const { executable } = await findBrowser({ chromiumPath, folder: BUNDLED });
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  const collection = await LoopbackCollection.open(run, {
    database: { name: 'loopback_rendered' },
    workers: 1,
    settings: {
      HREV_COLLECT_CONCURRENCY: String(SLOTS),
      HREV_CHROMIUM_PATH: executable,
      HREV_CHROMIUM_NO_SANDBOX: String(process.getuid?.() === 0),
    },
  });
  try {
    const url = await run.postgres.createDatabase('crawlee_rendered');
    const crawlee = await startCrawlee(url, { kind: 'browser', slots: SLOTS, browser: executable }, owner);
    await measureIn(run, collection, crawlee);
  } finally {
    await owner.run();
    await collection.close();
  }
  await run.postgres.dropDatabase('crawlee_rendered');
}

async function measureIn(run: BenchRun, collection: LoopbackCollection, crawlee: CrawleeProcess): Promise<void> {
  const { platform } = collection;
  const accounts = await collection.addAccounts(ACCOUNTS);
  const [worker = 0] = collection.processIds;
  const addressesOf = (round: string): string[] =>
    Array.from({ length: run.options.profile.renderedLinks }, (_, n) =>
      platform.renderedAddress(`${round}-${n}`, FORM),
    );
  const figureOf = async (pid: number, work: () => Promise<number>): Promise<Figure> => {
    const memory = sampleMemory(pid);
    const endedAt = await work().finally(memory.stop);
    const { requests, firstAt } = await platform.counts();
    const pages = Object.values(requests).reduce((sum, count) => sum + count, 0);
    return { pagesPerSecond: (pages * 1_000) / (endedAt - (firstAt ?? 0)), peakMb: memory.peakBytes() / MEGABYTE };
  };
  const sides: Readonly<Record<Name, (round: string) => Promise<Figure>>> = {
    ours: async (round) => {
      const addresses = addressesOf(round);
      await collection.addLinks(accounts, addresses);
      return figureOf(worker, async () => (await collection.collect(addresses)).endedAt);
    },
    crawlee: (round) => {
      const addresses = addressesOf(round).flatMap((address) =>
        Array.from({ length: FORM.pages }, (_, page) => `${address}?page=${page}`),
      );
      return figureOf(crawlee.processId, async () => {
        const { endedAt, reviews } = await crawlee.run({ addresses });
        if (reviews !== addresses.length * FORM.size) throw new Error(`Crawlee stored ${reviews} reviews`);
        return endedAt;
      });
    },
  };
  for (const name of NAMES) await sides[name]('warm');
  const peaks: Record<Name, number[]> = { ours: [], crawlee: [] };
  const figures = await runRounds(NAMES, run.options.profile.bulkRounds, async (name, round) => {
    const figure = await sides[name](String(round));
    peaks[name].push(figure.peakMb);
    return figure.pagesPerSecond;
  });
  for (const name of NAMES) {
    const rounds = figures[name].map((value) => Math.round(value * 100) / 100);
    const peakMb = peaks[name].map(Math.round);
    run.cells.push({ id: 'rendered', variant: name, value: median(rounds), unit: 'pages/s', rounds, peakMb });
    run.log(`${name}: ${rounds.join(', ')} pages/s; peak of the browsers: ${peakMb.join(', ')} MB`);
  }
  run.evaluate('R22.pages', ratioOf(figures.ours, figures.crawlee));
  run.evaluate('R22.memory', ratioOf(peaks.crawlee, peaks.ours));
}

/** Samples the memory of the browsers of a process until it is stopped. */
function sampleMemory(pid: number): { readonly stop: () => void; readonly peakBytes: () => number } {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, browserMemoryBytes(pid))), SAMPLE_EVERY_MS);
  return { stop: () => clearInterval(timer), peakBytes: () => peak };
}
