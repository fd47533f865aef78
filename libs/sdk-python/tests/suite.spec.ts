import { spawnSync } from 'node:child_process';
import { describeWithPython, PYTHON, PYTHON_ENVIRONMENT } from '@test/support/python';

/** The tests of the Python SDK that need no service are written in Python. */
describeWithPython('the Python SDK', () => {
  test.each(['test_requests', 'test_sync', 'test_webhooks'])('%s', (name) => {
    const { status, stderr } = spawnSync(PYTHON ?? '', ['-W', 'error', '-m', 'unittest', name], {
      cwd: __dirname,
      env: PYTHON_ENVIRONMENT,
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^Ran [1-9]\d* tests?/m)]);
  });
});
