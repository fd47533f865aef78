import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serverUser } from './system-user';

/** No system gives this number to a user. */
const UNKNOWN = 4_000_000_000;
const folder = mkdtempSync(path.join(tmpdir(), 'hrev-user-'));
afterAll(() => rmSync(folder, { recursive: true }));

(process.getuid?.() === 0 ? test : test.skip)(
  'a data folder of a user that /etc/passwd does not have is refused',
  () => {
    chownSync(folder, UNKNOWN, UNKNOWN);
    expect(() => serverUser(folder)).toThrow(
      `The data folder ${folder} belongs to user ${UNKNOWN}, which is not in /etc/passwd`,
    );
  },
);
