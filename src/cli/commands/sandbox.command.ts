import { once } from 'node:events';
import type { Command } from 'commander';
import { builtInSources, SourceRegistry } from '@libs/sources';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { EXIT } from '../../process/exit-codes';
import { readPort } from '../arguments';
import { output } from '../output';

const DEFAULT_PORT = 4740;

/** `sandbox [--port N]`: runs until a signal arrives, and returns no result. */
export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description('simulate the platforms on this machine, with invented reviews that you can change')
    .option('--port <port>', 'port on 127.0.0.1', readPort, DEFAULT_PORT)
    .action((options: { port: number }) => serve(options.port));
}

async function serve(port: number): Promise<void> {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const origin = await sandbox.start(port).catch((error: unknown) => {
    const { code } = error as { code?: unknown };
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    return null;
  });
  if (origin === null) {
    output.notes([`Port ${port} cannot be used on 127.0.0.1; set --port to another one.`]);
    process.exitCode = EXIT.dependency;
    return;
  }
  const pages = sandbox.seedDemo();
  const origins = JSON.stringify(
    Object.fromEntries(builtInSources.map(({ facts }) => [facts.slug, sandbox.origins[facts.slug]])),
  );
  const lines = [
    `The sandbox simulates ${sandbox.platforms.length} platforms at ${origin}. Start hrev with`,
    '',
    `  HREV_ALLOW_PRIVATE_TARGETS=true HREV_SOURCE_ORIGINS='${origins}' npm start`,
    '',
    'and add these pages as links:',
    '',
    ...pages.map((page) => `  ${page}${isBuiltIn(page) ? '' : '   (declare it in HREV_EXTRA_SOURCES first)'}`),
    '',
    `Change the reviews of these pages: curl ${origin}/_sandbox`,
    'Stop: Ctrl-C',
  ];
  const stopped = Promise.race(['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal)));
  output.lines(lines);
  await stopped;
  await sandbox.stop();
}

/** Whether the service can collect this page without a declaration in `HREV_EXTRA_SOURCES`. */
function isBuiltIn(page: string): boolean {
  return 'source' in new SourceRegistry(builtInSources).detect(page);
}
