import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openKeysFile } from './first-keys-file';
import { StartProblem } from './start-problem';

describe('the file for the keys of a first start (contract §12.1: mode 600)', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(tmpdir(), 'hrev-keys-'));
  });
  afterEach(() => {
    chmodSync(home, 0o700);
    rmSync(home, { recursive: true, force: true });
  });

  it('exists before the keys, is readable only by its owner under any umask, and contains only the text of the last write', () => {
    const umask = process.umask(0);
    try {
      const file = openKeysFile(path.join(home, 'not', 'there'));
      expect([statSync(file.path).mode & 0o777, statSync(file.path).size]).toEqual([0o600, 0]);
      file.write('a longer text');
      file.write('text');
      expect([readFileSync(file.path, 'utf8'), statSync(file.path).mode & 0o777]).toEqual(['text', 0o600]);
      file.remove();
      expect(readdirSync(path.dirname(file.path))).toEqual([]);
    } finally {
      process.umask(umask);
    }
  });

  it('does not change the file of an earlier start, and does not follow a symbolic link', () => {
    const elsewhere = path.join(home, 'elsewhere');
    writeFileSync(path.join(home, 'first-start-keys'), 'older keys');
    symlinkSync(elsewhere, path.join(home, 'first-start-keys-2'));
    const file = openKeysFile(home);
    file.write('keys');
    expect(file.path).toBe(path.join(home, 'first-start-keys-3'));
    expect(readFileSync(path.join(home, 'first-start-keys'), 'utf8')).toBe('older keys');
    expect(readdirSync(home)).not.toContain('elsewhere');
  });

  it('ends the start with instructions if it cannot be created', () => {
    writeFileSync(path.join(home, 'file'), '');
    expect(() => openKeysFile(path.join(home, 'file', 'home'))).toThrow(StartProblem);
    expect(() => openKeysFile(path.join(home, 'file', 'home'))).toThrow(/HREV_HOME/);
  });
});
