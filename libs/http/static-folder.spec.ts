import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StaticFolder } from './static-folder';

describe('the files of a built folder', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hrev-static-'));
  mkdirSync(path.join(folder, 'assets'));
  for (const name of ['kept.js', 'removed.js', 'read-before.js'])
    writeFileSync(path.join(folder, 'assets', name), name);
  const files = new StaticFolder(folder, ['.js']);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('a file that an upgrade in place has removed is missing, unless it was read before', () => {
    expect(files.file('/assets/read-before.js')).not.toBeNull();
    for (const name of ['removed.js', 'read-before.js']) rmSync(path.join(folder, 'assets', name));
    expect(['kept', 'removed', 'read-before'].map((name) => files.file(`/assets/${name}.js`) !== null)).toEqual([
      true,
      false,
      true,
    ]);
  });
});
