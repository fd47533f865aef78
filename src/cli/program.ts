import { Command } from 'commander';
import { lineForTerminal } from '@libs/kernel';
import packageJson from '../../package.json';

/** Name and description of the program. */
export function bareProgram(): Command {
  return (
    new Command('hrev')
      .description('Administers an hrev installation; uses the same settings as the service.')
      .version(packageJson.version)
      .showHelpAfterError()
      // The options of `backup verify` belong to `verify`, although `backup` has the same names.
      .enablePositionalOptions()
      // An error repeats the argument that is wrong.
      .configureOutput({ writeErr: (text) => process.stderr.write(text.split('\n').map(lineForTerminal).join('\n')) })
      .exitOverride()
  );
}

/** The groups of commands in the help, in order. `program.spec.ts` compares them with the commands. */
const GROUPS: readonly (readonly [group: string, description: string])[] = [
  ['account', 'accounts: create, suspend, resume, change the plan or the e-mail, invite a person, list'],
  ['key', 'API keys: issue, revoke, list'],
  ['collect [options]', 'collect the links of an object now, even if they were collected recently'],
  ['connection', 'platform connections, to read and answer reviews: add, list, check, remove'],
  ['console', 'links to the web console: set it up, or choose a new password'],
  ['export', 'the reviews of an account as CSV or JSON lines'],
  ['import', 'objects, links and reviews of an account from files'],
  ['listen [options]', 'send the deliveries of a service to a receiver on this machine, until it is stopped'],
  [
    'trigger [options] <event_type>',
    'send a test event to the active webhooks and listeners that are subscribed to its type',
  ],
  ['mcp [options]', 'serve language models on standard input and output (MCP), with a key of the API'],
  ['notice', 'notices to accounts'],
  ['support', 'messages of clients'],
  ['sources', 'platforms: list, probe a page, samples of unreadable pages, read stored records again'],
  ['switch', 'stop replies, webhooks or collection for all accounts: list, off, on; nothing is dropped'],
  ['sandbox [options]', 'simulate the platforms on this machine, with invented reviews that you can change'],
  ['rollups', 'the counters for totals and analytics: verify, rebuild'],
  ['reseal [options]', 'reseal all stored secrets with HREV_ENCRYPTION_KEY'],
  ['init-secret [options]', 'print a Kubernetes Secret with a new encryption key'],
  ['migrate [options]', 'bring the database up to date'],
  ['backup [options]', 'copy the database to a new backup'],
  ['restore [options]', 'restore the embedded database from a backup'],
  ['erasures [options]', 'print closed accounts and what was erased, one JSON object per line'],
  [
    'scrub [options]',
    'rewrite the files of the database, so that they contain no deleted rows; stop the service first',
  ],
  ['doctor [options]', 'check everything the service needs'],
];

/**
 * The program without its commands, for its help and version. Commands load most of the service, which takes a second.
 */
export function overview(): Command {
  const program = bareProgram();
  for (const [group, description] of GROUPS) program.command(group).description(description);
  return program;
}

/** Whether these arguments need only the help or the version of the whole program. */
export function needsOnlyOverview(words: readonly string[]): boolean {
  const [word, ...more] = words;
  return word === undefined || (more.length === 0 && ['-h', '--help', 'help', '-V', '--version'].includes(word));
}
