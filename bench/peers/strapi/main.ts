/**
 * The peer: Strapi configured for production as in its manual, without its console, with its seven required middlewares and no
 * others (no log, no session), a content type for reviews, and the public's permission to read them. No key, no limit. This
 * folder is an ordinary Strapi project; it writes its files to the build folder.
 *
 * Arguments: port, database address, pool size.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createStrapi } from './src/strapi';

async function main([port, databaseUrl, poolSize]: readonly string[]): Promise<void> {
  // Read by the files in `config`, and the last one by Strapi itself.
  const environment = { PORT: port, DATABASE_URL: databaseUrl, DATABASE_POOL: poolSize };
  Object.assign(process.env, { ...environment, STRAPI_TELEMETRY_DISABLED: 'true' });
  // Its error log goes to the same stream as the bench's.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  mkdirSync(path.join(__dirname, 'public/uploads'), { recursive: true });
  await createStrapi({ appDir: __dirname, distDir: __dirname, serveAdminPanel: false, autoReload: false }).start();
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`strapi: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
