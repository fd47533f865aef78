import { spawnSync } from 'node:child_process';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');
export const PYTHON_SDK = path.join(ROOT, 'libs/sdk-python');

/** Python 3.9 or newer: that of the system before one that a developer has installed. Null if there is none. */
export const PYTHON = ['/usr/bin/python3', 'python3'].find(isNewEnough) ?? null;

/** For programs that import the SDK from its sources, and leave no files beside them. */
export const PYTHON_ENVIRONMENT = {
  PATH: process.env['PATH'] ?? '',
  PYTHONPATH: path.join(PYTHON_SDK, 'src'),
  PYTHONDONTWRITEBYTECODE: '1',
};

/** `describe`, or a skipped one whose title says what is missing. */
export function describeWithPython(title: string, body: () => void): void {
  if (PYTHON === null) describe.skip(`${title} (skipped: needs python3, 3.9 or newer)`, body);
  else describe(title, body);
}

function isNewEnough(command: string): boolean {
  const program = 'import sys; sys.exit(sys.version_info < (3, 9))';
  return spawnSync(command, ['-c', program], { stdio: 'ignore' }).status === 0;
}
