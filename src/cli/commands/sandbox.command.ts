import { once } from 'node:events';
import type { Command } from 'commander';
import { SandboxServer, sandboxPlatforms } from '@libs/sources/sandbox';
import { readPort } from '../arguments';

const DEFAULT_PORT = 4740;

/** `sandbox [--port N]`: runs until it is interrupted, so it is no command with a result. */
export function addSandboxCommand(program: Command): void {
  program
    .command('sandbox')
    .description('play the platforms on this machine, with invented reviews that you can change')
    .option('--port <port>', 'port on 127.0.0.1', readPort, DEFAULT_PORT)
    .action((options: { port: number }) => serve(options.port));
}

async function serve(port: number): Promise<void> {
  const sandbox = new SandboxServer(sandboxPlatforms);
  const origin = await sandbox.start(port);
  const pages = sandbox.seedDemo();
  const origins = JSON.stringify(sandbox.origins);
  const lines = [
    `The sandbox plays ${sandbox.platforms.length} platforms at ${origin}. Start hrev with`,
    '',
    `  HREV_ALLOW_PRIVATE_TARGETS=true HREV_SOURCE_ORIGINS='${origins}' npm start`,
    '',
    'and add these pages as links:',
    '',
    ...pages.map((page) => `  ${page}`),
    '',
    `Change what they show: curl ${origin}/_sandbox`,
    'Stop: Ctrl-C',
  ];
  const stopped = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  process.stdout.write(`${lines.join('\n')}\n`);
  await stopped;
  await sandbox.stop();
}
