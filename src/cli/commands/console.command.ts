import type { Command } from 'commander';
import { CONFIG, type Config } from '@libs/config';
import { EventsModule } from '@libs/events';
import { AppError } from '@libs/kernel';
import { AuthModule } from '@src/auth';
import { OneTimeLinks, PersonsModule, PersonsService, PersonStore } from '@src/console';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

interface LinkOptions {
  readonly person?: string | null;
  readonly lostFactor?: boolean;
}

/** `console link`. */
export function addConsoleCommands(program: Command): void {
  addCommand(
    program.command('console').description('links to the web console: set it up, or choose a new password'),
    'link',
    'make a link, valid for one hour and used once: it sets up an account, or a new password for a person',
    link,
  )
    .option('--person <e-mail>', 'the person who gets a new password')
    .option('--lost-factor', 'the use of the link also removes the second factors of the person');
}

async function link(
  tools: CommandTools,
  { person: email = null, lostFactor = false }: LinkOptions,
): Promise<CommandResult> {
  if (lostFactor && email === null) throw new AppError('validation_error', '--lost-factor needs --person');
  const app = await tools.open([EventsModule, AuthModule, PersonsModule]);
  const person = email === null ? null : await app.get(PersonStore).byEmail(email);
  if (email !== null && person === null)
    throw new AppError('not_found', `There is no person with the e-mail address ${email}`);
  const path =
    person === null
      ? await app.get(OneTimeLinks).make({ kind: 'setup' })
      : await app.get(PersonsService).makePersonLink(person.id, lostFactor);
  const { HREV_PUBLIC_URL: address, PORT: port } = app.get<Config>(CONFIG, { strict: false });
  const url = `${address ?? `http://localhost:${port}`}${path}`;
  return { json: { url }, lines: [url, 'The link is valid for one hour and can be used once.'] };
}
