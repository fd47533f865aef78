/**
 * `npm run soak -- [--minutes 20] [--seed N] [--queue postgres|redis] [--json FILE] [--record]`: builds the product where
 * that is needed and lets it run under load and faults beside a model of the truth (test/soak). Exit code 1 where anything
 * was wrong.
 */
import path from 'node:path';
import { createRequire } from 'node:module';
import { prepareOrExit, ROOT } from './prepare.mjs';

await prepareOrExit({ say: (line) => process.stderr.write(`soak: ${line}\n`), needsBuildTools: true });
const require = createRequire(import.meta.url);
process.setSourceMapsEnabled(true);
require('./typescript-tests.cjs');
require(path.join(ROOT, 'test/soak/main.ts'));
