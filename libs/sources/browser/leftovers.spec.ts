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
    const usedProfile = 'playwright_chromiumdev_profile-used';
    const endedProcess = spawn(process.execPath, ['-e', '0']);
    await new Promise((resolve) => endedProcess.once('exit', resolve));
    const usingProcess = spawn(process.execPath, [
      '-e',
      'setInterval(() => 0, 1000)',
      '--',
      `--user-data-dir=${join(folder, usedProfile)}`,
    ]);
    const oldTime = new Date(Date.now() - 120_000);
    const makeFolder = (name: string) => {
      mkdirSync(join(folder, name, 'Default'), { recursive: true });
      utimesSync(join(folder, name), oldTime, oldTime);
    };
    const remainingFolders = ['playwright-artifacts-x', 'unrelated', `hrev-browser-${process.pid}-x`, usedProfile];
    ['playwright_chromiumdev_profile-left', `hrev-browser-${endedProcess.pid}-x`, ...remainingFolders].forEach(
      makeFolder,
    );
    mkdirSync(join(folder, 'playwright_chromiumdev_profile-young'));
    try {
      expect(sweepLeftovers(folder)).toBe(2);
      expect(readdirSync(folder).sort()).toEqual([...remainingFolders, 'playwright_chromiumdev_profile-young'].sort());
    } finally {
      usingProcess.kill('SIGKILL');
    }
  });

  it('returns 0 if the folder cannot be read', () => {
    expect(sweepLeftovers(join(folder, 'missing'))).toBe(0);
  });
});
