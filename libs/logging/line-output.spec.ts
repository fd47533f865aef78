import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, readSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { LineOutput } from './line-output';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/**
 * A failing log must not stop the process (fault F41). The tests write to a named pipe, whose reader closes it, stops reading, or
 * is replaced by another reader.
 */
describe('log output whose reader closes the pipe or stops reading', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hrev-lines-'));
  const path = join(folder, 'pipe');
  const lostCounts: number[] = [];
  let reader = -1;
  let writer = -1;
  let output: LineOutput;

  beforeAll(() => {
    expect(spawnSync('mkfifo', [path]).status).toBe(0);
    reader = openReader();
    writer = openSync(path, O_WRONLY | O_NONBLOCK);
    output = new LineOutput(writer, (lines) => void lostCounts.push(lines));
  });
  afterAll(() => {
    closeSync(reader);
    closeSync(writer);
    rmSync(folder, { recursive: true, force: true });
  });
  beforeEach(() => void lostCounts.splice(0));

  const openReader = (): number => openSync(path, O_RDONLY | O_NONBLOCK);

  /** Reads the current content of the pipe. */
  function drain(): string {
    const buffer = Buffer.alloc(65_536);
    let text = '';
    try {
      for (let bytes = 1; bytes > 0;) {
        bytes = readSync(reader, buffer);
        text += buffer.toString('utf8', 0, bytes);
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
    }
    return text;
  }

  async function readUntil(end: string): Promise<string> {
    let text = '';
    const deadline = performance.now() + 10_000;
    while (!text.endsWith(end)) {
      if (performance.now() > deadline) throw new Error(`got ${JSON.stringify(text.slice(-200))}`);
      text += drain();
      await pause(5);
    }
    return text;
  }

  it('continues with a new reader and reports how many lines were lost', async () => {
    output.write('one\n');
    expect(await readUntil('one\n')).toBe('one\n');
    closeSync(reader);
    output.write('two\n');
    output.flushSync();
    output.write('three\n');
    output.write('four\n');
    output.flushSync();
    expect(lostCounts).toEqual([]);
    reader = openReader();
    output.write('five\n');
    expect(await readUntil('five\n')).toBe('five\n');
    expect(lostCounts).toEqual([3]);
  });

  it('starts a new line after a line that was written in part', async () => {
    output.write(`${'x'.repeat(100_000)}\n`);
    await pause(100);
    closeSync(reader);
    // The next write finds no reader, so the rest of the line is lost.
    await pause(300);
    reader = openReader();
    output.write('next\n');
    const text = await readUntil('next\n');
    expect(text).toMatch(/^x*\nnext\n$/);
    expect(lostCounts).toEqual([1]);
  });

  it('buffers lines for a reader that does not read, up to a limit', async () => {
    const line = `${'y'.repeat(999)}\n`;
    for (let number = 0; number < 3_000; number += 1) output.write(line);
    const text = await readUntil(line);
    output.write('last\n');
    const all = text + (await readUntil('last\n'));
    const arrived = all.split('\n').filter((one) => one === line.trimEnd()).length;
    expect(arrived).toBeGreaterThan(1_000);
    expect(arrived + lostCounts.reduce((sum, count) => sum + count, 0)).toBe(3_000);
  });

  it('flushSync returns although the reader does not read', () => {
    for (let number = 0; number < 1_000; number += 1) output.write(`${'z'.repeat(999)}\n`);
    const startMs = performance.now();
    output.flushSync();
    expect(performance.now() - startMs).toBeLessThan(5_000);
  });
});
