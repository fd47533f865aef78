import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@test/support/eventually';

const DEMO = path.join(__dirname, '../../scripts/demo.mjs');

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
