/** The package of the SDK as its users have it: packed, installed in another folder, and run as a program of its own. */
import { execFile, spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import ts from 'typescript';
import { WakeupHandlers } from '@libs/queue';
import { AccountsService } from '@src/auth';
import { ExportWorker } from '@src/exports/jobs/export.worker';
import { ExportLeaseStore } from '@src/exports/persistence/export-lease.store';
import { ExportSpaceQuery } from '@src/exports/persistence/export-space.query';
import { WriteExportService } from '@src/exports/write-export.service';
import { ReviewBatchesService } from '@src/reviews';
import { signedHeaders } from '@src/webhooks/domain/signature';
import { renderSample } from '@src/webhooks/payloads/sample';
import { hasBrowser, startBrowser } from '@test/console/support/browser';
import { insertChangedReviews } from '@test/support/review-factory';
import { SDK, SdkPackage } from '@test/support/sdk-package';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const REVIEWS = 600;
const KILLS = 24;
const readme = readFileSync(path.join(SDK, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```js\n([^]*?)^```$/gm)].map(([, code = '']) => code);
const { vectors } = JSON.parse(readFileSync(path.join(SDK, '../../docs/examples/webhook-vectors.json'), 'utf8')) as {
  readonly vectors: readonly object[];
};
const manifestOf = (folder: string) =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as Readonly<Record<string, unknown>>;

let app: TestApp;
let account: TestAccount;
let link: LinkFixture;
let installed: SdkPackage;

beforeAll(async () => {
  app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
  account = await app.anAccount();
  link = await aLink(app.database, { accountId: account.accountId });
  await insertChangedReviews(
    app.database,
    Array.from({ length: REVIEWS }, (_, n) => ({ ...link, rating: 1 + (n % 5) })),
  );
  installed = SdkPackage.pack();
});
afterAll(async () => {
  installed?.remove();
  await app?.close();
});

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  PATH: process.env['PATH'] ?? '',
  HREV_URL: app.address,
  HREV_KEY: account.full,
  ...more,
});

const run = async (file: string): Promise<string> => {
  const options = { cwd: installed.folder, env: environment() };
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [file], options);
  expect(stderr).toBe('');
  return stdout;
};

/** The errors of the compiler in files of the folder, of a user with strict settings. */
function typeErrors(...files: readonly string[]): readonly string[] {
  const program = ts.createProgram(
    files.map((file) => path.join(installed.folder, file)),
    {
      strict: true,
      exactOptionalPropertyTypes: true,
      allowJs: true,
      checkJs: true,
      noEmit: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      typeRoots: [path.join(installed.folder, 'node_modules/@types')],
    },
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${path.basename(file?.fileName ?? '')}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
  });
}

describe('the package', () => {
  it('has the modules, their types, README and license, and no sources, tests or dependencies', () => {
    expect(installed.files).toEqual(
      expect.arrayContaining(['dist/index.mjs', 'dist/index.d.mts', 'dist/node.mjs', 'README.md', 'LICENSE']),
    );
    expect(
      installed.files.filter((file) => !/^(dist\/.*\.m?(mjs|d\.mts)|README\.md|LICENSE|package\.json)$/.test(file)),
    ).toEqual([]);
    expect(installed.files.filter((file) => file.includes('spec'))).toEqual([]);
    const { dependencies, peerDependencies, version } = manifestOf(SDK);
    expect([dependencies, peerDependencies]).toEqual([undefined, undefined]);
    expect(version).toBe(manifestOf(path.join(SDK, '../..'))['version']);
  });

  it('can be published, without a connection to a registry', () => {
    const flags = ['publish', '--dry-run', '--registry', 'http://127.0.0.1:9/', '--fetch-retries', '0'];
    const { status, stderr, stdout } = spawnSync('npm', flags, { cwd: SDK, encoding: 'utf8' });
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('@hrev/sdk@')]);
  });

  it('names the same things at run time and in its types', async () => {
    const program = `import * as sdk from '@hrev/sdk'; import * as node from '@hrev/sdk/node';
      console.log(JSON.stringify([Object.keys(sdk).sort(), Object.keys(node)]));`;
    installed.write('names.mjs', program);
    expect(JSON.parse(await run('names.mjs'))).toEqual([
      [
        'ERROR_STATUS',
        'EVENT_TYPES',
        'Hrev',
        'HrevConnectionError',
        'HrevError',
        'HrevTimeoutError',
        'WebhookVerificationError',
        'createRequest',
        'isHrevError',
        'rateLimitOf',
        'verifyWebhook',
      ],
      ['FileStore'],
    ]);
  });

  it('types requests, errors, changes and bodies of webhooks', () => {
    const right = `
      import { Hrev, isHrevError, verifyWebhook, type Review, type SyncStore, type WebhookBody } from '@hrev/sdk';
      import { FileStore } from '@hrev/sdk/node';
      const hrev = new Hrev({ baseUrl: 'http://localhost', apiKey: 'hrev_x', fetch });
      const rated: (review: Review) => number | null = ({ rating }) => rating;
      export async function all(signal: AbortSignal | undefined): Promise<(number | null)[]> {
        const store: SyncStore = new FileStore('x', () => ({ n: 0 }));
        for await (const change of hrev.reviews.sync({ folder_id: 1, store }, { signal }))
          if (change.op === 'upsert') rated(change.review);
        try {
          return (await hrev.reviews.list({ object_id: 1, source_ids: [1] })).data.map(rated);
        } catch (error) {
          if (isHrevError(error) && error.code === 'not_found') { const status: 404 = error.status; return [status]; }
          if (isHrevError(error, 'conflict', 'folder_not_empty')) { const status: 409 = error.status; return [status]; }
          throw error;
        }
      }
      export const described = (body: WebhookBody): string | number =>
        body.event === 'scrape.run.finished' ? body.finished_at
          : body.schema_version === '2' ? body.groups.length : body.objects.length;
      void verifyWebhook({ body: '', headers: new Headers(), secret: '' }).then(described);`;
    const wrong = [
      `hrev.objects.create({ names: 'x' });`,
      `hrev.objects.create({ name: 'x' }, { idempotencyKeys: 'x' });`,
      `hrev.folders.create({ name: 'x' }, { idempotencyKey: 'x' });`,
      `hrev.objects.get('7');`,
      `hrev.reviews.list({ object: 1 });`,
      `hrev.reviews.list({ sort_by: 'name' });`,
      `hrev.reviews.sync({ object_id: 1 });`,
      `hrev.keys.list();`,
      `isHrevError(0, 'not_founds');`,
      `new Hrev({ apiKey: 'x' });`,
    ];
    installed.write('right.mts', right);
    const head = `import { Hrev, isHrevError } from '@hrev/sdk'; declare const hrev: Hrev;`;
    installed.write('wrong.mts', [head, ...wrong].join('\n'));
    expect(typeErrors('right.mts')).toEqual([]);
    const lines = typeErrors('wrong.mts').map((error) => /^wrong\.mts:(\d+)/.exec(error)?.[1]);
    expect([...new Set(lines)]).toEqual(wrong.map((_, index) => String(index + 2)));
  });
});

describe('the examples of its README', () => {
  const files = (): readonly string[] => examples.map((_, number) => `example-${number}.mjs`);
  beforeAll(() => examples.forEach((code, number) => installed.write(`example-${number}.mjs`, code)));

  it('compile', () => {
    expect(examples).toHaveLength(6);
    expect(typeErrors(...files())).toEqual([]);
  });

  it.each([
    [0, /^object \d+ \[\n[^]*\n0 reviews to answer/],
    [1, /^Harbour Hotel 1\nObject 1\n$/],
    [2, /^no such object \(request \S+\)\n$/],
    [3, /^0 reviews are in ratings\.json\n$/],
  ])('no. %i runs', async (number, output) => expect(await run(`example-${number}.mjs`)).toMatch(output));

  it('no. 4 runs, while a worker writes the file', async () => {
    const leases = new ExportLeaseStore(app.database);
    const batches = app.app.get(ReviewBatchesService, { strict: false });
    const limits = { HREV_EXPORT_SPACE: 1, HREV_EXPORT_SPACE_TOTAL: 32_768 };
    const space = new ExportSpaceQuery(app.database);
    const writing = new WriteExportService(app.app.get(AccountsService), batches, leases, space, limits);
    const worker = new ExportWorker(new WakeupHandlers(), leases, writing);
    const polls = setInterval(() => void worker.poll(), 100);
    const output = await run('example-4.mjs').finally(() => clearInterval(polls));
    await worker.beforeApplicationShutdown();
    const rows = (REVIEWS / 5) * 2;
    expect(output).toBe(`${rows} reviews are in reviews.csv\n`);
    const file = readFileSync(path.join(installed.folder, 'reviews.csv'), 'utf8');
    expect(file.split('\r\n')).toHaveLength(rows + 2);
  });

  it('the receiver accepts deliveries, and refuses others', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64url')}`;
    const child = spawn(process.execPath, ['example-5.mjs'], {
      cwd: installed.folder,
      env: environment({ HREV_SIGNING_SECRET: secret }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const port = /port: (\d+)/.exec(line)?.[1];
    const body = renderSample({
      event: 'reviews.new',
      deliveryId: 1,
      occurredAt: new Date(),
      schemaVersion: 3,
      test: false,
    });
    const timestamp = Math.floor(Date.now() / 1_000);
    const head = { event: 'reviews.new', deliveryId: 1, eventId: 0, timestamp, sequence: 1 };
    const post = async (signedBy: string): Promise<number> => {
      const headers = signedHeaders(head, [signedBy], body);
      return (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: new Uint8Array(body) })).status;
    };
    expect([await post(secret), await post(secret.replace(/.$/, 'A'))]).toEqual([204, 401]);
    child.kill();
  });
});

(hasBrowser ? describe : describe.skip)('in a browser (needs Chromium)', () => {
  it('reads the API of its origin, and checks webhooks', async () => {
    const browser = await startBrowser();
    try {
      const page = await browser.newPage();
      // The pages of the service have a policy; this one is empty.
      await page.route(`${app.address}/sdk/**`, (route) => {
        const name = new URL(route.request().url()).pathname.replace('/sdk/', '');
        if (name === '') return route.fulfill({ contentType: 'text/html', body: '<!doctype html>' });
        const body = readFileSync(path.join(installed.folder, 'node_modules/@hrev/sdk/dist', name), 'utf8');
        return route.fulfill({ contentType: 'text/javascript', body });
      });
      await page.goto(`${app.address}/sdk/`);
      const [vector] = vectors;
      const program = `(async () => {
        const { Hrev, isHrevError, verifyWebhook } = await import('/sdk/index.mjs');
        const hrev = new Hrev({ baseUrl: location.origin, apiKey: ${JSON.stringify(account.full)} });
        const { total } = await hrev.reviews.list({ object_id: ${link.objectId} });
        const { id } = await hrev.objects.create({ name: 'From a browser' });
        const code = await hrev.objects.get(999999).catch((error) => isHrevError(error) && error.code);
        const { body, headers, secrets, now } = ${JSON.stringify(vector)};
        const { event } = await verifyWebhook({ body, headers, secret: secrets, now: now * 1000 });
        return [total, id > 0, code, event];
      })()`;
      expect(await page.evaluate(program)).toEqual([REVIEWS, true, 'not_found', 'reviews.new']);
    } finally {
      await browser.close();
    }
  });
});

/** Appends each change to its result: what is lost or applied twice is seen. It prints a line for each saved page. */
const CONSUMER = `
import { Hrev } from '@hrev/sdk';
import { FileStore } from '@hrev/sdk/node';
const hrev = new Hrev({ baseUrl: process.env.HREV_URL, apiKey: process.env.HREV_KEY, maxRetries: 10 });
class Store extends FileStore {
  async save(cursor) { process.stdout.write('save\\n'); await super.save(cursor); process.stdout.write('page\\n'); }
}
const store = new Store('copy.json', () => ({ applied: [], ratings: {} }));
process.stdout.write('begun\\n');
for await (const change of hrev.reviews.sync({ object_id: Number(process.env.OBJECT), limit: 3, store })) {
  if (change.op === 'reset') throw new Error('reset');
  store.state.applied.push(change.review_id);
  if (change.op === 'upsert') store.state.ratings[change.review_id] = change.review.rating;
  else delete store.state.ratings[change.review_id];
}
process.stdout.write('ended\\n');`;

describe('a consumer with a FileStore that is killed', () => {
  interface Copy {
    readonly cursor: string;
    readonly state: { readonly applied: readonly number[]; readonly ratings: Readonly<Record<string, number | null>> };
  }
  const copy = (): Copy => JSON.parse(readFileSync(path.join(installed.folder, 'copy.json'), 'utf8')) as Copy;
  const ratingsOfService = async (): Promise<Record<string, number>> => {
    const { Hrev } = await import('@libs/sdk');
    const ratings: Record<string, number> = {};
    const hrev = new Hrev({ baseUrl: app.address, apiKey: account.full });
    for await (const { id, rating } of hrev.reviews.listAll({ object_id: link.objectId, limit: 500 }))
      ratings[id] = rating ?? 0;
    return ratings;
  };

  interface Consumer extends ChildProcessByStdio<null, Readable, null> {
    readonly lines: () => string;
  }
  const pagesOf = (consumer: Consumer): number => consumer.lines().split('page').length - 1;

  /** How long the newest save took that was seen whole. */
  let saveMs = 5;

  /** Starts the consumer and waits for its first line. */
  async function begin(): Promise<Consumer> {
    const child = spawn(process.execPath, ['consumer.mjs'], {
      cwd: installed.folder,
      env: environment({ OBJECT: String(link.objectId) }),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let [output, saveBegan] = ['', 0];
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (text.endsWith('save\n')) saveBegan = performance.now();
      else if (text.startsWith('page\n') && saveBegan > 0) saveMs = performance.now() - saveBegan;
    });
    await once(child.stdout, 'data');
    return Object.assign(child, { lines: () => output }) as Consumer;
  }
  const ended = async (child: Consumer): Promise<void> => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  };

  async function runToTheEnd(): Promise<void> {
    const last = await begin();
    await ended(last);
    expect(last.lines()).toContain('ended');
  }

  it('has each review once, after any number of kills', async () => {
    installed.write('consumer.mjs', CONSUMER);
    let [kills, pages] = [0, 0];
    while (kills < KILLS) {
      const child = await begin();
      // After some pages, in another place each time: during a request, a change or a save.
      while (pagesOf(child) < kills % 5) await once(child.stdout, 'data');
      if (kills % 2 === 1) while (!child.lines().endsWith('save\n')) await once(child.stdout, 'data');
      await pause(Math.random() * (kills % 2 === 0 ? 8 : saveMs));
      child.kill('SIGKILL');
      await ended(child);
      expect(child.lines()).not.toContain('ended');
      pages += pagesOf(child);
      kills += 1;
    }
    expect(pages).toBeGreaterThan(0);
    await runToTheEnd();
    const ratings = await ratingsOfService();
    const { applied, ratings: copied } = copy().state;
    expect(Object.keys(ratings)).toHaveLength(REVIEWS);
    expect(copied).toEqual(ratings);
    expect([applied.length, new Set(applied).size]).toEqual([REVIEWS, REVIEWS]);
  });

  it('follows what is written meanwhile', async () => {
    const child = await begin();
    await insertChangedReviews(
      app.database,
      Array.from({ length: 25 }, () => ({ ...link, rating: 5 })),
    );
    child.kill('SIGKILL');
    await ended(child);
    await runToTheEnd();
    expect(copy().state.ratings).toEqual(await ratingsOfService());
    expect(copy().state.applied).toHaveLength(REVIEWS + 25);
  });
});
