/** Runs in each test file. Appends one line to a file: the functions that the tests reached, and their duration. */
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');

const reached = new Set();
const begun = Date.now();
globalThis.__reach = (id) => void reached.add(id);

afterAll(() => {
  const test = path.relative(process.cwd(), expect.getState().testPath).replaceAll(path.sep, '/');
  const hash = createHash('sha256').update(fs.readFileSync(test, 'utf8')).digest('hex').slice(0, 16);
  const record = { test, hash, ms: Date.now() - begun, reached: [...reached] };
  fs.appendFileSync(process.env.MUTANTS_REACH, `${JSON.stringify(record)}\n`);
});
