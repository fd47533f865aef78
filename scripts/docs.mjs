/**
 * `npm run docs`: writes the documentation to dist/docs, which the API serves at /docs. `npm run docs -- --dev` serves it at an address that it
 * prints, and shows changes of the pages at once, without the API reference.
 */
import { spawnSync } from 'node:child_process';
import { prepareTools, ROOT, DOCS_BUILD } from './prepare.mjs';

await prepareTools({ say: (line) => process.stderr.write(`hrev: ${line}\n`) });
const [program, , site] = DOCS_BUILD;
const args = process.argv.includes('--dev') ? [program, 'dev', site] : DOCS_BUILD;
const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: 'inherit' });
process.exitCode = status ?? 1;
