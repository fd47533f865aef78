/**
 * The peer: Strapi as its own manual runs it for production, without its console, with the seven middlewares that it
 * demands and none of the others (no log, no session), a content type for reviews, and the public's permission to read
 * them. No key, no limit. This folder is an ordinary project of Strapi's; what it writes, it writes beside the built files.
 *
 * Arguments: port, database address, pool size.
 */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { createStrapi } from './src/strapi';

async function main([port, databaseUrl, poolSize]: readonly string[]): Promise<void> {
  // Read by the files in `config`; the last one by Strapi itself.
  const environment = { PORT: port, DATABASE_URL: databaseUrl, DATABASE_POOL: poolSize };
  Object.assign(process.env, { ...environment, STRAPI_TELEMETRY_DISABLED: 'true' });
  // Its log of errors is heard where the bench's own is.
  process.stdout.write = process.stderr.write.bind(process.stderr);
  mkdirSync(path.join(__dirname, 'public/uploads'), { recursive: true });
  await createStrapi({ appDir: __dirname, distDir: __dirname, serveAdminPanel: false, autoReload: false }).start();
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`strapi: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
  process.exit(1);
});
