/** `npm run -s hrev -- <verb>`: the command line; only it writes to standard output (contract §12.3). */
import { endWithNpm, launch, loadDotEnv } from './launch.mjs';
import { prepareOrExit } from './prepare.mjs';

await prepareOrExit({ say: (line) => process.stderr.write(`hrev: ${line}\n`) });
endWithNpm();
loadDotEnv();
launch('dist/src/cli/main.js');
