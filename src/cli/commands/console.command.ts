import type { Command } from 'commander';
import { CONFIG, type Config } from '@libs/config';
import { EventsModule } from '@libs/events';
import { AppError } from '@libs/kernel';
import { AuthModule } from '@src/auth';
import { LinksOfConsole, PersonsModule, PersonStore } from '@src/console';
import type { CommandResult, CommandTools } from '../command-tools';
import { runCommand } from '../run-command';

interface LinkOptions {
  readonly person?: string;
  readonly json?: boolean;
}

/** `console link`. */
export function addConsoleCommands(program: Command): void {
  program
    .command('console')
    .description('links to the web console: set it up, or choose a new password')
    .command('link')
    .description('make a link, valid for one hour and used once: it sets up an account, or a new password for a person')
    .option('--person <e-mail>', 'the person who gets a new password')
    .option('--json', 'print one JSON object')
    .action((options: LinkOptions) => runCommand(options, (tools) => link(tools, options.person ?? null)));
}

async function link(tools: CommandTools, email: string | null): Promise<CommandResult> {
  const app = await tools.open([EventsModule, AuthModule, PersonsModule]);
  const person = email === null ? null : await app.get(PersonStore).byEmail(email);
  if (email !== null && person === null)
    throw new AppError('not_found', `There is no person with the e-mail address ${email}`);
  const path = await app
    .get(LinksOfConsole)
    .make(person === null ? { kind: 'setup' } : { kind: 'reset', personId: person.id });
  const { HREV_PUBLIC_URL: address, PORT: port } = app.get<Config>(CONFIG, { strict: false });
  const url = `${address ?? `http://localhost:${port}`}${path}`;
  return { json: { url }, lines: [url, 'The link is valid for one hour and can be used once.'] };
}
