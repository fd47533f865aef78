import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { browserVersion } from './browser-version';

describe('the version of the browser', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'hrev-browser-'))));
  afterEach(() => {
    delete process.env['HREV_ENCRYPTION_KEY'];
    rmSync(folder, { recursive: true });
  });

  const program = (name: string, script: string): string => {
    const path = join(folder, name);
    writeFileSync(path, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    return path;
  };

  it('is that of the path of the operator, not of an installed browser', async () => {
    const chromiumPath = program('own', 'test "$1" = --version && echo "Chromium 156.0.8078.108 built on Debian"');
    const candidates = [program('installed', 'echo Chromium 1.2.3.4')];
    expect(await browserVersion({ chromiumPath, candidates })).toBe('156.0.8078.108');
  });

  it('is that of the first installed browser', async () => {
    const candidates = [join(folder, 'missing'), program('installed', 'echo Google Chrome 157.0.1.2 ')];
    expect(await browserVersion({ chromiumPath: null, candidates })).toBe('157.0.1.2');
  });

  it.each([
    ['fails', 'exit 1'],
    ['states no version', 'echo a browser'],
  ])('is null if the program %s', async (_, script) => {
    expect(await browserVersion({ chromiumPath: program('own', script) })).toBeNull();
  });

  it('is null for a path without a program', async () => {
    expect(await browserVersion({ chromiumPath: join(folder, 'missing') })).toBeNull();
  });

  it('is read without the environment of the service', async () => {
    process.env['HREV_ENCRYPTION_KEY'] = '77.7';
    expect(await browserVersion({ chromiumPath: program('own', 'echo "$HREV_ENCRYPTION_KEY"') })).toBeNull();
  });

  it('is that of the optional package if no browser is installed', async () => {
    const found = await browserVersion({ chromiumPath: null, candidates: [] });
    const isSupported = process.platform === 'linux' && process.arch === 'x64';
    expect(found).toEqual(isSupported ? expect.stringMatching(/^147\./) : null);
  });
});
