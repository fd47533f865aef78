import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sweepLeftovers } from './leftovers';

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('sweepLeftovers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hrev-spec-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  onLinux('removes the folders of killed browsers unless a process uses them (skipped outside Linux)', async () => {
    const used = 'playwright_chromiumdev_profile-used';
    const ended = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => ended.once('exit', resolve));
    const user = spawn(process.execPath, [
      '-e',
      'setInterval(() => 0, 1000)',
      '--',
      `--user-data-dir=${join(folder, used)}`,
    ]);
    const old = new Date(Date.now() - 120_000);
    const make = (name: string) => {
      mkdirSync(join(folder, name, 'Default'), { recursive: true });
      utimesSync(join(folder, name), old, old);
    };
    const kept = ['playwright-artifacts-x', 'unrelated', `hrev-browser-${process.pid}-x`, used];
    ['playwright_chromiumdev_profile-left', `hrev-browser-${ended.pid}-x`, ...kept].forEach(make);
    mkdirSync(join(folder, 'playwright_chromiumdev_profile-young'));
    try {
      expect(sweepLeftovers(folder)).toBe(2);
      expect(readdirSync(folder).sort()).toEqual([...kept, 'playwright_chromiumdev_profile-young'].sort());
    } finally {
      user.kill('SIGKILL');
    }
  });

  it('returns 0 if the folder cannot be read', () => {
    expect(sweepLeftovers(join(folder, 'missing'))).toBe(0);
  });
});
