/**
 * `npm run soak -- [--minutes 20] [--seed N] [--queue postgres|redis] [--json FILE] [--record]`: builds the product if necessary,
 * runs it under load and faults, and compares it with a reference model (test/soak). Exits with 1 if a check failed.
 */
import path from 'node:path';
import { createRequire } from 'node:module';
import { prepareOrExit, ROOT } from './prepare.mjs';

await prepareOrExit({ say: (line) => process.stderr.write(`soak: ${line}\n`), needsBuildTools: true });
const require = createRequire(import.meta.url);
process.setSourceMapsEnabled(true);
require('./typescript-tests.cjs');
require(path.join(ROOT, 'test/soak/main.ts'));
