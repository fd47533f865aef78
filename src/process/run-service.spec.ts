import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigError, loadConfig } from '@libs/config';
import { runService } from './run-service';

describe('a setting that cannot be read (contract §12.1)', () => {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'hrev-start-'));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  it('stops the start before a database is created or migrated, with an error that names HREV_EXTRA_SOURCES', async () => {
    const config = loadConfig({ HREV_HOME: home, HREV_EXTRA_SOURCES: join(home, 'nowhere.yaml') });
    const started = runService(config);
    await expect(started).rejects.toThrow(ConfigError);
    await expect(started).rejects.toThrow(/^HREV_EXTRA_SOURCES: .*nowhere/);
    expect(existsSync(join(home, 'pg'))).toBe(false);
  });
});
