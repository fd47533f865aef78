import { Command } from 'commander';
import packageJson from '../../package.json';

/** What the command line says of itself. */
export function bareProgram(): Command {
  return new Command('hrev')
    .description('Administers an hrev installation; uses the same settings as the service.')
    .version(packageJson.version)
    .showHelpAfterError()
    .exitOverride();
}

/** Each group of commands with its line in the help, in the order of the help; `program.spec.ts` compares them. */
const LINES: readonly (readonly [group: string, description: string])[] = [
  ['account', 'accounts: make, suspend, resume, change the plan or the e-mail'],
  ['key', 'API keys: issue, revoke, list'],
  ['collect [options]', 'collect the links of an object now, however lately they were collected'],
  ['connection', 'platform connections, by which reviews are answered: add, list, check, remove'],
  ['notice', 'what accounts were told'],
  ['support', 'messages that clients wrote'],
  ['sources', 'platforms: which there are, what a page would give'],
  ['sandbox [options]', 'play the platforms on this machine, with invented reviews that you can change'],
  ['rollups', 'the counters behind totals and figures: verify, rebuild'],
  ['reseal [options]', 'seal all stored secrets anew with HREV_ENCRYPTION_KEY'],
  ['migrate [options]', 'bring the database up to date'],
  ['doctor [options]', 'check everything the service needs'],
];

/**
 * The program as its own help shows it. What a command works with is loaded for the command alone: that is most of the service,
 * and a second of work of which help and version need nothing.
 */
export function overview(): Command {
  const program = bareProgram();
  for (const [group, description] of LINES) program.command(group).description(description);
  return program;
}

/** Whether these words of the command line ask for nothing but the help or the version of the whole program. */
export function asksForOverview(words: readonly string[]): boolean {
  const [word, ...more] = words;
  return word === undefined || (more.length === 0 && ['-h', '--help', 'help', '-V', '--version'].includes(word));
}
