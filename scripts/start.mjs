/** `npm start`: API and worker in one process on the embedded PostgreSQL, from a fresh checkout (contract §12.1). */
import { endWithNpm, launch, loadDotEnv } from './launch.mjs';
import { prepareOrExit } from './prepare.mjs';

await prepareOrExit({ say: (line) => process.stderr.write(`hrev: ${line}\n`) });
endWithNpm();
loadDotEnv();
launch('dist/src/main.js');
