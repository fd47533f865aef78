/** The Python SDK against the running service, in processes of its own: its types, its examples, and a consumer that is killed. */
import { execFile, spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { Hrev } from '@libs/sdk';
import { WakeupHandlers } from '@libs/queue';
import { AccountsService } from '@src/auth';
import { ExportWorker } from '@src/exports/jobs/export.worker';
import { ExportLeaseStore } from '@src/exports/persistence/export-lease.store';
import { ExportSpaceQuery } from '@src/exports/persistence/export-space.query';
import { WriteExportService } from '@src/exports/write-export.service';
import { ReviewBatchesService } from '@src/reviews';
import { signedHeaders } from '@src/webhooks/domain/signature';
import { renderSample } from '@src/webhooks/payloads/sample';
import { describeWithPython, PYTHON, PYTHON_ENVIRONMENT, PYTHON_SDK } from '@test/support/python';
import { insertChangedReviews } from '@test/support/review-factory';
import { aLink, type LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';

const ROOT = path.join(PYTHON_SDK, '../..');
const PYRIGHT = path.join(ROOT, 'node_modules/pyright/index.js');
const REVIEWS = 400;
const KILLS = 12;
const readme = readFileSync(path.join(PYTHON_SDK, 'README.md'), 'utf8');
const examples = [...readme.matchAll(/^```python\n([^]*?)^```$/gm)].map(([, code = '']) => code);

let app: TestApp;
let account: TestAccount;
let link: LinkFixture;
let folder = '';

beforeAll(async () => {
  if (PYTHON === null) return;
  folder = mkdtempSync(path.join(tmpdir(), 'hrev-sdk-python-'));
  app = await testApp({ environment: { HREV_RATE_LIMIT: '100000' } });
  account = await app.anAccount();
  link = await aLink(app.database, { accountId: account.accountId });
  await insertChangedReviews(
    app.database,
    Array.from({ length: REVIEWS }, (_, n) => ({ ...link, rating: 1 + (n % 5) })),
  );
});
afterAll(async () => {
  await app?.close();
  if (folder !== '') rmSync(folder, { recursive: true, force: true });
});

const environment = (more: Readonly<Record<string, string>> = {}) => ({
  ...PYTHON_ENVIRONMENT,
  HREV_URL: app.address,
  HREV_KEY: account.full,
  ...more,
});
const write = (name: string, text: string): void => writeFileSync(path.join(folder, name), text);

async function run(...args: readonly string[]): Promise<string> {
  const options = { cwd: folder, env: environment() };
  const { stdout, stderr } = await promisify(execFile)(PYTHON ?? '', ['-W', 'error', ...args], options);
  expect(stderr).toBe('');
  return stdout;
}

describeWithPython('the types of the Python SDK', () => {
  interface Found {
    readonly file: string;
    readonly severity: string;
    readonly message: string;
    readonly range: { readonly start: { readonly line: number } };
  }

  /** What the type checker says with strict settings: about the SDK, its tests, and files of the folder. */
  function typeErrors(): readonly string[] {
    const sources = ['src', 'tests'].map((name) => path.join(PYTHON_SDK, name));
    const settings = {
      include: ['.', ...sources.map((name) => path.relative(folder, name))],
      typeCheckingMode: 'strict',
      pythonVersion: '3.9',
      extraPaths: sources,
    };
    write('pyrightconfig.json', JSON.stringify(settings));
    const { stdout, stderr } = spawnSync(process.execPath, [PYRIGHT, '-p', folder, '--outputjson'], {
      encoding: 'utf8',
    });
    if (stdout === '') throw new Error(stderr);
    const { generalDiagnostics: found } = JSON.parse(stdout) as { readonly generalDiagnostics: readonly Found[] };
    return found
      .filter(({ severity }) => severity === 'error')
      .map(({ file, message, range }) => `${path.basename(file)}:${range.start.line + 1} ${message}`);
  }

  it('are complete, and distinguish requests, changes and bodies of webhooks', () => {
    const right = `
from typing import List, Optional
from hrev import FileStore, Hrev, SyncStore, verify_webhook
from hrev.errors import NotFoundError
from hrev.types import Review

hrev = Hrev("http://localhost", "hrev_x")

def rated(review: Review) -> Optional[float]:
    return review["rating"]

def all_ratings() -> List[Optional[float]]:
    store: SyncStore = FileStore[List[int]]("x", list)
    for change in hrev.reviews.sync(folder_id=1, store=store):
        if change["op"] == "upsert":
            rated(change["review"])
    try:
        return [rated(review) for review in hrev.reviews.list(object_id=1, source_ids=[1])["data"]]
    except NotFoundError as error:
        return [error.status]

def described() -> str:
    body = verify_webhook(b"", {"a": "b"}, "")
    if body["event"] == "scrape.run.finished":
        return body["finished_at"]
    return str(len(body["groups"] if body["schema_version"] == "2" else body["objects"]))
`;
    const wrong = [
      `hrev.objects.create({"names": "x"})`,
      `hrev.folders.create({"name": "x"}, idempotency_key="x")`,
      `hrev.objects.get("7")`,
      `hrev.reviews.list(object=1)`,
      `hrev.reviews.list(sort_by="name")`,
      `hrev.reviews.sync(object_id=1)`,
      `hrev.keys.list()`,
      `hrev.no_such_resource`,
      `Hrev(api_key="x")`,
      `hrev.reviews.get(7)["ratings"]`,
    ];
    write('right.py', right);
    write('wrong.py', [`from hrev import Hrev; hrev = Hrev("http://localhost", "hrev_x")`, ...wrong].join('\n'));
    examples.forEach((code, number) => write(`typed_${number}.py`, code));
    const found = typeErrors();
    expect(found.filter((error) => !error.startsWith('wrong.py'))).toEqual([]);
    const lines = found.map((error) => /^wrong\.py:(\d+)/.exec(error)?.[1]);
    expect([...new Set(lines)]).toEqual(wrong.map((_, index) => String(index + 2)));
  });

  it('are announced by the package, whose version is that of the service', () => {
    const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      readonly version: string;
    };
    const project = readFileSync(path.join(PYTHON_SDK, 'pyproject.toml'), 'utf8');
    expect(/^version = "(.*)"$/m.exec(project)?.[1]).toBe(version);
    expect(project).not.toMatch(/^dependencies/m);
    expect(readFileSync(path.join(PYTHON_SDK, 'src/hrev/_version.py'), 'utf8')).toContain(`__version__ = "${version}"`);
    expect(readFileSync(path.join(PYTHON_SDK, 'src/hrev/py.typed'), 'utf8')).toBe('');
  });
});

describeWithPython('the examples of its README', () => {
  beforeAll(() => examples.forEach((code, number) => write(`example_${number}.py`, code)));

  it.each([
    [0, /^object \d+ \[\{.*\}\]\n0 reviews to answer, the newest is \[\]\n$/],
    [1, /^Harbour Hotel 1\nObject 1\n$/],
    [2, /^no such object \(request \S+\)\n$/],
    [3, /^0 reviews are in ratings\.json\n$/],
  ])('no. %i runs', async (number, output) => expect(await run(`example_${number}.py`)).toMatch(output));

  it('no. 4 runs, while a worker writes the file', async () => {
    expect(examples).toHaveLength(6);
    const leases = new ExportLeaseStore(app.database);
    const batches = app.app.get(ReviewBatchesService, { strict: false });
    const limits = { HREV_EXPORT_SPACE: 1, HREV_EXPORT_SPACE_TOTAL: 32_768 };
    const space = new ExportSpaceQuery(app.database);
    const writing = new WriteExportService(app.app.get(AccountsService), batches, leases, space, limits);
    const worker = new ExportWorker(new WakeupHandlers(), leases, writing);
    const polls = setInterval(() => void worker.poll(), 100);
    const output = await run('example_4.py').finally(() => clearInterval(polls));
    await worker.beforeApplicationShutdown();
    const rows = (REVIEWS / 5) * 2;
    expect(output).toBe(`${rows} reviews are in reviews.csv\n`);
    expect(readFileSync(path.join(folder, 'reviews.csv'), 'utf8').split('\r\n')).toHaveLength(rows + 2);
  });

  it('the receiver accepts deliveries, and refuses others', async () => {
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64url')}`;
    const child = spawn(PYTHON ?? '', ['example_5.py'], {
      cwd: folder,
      env: environment({ HREV_SIGNING_SECRET: secret }),
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string];
    const port = /listening (\d+)/.exec(line)?.[1];
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

/** Appends each change to its result: what is lost or applied twice is seen. It prints a line for each saved page. */
const CONSUMER = `
import os
from hrev import FileStore, Hrev

hrev = Hrev(os.environ["HREV_URL"], os.environ["HREV_KEY"], max_retries=10)

class Store(FileStore):
    def save(self, cursor):
        print("save", flush=True)
        super().save(cursor)
        print("page", flush=True)

store = Store("copy.json", lambda: {"applied": [], "ratings": {}})
print("begun", flush=True)
for change in hrev.reviews.sync(object_id=int(os.environ["OBJECT"]), limit=3, store=store):
    assert change["op"] != "reset"
    store.state["applied"].append(change["review_id"])
    if change["op"] == "upsert":
        store.state["ratings"][str(change["review_id"])] = change["review"]["rating"]
    else:
        store.state["ratings"].pop(str(change["review_id"]), None)
print("ended", flush=True)
`;

describeWithPython('a Python consumer with a FileStore that is killed', () => {
  interface Copy {
    readonly state: { readonly applied: readonly number[]; readonly ratings: Readonly<Record<string, number | null>> };
  }
  const copy = (): Copy => JSON.parse(readFileSync(path.join(folder, 'copy.json'), 'utf8')) as Copy;
  const ratingsOfService = async (): Promise<Record<string, number>> => {
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

  async function begin(): Promise<Consumer> {
    const child = spawn(PYTHON ?? '', ['consumer.py'], {
      cwd: folder,
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
    write('consumer.py', CONSUMER);
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
