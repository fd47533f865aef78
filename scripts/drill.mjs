/**
 * `npm run drill -- [--minutes 30] [--only ALERT]`: builds the product if necessary, raises every alert by a real fault, upgrades under
 * load, restores a backup (test/drill), and writes docs/operations/drill.md. Exits with 1 if something did not succeed.
 */
import path from 'node:path';
import { createRequire } from 'node:module';
import { prepareOrExit, ROOT } from './prepare.mjs';

await prepareOrExit({ say: (line) => process.stderr.write(`drill: ${line}\n`), needsBuildTools: true });
const require = createRequire(import.meta.url);
process.setSourceMapsEnabled(true);
require('./typescript-tests.cjs');
require(path.join(ROOT, 'test/drill/main.ts'));
