/** The guides of docs/guides, run from their own text against the running service, with the sandbox in place of the platforms. */
import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import ts from 'typescript';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { patient } from '@test/faults/support/patience';
import { eventually } from '@test/support/eventually';
import { differences, isPrinted, programOf, readGuide, type Guide, type Language } from '@test/support/guide';
import { PYTHON, PYTHON_ENVIRONMENT } from '@test/support/python';
import { SdkPackage } from '@test/support/sdk-package';
import {
  ApiClient,
  flowEnvironment,
  hrev,
  ROOT,
  ServiceProcess,
  type Environment,
} from '@test/support/service-process';
import { createTestDatabase, type TestDatabase } from '@test/support/test-database';

/** In the order in which a reader follows them: later guides use what the earlier ones have created. */
const NAMES = [
  'first-reviews',
  'read-and-filter',
  'keep-a-copy',
  'import-objects',
  'export-reviews',
  'analytics',
  'reply',
  'receive-webhooks',
  'connect-an-agent',
];
const guides = new Map(NAMES.map((name) => [name, readGuide(name)]));
const LANGUAGES: readonly Language[] = PYTHON === null ? ['curl', 'TypeScript'] : ['curl', 'TypeScript', 'Python'];
const LIMIT_MS = patient(180_000);
const MARK = '\u001E';
/** Sets a variable to an id that the page shows: a reader takes that of the response above. */
const SHOWN_ID = /^([A-Z]+)=\d+\b.*$/gm;

/** A reader with an account, who follows all guides in one language. */
interface Reader {
  readonly language: Language;
  readonly folder: string;
  readonly environment: Environment;
  readonly api: ApiClient;
}

let sandbox: SandboxServer;
let database: TestDatabase;
let service: ServiceProcess;
let packed: SdkPackage;
let readers: readonly Reader[];

beforeAll(async () => {
  sandbox = new SandboxServer(sandboxPlatforms);
  await sandbox.start();
  sandbox.seedDemo();
  packed = SdkPackage.pack();
  mkdirSync(path.join(packed.folder, 'node_modules/@modelcontextprotocol'));
  for (const name of ['client', 'core'])
    symlinkSync(
      path.join(ROOT, 'node_modules/@modelcontextprotocol', name),
      path.join(packed.folder, 'node_modules/@modelcontextprotocol', name),
    );
  database = await createTestDatabase();
  const environment = flowEnvironment(database.url, {
    HREV_SOURCE_ORIGINS: JSON.stringify(sandbox.origins),
    HREV_COLLECT_MIN_GAP: '0s',
    HREV_RATE_LIMIT: '100000',
    HREV_HOME: packed.folder,
  });
  service = await ServiceProcess.start('all', environment);
  readers = await Promise.all(LANGUAGES.map((language) => aReader(language, environment)));
});
afterAll(async () => {
  await service?.stop();
  await database?.drop();
  await sandbox?.stop();
  packed?.remove();
});

async function aReader(language: Language, service_: Environment): Promise<Reader> {
  const created = await hrev(service_, 'account', 'create', '--name', language, '--plan', 'full', '--json');
  const { full: key } = created.json<{ readonly keys: { readonly full: string } }>().keys;
  const folder = path.join(packed.folder, language);
  mkdirSync(folder);
  packed.write(`${language}/hrev`, `#!/bin/sh\nexec '${process.execPath}' '${ROOT}/dist/src/cli/main.js' "$@"\n`);
  chmodSync(path.join(folder, 'hrev'), 0o755);
  const environment = {
    ...service_,
    ...PYTHON_ENVIRONMENT,
    PATH: `${folder}:${process.env['PATH'] ?? ''}`,
    HREV_HOME: folder,
    HREV_URL: service.origin,
    HREV_KEY: key,
  };
  return { language, folder, environment, api: new ApiClient(service.origin, key) };
}

/** The environment of a reader who has set HREV_OBJECT as the guides say. */
async function environmentOf({ api, environment }: Reader): Promise<Environment> {
  const { body } = await api.request('GET', '/v3/objects?search=Harbour&limit=1');
  const [object] = (body as { readonly data: readonly { readonly id: number }[] }).data;
  return { ...environment, HREV_OBJECT: String(object?.id ?? 0) };
}

async function run(reader: Reader, program: string, args: readonly string[], more: Environment = {}): Promise<string> {
  const env = { ...(await environmentOf(reader)), ...more };
  const { stdout } = await promisify(execFile)(program, args, { cwd: reader.folder, env, timeout: LIMIT_MS });
  return stdout;
}

const bash = (reader: Reader, code: string, more: Environment = {}): Promise<string> =>
  run(reader, 'bash', ['-e', '-o', 'pipefail', '-c', code], more);

/** Follows a guide with curl. Returns what differs from the page. */
async function followWithCurl(reader: Reader, guide: Guide): Promise<readonly string[]> {
  const found: string[] = [];
  const ids: Record<string, string> = {};
  let above: unknown = null;
  for (const [index, step] of guide.steps.entries()) {
    const code = step.code.get('curl');
    if (code === undefined) continue;
    for (const [, name = ''] of code.matchAll(SHOWN_ID)) ids[name] = String((above as { readonly id: number }).id);
    const output = await bash(reader, code.replaceAll(SHOWN_ID, ''), ids);
    if (step.commandPrints !== null) {
      if (!isPrinted(step.commandPrints, output)) found.push(`step ${index + 1} prints ${output}`);
      continue;
    }
    above = JSON.parse(output);
    const different = differences(step.response, above);
    if (different.length > 0) found.push(`step ${index + 1}:`, ...different, `the response: ${output}`);
  }
  return found;
}

/** Follows a guide with the programs of a language. Returns what differs from the page. */
async function followWithPrograms(reader: Reader, guide: Guide): Promise<readonly string[]> {
  const { language, folder } = reader;
  const isPython = language === 'Python';
  const mark = isPython ? `print("${MARK}")` : `console.log('${MARK}');`;
  const program = programOf(guide, language, mark);
  const file = path.join(folder, `${guide.name}.${isPython ? 'py' : 'mjs'}`);
  writeFileSync(file, isPython ? program : javascriptOf(program));
  const output = await (isPython
    ? run(reader, PYTHON ?? '', ['-W', 'error', file])
    : run(reader, process.execPath, [file]));
  const printed = output.split(`${MARK}\n`);
  const steps = guide.steps.filter(({ code }) => code.has(language));
  return steps.flatMap(({ programPrints }, index) =>
    isPrinted(programPrints ?? '', printed[index] ?? '') ? [] : [`step ${index + 1} prints ${printed[index]}`],
  );
}

const javascriptOf = (program: string): string =>
  ts.transpileModule(program, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext, verbatimModuleSyntax: true },
  }).outputText;

// Before the guides, whose webhook no test can reach: `hrev trigger` would name it as failed.
describe('the receivers of the guide', () => {
  const children: ChildProcess[] = [];
  afterEach(() => children.splice(0).forEach((child) => child.kill('SIGKILL')));

  async function start(reader: Reader, program: string, args: readonly string[], more: Environment = {}) {
    const child = spawn(program, args, { cwd: reader.folder, env: { ...reader.environment, ...more } });
    children.push(child);
    let [output, notes] = ['', ''];
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (notes += text.toString()));
    return { child, output: () => output, notes: () => notes };
  }

  it.each(LANGUAGES.filter((language) => language !== 'curl'))('%s: prints what the page shows', async (language) => {
    const reader = readers.find((one) => one.language === language) as Reader;
    const guide = guides.get('receive-webhooks') as Guide;
    const step = guide.steps.find(({ code }) => code.has('receiver.ts'));
    const { body } = await reader.api.request('GET', '/v3/webhooks/secret');
    const { secret } = body as { readonly secret: string };
    const isPython = language === 'Python';
    const file = path.join(reader.folder, isPython ? 'receiver.py' : 'receiver.mjs');
    const code = step?.code.get(isPython ? 'receiver.py' : 'receiver.ts') ?? '';
    writeFileSync(file, isPython ? code : javascriptOf(code));
    const program = isPython ? (PYTHON ?? '') : process.execPath;
    const receiver = await start(reader, program, [file], { HREV_SIGNING_SECRET: secret });
    await eventually('the receiver', LIMIT_MS, () => receiver.output().includes('listening'));
    const [listen = '', trigger = ''] = guide.commands;
    const listener = await start(reader, 'bash', ['-c', `exec ${listen}`]);
    await eventually('the listener', LIMIT_MS, () => listener.notes().includes('Listener'));
    await bash(reader, trigger);
    const shown = step?.programPrints ?? 'nothing';
    await eventually(`the event: ${receiver.output()}`, LIMIT_MS, () => receiver.output().split('\n').length > 2);
    expect([shown, isPrinted(shown, receiver.output())]).toEqual([shown, true]);
    listener.child.kill('SIGINT');
    await once(listener.child, 'exit');
  });
});

describe('the guides', () => {
  it('are all tested', () => {
    const pages = readdirSync(path.join(ROOT, 'docs/guides')).map((file) => file.replace(/\.md$/, ''));
    expect([...NAMES].sort()).toEqual(pages.sort());
  });

  it('have programs of TypeScript with the types of the SDK', () => {
    const files = [...guides.values()].flatMap((guide) => {
      const receiver = guide.steps.flatMap(({ code }) => code.get('receiver.ts') ?? []);
      return [programOf(guide, 'TypeScript', ''), ...receiver].map((text, index) =>
        packed.write(`${guide.name}-${index}.mts`, `${text}\nexport {};\n`),
      );
    });
    const program = ts.createProgram(files, {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      types: ['node'],
      typeRoots: [path.join(packed.folder, 'node_modules/@types')],
    });
    const problems = ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => {
      return `${path.basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
    expect(problems).toEqual([]);
  });

  describe.each(NAMES)('%s', (name) => {
    const guide = guides.get(name) as Guide;

    beforeAll(async () => {
      await Promise.all(
        readers.map(async (reader) => {
          for (const command of guide.preparation) await bash(reader, command);
        }),
      );
    });

    it.each(LANGUAGES)('%s prints what the page shows', async (language) => {
      const reader = readers.find((one) => one.language === language) as Reader;
      const follow = language === 'curl' ? followWithCurl : followWithPrograms;
      expect(await follow(reader, guide)).toEqual([]);
    });
  });
});
