import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@test/support/eventually';

const DEMO = path.join(__dirname, '../../scripts/demo.mjs');
const KIT = path.join(__dirname, '../../scripts/demo-kit.mjs');

/** README: `npm run demo` shows the service with the sandbox, and removes its files at the end. */
describe('the demo', () => {
  let temporary: string;
  beforeEach(() => {
    temporary = mkdtempSync(path.join(tmpdir(), 'hrev-demo-spec-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(temporary, 0o711);
  });
  afterEach(() => rmSync(temporary, { recursive: true, force: true }));

  it('shows all steps, and stops and cleans up on Ctrl-C', async () => {
    const child = spawn(process.execPath, [DEMO], {
      env: { ...process.env, TMPDIR: temporary, HREV_RATE_LIMIT: 'not a number' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const exited = once(child, 'exit');
    await eventually('the end of the steps', 180_000, () =>
      Promise.resolve(output.includes('keeps running') || child.exitCode !== null),
    );
    const [, link = ''] = /(http:\/\/localhost:\d+\/console\/setup#[\w-]{43})/.exec(output) ?? [];
    expect((await fetch(link)).headers.get('content-type')).toContain('text/html');
    child.kill('SIGINT');
    expect([await exited, output.includes('failed')]).toEqual([[0, null], false]);
    for (const [what, pattern] of [
      ['a link that is refused', /"error_code": "source_not_detected"|… \d+ more lines/],
      ['complete collections', /"stop_reason": "complete"/],
      ['the new review', /"author": "Nora N\."/],
      ['the deleted review', /"is_deleted": true/],
      ['the signed delivery', /reviews\.new, delivery 1: 1 reviews/],
    ] as const)
      expect([what, pattern.test(output)]).toEqual([what, true]);
    expect(readdirSync(temporary).filter((name) => name.startsWith('hrev-demo-'))).toEqual([]);
  });
});

/** README: `npm run demo:kit` uses the SDK, local webhooks, an export and MCP, and checks each result. */
describe('the demonstration of the kit', () => {
  let temporary: string;
  beforeEach(() => {
    temporary = mkdtempSync(path.join(tmpdir(), 'hrev-kit-spec-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(temporary, 0o711);
  });
  afterEach(() => rmSync(temporary, { recursive: true, force: true }));

  it('ends without an error, prints the result and the seconds of each step, and removes its files', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [KIT], {
      env: { ...process.env, TMPDIR: temporary, HREV_RATE_LIMIT: 'not a number' },
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, '']);
    for (const [what, pattern] of [
      ['reviews that the SDK has read', /^ {4}492 reviews; the newest:$/m],
      ['the signed event', /reviews\.new, delivery \d+: 1 reviews/],
      ['the counts of DuckDB', /DuckDB: +(\{"app-store":252,"steam":240\})\n {4}analytics: \1/],
      ['a review by MCP, with its texts in the marked field', /"rating":1,.*"untrusted":\{"author":/],
      ['the proposal that publishes nothing', /propose_reply: A person decides in the console/],
      ['the refused reply', /with its key: 403/],
      ['the seconds of five steps', /(?:^ +\d+\.\d s {2}\S.*\n){5}/m],
    ] as const)
      expect([what, pattern.test(stdout)]).toEqual([what, true]);
    expect(readdirSync(temporary)).toEqual([]);
  });
});
