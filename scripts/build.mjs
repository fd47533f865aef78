/** `npm run build`: builds the service and the console into dist/, as `npm start` does when their sources have changed. */
import { buildOrExit } from './prepare.mjs';

await buildOrExit((line) => process.stderr.write(`hrev: ${line}\n`));
