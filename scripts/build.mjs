/**
 * `npm run build`: builds the service and the console into dist/, as `npm start` does when their sources have changed. With
 * `--if-changed` it builds only then.
 */
import { buildOrExit, prepareOrExit } from './prepare.mjs';

const say = (line) => process.stderr.write(`hrev: ${line}\n`);

if (process.argv.includes('--if-changed')) await prepareOrExit({ say, needsBuildTools: true });
else await buildOrExit(say);
