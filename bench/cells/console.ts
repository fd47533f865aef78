/**
 * The console in a real browser, compared with its budgets: the largest contentful paint of the overview (C1, and with a CPU that
 * is slowed four times C2), the interaction to next paint in the list of 500 objects (C3), and the calls of its screens (C4).
 */
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page, type Request } from 'playwright';
import { request as send } from 'undici';
import { findBrowser } from '@libs/sources/browser/find-browser';
import type { BenchRun, BenchSetup } from '../bench-run';
import { CleanUp } from '../clean-up';
import type { LoadedObject } from '../gen/load-dataset';
import { signedIn, type SessionCookie } from '../load/console-session';
import { medianInterval, quantile } from '../measure/statistics';
import type { ThresholdId } from '../measure/verdicts';
import type { VariantServer } from '../variant-server';

const BUNDLED = path.join(tmpdir(), 'hrev-bench-chromium');
const SLOWDOWN = 4;
/** Keys that are pressed in one round of C3. */
const PRESSES = 40;
const VIEWPORT = { width: 1280, height: 900 };

/** Paths of an account's screens whose calls are measured. */
const SCREENS = ['overview', 'reviews', 'reviews?max_rating=2.99&has_reply=false', 'analytics', 'objects'];

const BUDGET_MS = { C1: 1_000, C2: 2_500, C3: 200, C4: 150 } as const satisfies Partial<Record<ThresholdId, number>>;

/** `hot` has a sixth of all reviews; `wide` has up to 500 objects. */
interface Accounts {
  readonly hot: number;
  readonly wide: number;
}

export async function measureConsole(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  const hot = (setup.dataset.objects[0] as LoadedObject).accountId;
  const wide = (setup.dataset.folderObjects[0] as LoadedObject).accountId;
  const cookie = await signedIn(setup.product, ours.origin, [hot, wide]);
  const chromiumPath = process.env['HREV_CHROMIUM_PATH'] ?? null;
  const owner = new CleanUp();
  run.cleanUp.add(() => owner.run());
  try {
    const browser = await chromium.launch({
      executablePath: (await findBrowser({ chromiumPath, folder: BUNDLED })).executable,
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    });
    owner.add(() => browser.close());
    await measureIn(run, new Console(browser, ours.origin, cookie), { hot, wide });
  } finally {
    await owner.run();
  }
}

async function measureIn(run: BenchRun, site: Console, { hot, wide }: Accounts): Promise<void> {
  const measured: Readonly<Record<keyof typeof BUDGET_MS, () => Promise<number>>> = {
    C1: () => site.largestPaint(hot, 1),
    C2: () => site.largestPaint(hot, SLOWDOWN),
    C3: () => site.interaction(wide),
    C4: async () => quantile(await site.calls(hot), 0.95),
  };
  for (const [id, measure] of Object.entries(measured) as [keyof typeof BUDGET_MS, () => Promise<number>][]) {
    await measure(); // warms the server and the database
    const rounds: number[] = [];
    for (let round = 0; round < run.options.profile.rounds; round += 1) rounds.push(await measure());
    const { value } = medianInterval(rounds);
    run.cells.push({
      id: `console.${id}`,
      variant: 'ours',
      value: Math.round(value),
      unit: 'ms',
      rounds: rounds.map(Math.round),
    });
    run.evaluate(id, medianInterval(rounds.map((ms) => ms / BUDGET_MS[id])));
  }
}

/** Screens in a browser without a cache, one context per measurement. */
class Console {
  constructor(
    private readonly browser: Browser,
    private readonly origin: string,
    private readonly cookie: SessionCookie,
  ) {}

  /** Milliseconds from the navigation to the largest contentful paint of the overview. */
  async largestPaint(accountId: number, slowdown: number): Promise<number> {
    return this.opened(async (page) => {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await this.visit(page, accountId, 'overview');
      return page.evaluate<number>(
        `new Promise((resolve) => new PerformanceObserver((list) => resolve(list.getEntries().at(-1).startTime))
          .observe({ type: 'largest-contentful-paint', buffered: true }))`,
      );
    });
  }

  /** The longest interaction of moving through the list of objects by keys: milliseconds from the key to the next paint. */
  async interaction(accountId: number): Promise<number> {
    return this.opened(async (page) => {
      await this.visit(page, accountId, 'objects');
      await page.evaluate(
        `globalThis.slowest = 0; new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) globalThis.slowest = Math.max(globalThis.slowest, duration);
        }).observe({ type: 'event', durationThreshold: 16 });`,
      );
      for (let press = 0; press < PRESSES; press += 1) await page.keyboard.press('j');
      await page.waitForTimeout(100);
      // Events that take less than the smallest threshold are not reported.
      return Math.max(16, await page.evaluate<number>('globalThis.slowest'));
    });
  }

  /**
   * Milliseconds of every call of the screens, from the request to the end of the response. The calls of a screen are recorded in the
   * browser and sent again at once without it: while it paints, it needs the cores of this machine, which the service of a user does
   * not share with a browser.
   */
  async calls(accountId: number): Promise<number[]> {
    const durations: number[] = [];
    for (const screen of SCREENS)
      durations.push(...(await Promise.all((await this.recorded(accountId, screen)).map(sent))));
    return durations;
  }

  private async recorded(accountId: number, screen: string): Promise<readonly Call[]> {
    return this.opened(async (page) => {
      const requests: Request[] = [];
      page.on('request', (request) => void (isCall(request) && requests.push(request)));
      await this.visit(page, accountId, screen);
      return Promise.all(
        requests.map(async (request) => ({ url: request.url(), headers: await request.allHeaders() })),
      );
    });
  }

  private async visit(page: Page, accountId: number, screen: string): Promise<void> {
    await page.goto(`${this.origin}/console/a/${accountId}/${screen}`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // The event stream stays open, so the network never becomes idle; the last call ends when no placeholder is left.
    await page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' });
    await page.waitForTimeout(300);
  }

  private async opened<T>(work: (page: Page) => Promise<T>): Promise<T> {
    const context: BrowserContext = await this.browser.newContext({ viewport: VIEWPORT });
    try {
      await context.addCookies([this.cookie]);
      return await work(await context.newPage());
    } finally {
      await context.close();
    }
  }
}

interface Call {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Whether a request reads from the API. The event stream has no end. */
const isCall = (request: Request): boolean =>
  request.method() === 'GET' && /^[/](?:v3|console[/]api)[/](?!events)/.test(new URL(request.url()).pathname);

async function sent({ url, headers }: Call): Promise<number> {
  const start = performance.now();
  const { statusCode, body } = await send(url, {
    headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith(':'))),
  });
  await body.dump({ limit: Number.MAX_SAFE_INTEGER });
  if (statusCode !== 200) throw new Error(`${url} gets ${statusCode}`);
  return performance.now() - start;
}
