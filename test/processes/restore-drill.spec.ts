import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const DRILL = path.join(__dirname, '../../scripts/drill-restore.mjs');
const LIMIT_MS = 900_000;

/** docs/operations/backup.md, "The drill": a mistake and the loss of the machine, both restored, with RPO and RTO. */
describe('the restore drill', () => {
  let temporary: string;
  beforeEach(() => {
    temporary = mkdtempSync(path.join(tmpdir(), 'hrev-drill-spec-'));
    // If this process is root, PostgreSQL runs as another user, which needs access to the folder.
    chmodSync(temporary, 0o711);
  });
  afterEach(() => rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

  it(
    'restores the moment before a mistake and a lost machine, and prints RPO and RTO',
    async () => {
      const child = spawn(process.execPath, [DRILL, '--short'], {
        env: { ...process.env, TMPDIR: temporary, HREV_BACKUP_DIR: '/ignored' },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let output = '';
      child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
      await once(child, 'close');
      expect(output).toContain('The drill has passed.');
      const line = /^result: (.*)$/m.exec(output)?.[1] ?? '{}';
      const seconds = { rpo_seconds: expect.any(Number) as number, rto_seconds: expect.any(Number) as number };
      expect(JSON.parse(line)).toEqual({
        mistake: { ...seconds, rpo_seconds: 0, lost_writes: 0 },
        machine: { ...seconds, lost_writes: expect.any(Number) as number },
      });
      expect(readdirSync(temporary)).toEqual([]);
    },
    LIMIT_MS,
  );
});
