/**
 * `npm run console:shots -- [--only REGEXP] [--themes light,dark] [--widths 320,390,…] [--out FOLDER] [--docs]`: builds the product
 * if necessary and pictures the screens of the console (test/console/pictures). `--docs` writes the pictures of the documentation.
 */
import path from 'node:path';
import { createRequire } from 'node:module';
import { prepareOrExit, ROOT } from './prepare.mjs';

await prepareOrExit({ say: (line) => process.stderr.write(`console:shots: ${line}\n`), needsBuildTools: true });
const require = createRequire(import.meta.url);
process.setSourceMapsEnabled(true);
require('./typescript-tests.cjs');
require(path.join(ROOT, 'test/console/pictures/main.ts'));
