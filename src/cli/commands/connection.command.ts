import { readFile } from 'node:fs/promises';
import { InvalidArgumentError, type Command } from 'commander';
import { EventsModule } from '@libs/events';
import { AppError, forTerminal, wireTime } from '@libs/kernel';
import { AccountsService, AuthModule } from '@src/auth';
import { LinkStatesModule } from '@src/collection';
import { ConnectionRefused, ConnectionsModule, ConnectionsService, type ConnectionRecord } from '@src/connections';
import { LinksModule } from '@src/links';
import { ObjectDirectory } from '@src/objects';
import { SourceCatalogue } from '@src/sources';
import { EXIT } from '../../process/exit-codes';
import { StartProblem } from '../../process/start-problem';
import { readId } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { table } from '../table';

type Fields = Readonly<Record<string, string>>;

/** ConnectionsModule needs LinksModule, which needs LinkStatesModule and EventsModule. */
const CONTEXTS = [EventsModule, AuthModule, LinksModule, LinkStatesModule, ConnectionsModule];

interface AddOptions {
  readonly object: number;
  readonly source: string;
  readonly field: Fields;
  readonly fieldFile: Fields;
}

interface IdOptions {
  readonly connectionId: number;
}

/** `connection add|list|check|remove`. */
export function addConnectionCommands(program: Command): void {
  const connection = program
    .command('connection')
    .description('platform connections, to read and answer reviews: add, list, check, remove');

  addCommand(
    connection,
    'add',
    'connect an object to its card on a platform; the credentials are checked with the platform first',
    add,
  )
    .requiredOption('--object <id>', 'id of the object', readId)
    .requiredOption('--source <slug>', 'the platform')
    .option('--field <name=value>', 'a credential; other users of this machine may see it', collectPair, {})
    .option('--field-file <name=path>', 'a credential read from a file; - is standard input', collectPair, {});

  addCommand(connection, 'list', 'connections without their secrets', list).option(
    '--account <id>',
    'only this account',
    readId,
  );

  addCommand(
    connection,
    'check',
    'check with the platform whether a connection still gives access to the card',
    check,
  ).requiredOption('--connection-id <id>', 'id of the connection', readId);

  addCommand(
    connection,
    'remove',
    'delete the connection and its secrets; published replies are kept',
    remove,
  ).requiredOption('--connection-id <id>', 'id of the connection', readId);
}

function collectPair(text: string, before: Fields): Fields {
  const at = text.indexOf('=');
  // The error does not contain the text, which may be a mistyped secret.
  if (at < 1) throw new InvalidArgumentError('Write name=value.');
  return { ...before, [text.slice(0, at)]: text.slice(at + 1) };
}

async function add(tools: CommandTools, options: AddOptions): Promise<CommandResult> {
  const fields = { ...options.field, ...(await readFiles(options.fieldFile)) };
  const app = await tools.open(CONTEXTS);
  const accountId = await app.get(ObjectDirectory, { strict: false }).accountOf(options.object);
  const added = await app
    .get(ConnectionsService)
    .add(accountId, options.object, options.source, fields)
    .catch((error: unknown) => {
      // The platform refused the credentials, which is not wrong usage.
      throw error instanceof ConnectionRefused ? new StartProblem([error.detail], EXIT.failed) : error;
    });
  return {
    json: json(added, options.source),
    lines: [`connection ${added.id}: object ${added.objectId} on ${options.source}, card ${nameOf(added)}`],
  };
}

async function readFiles(files: Fields): Promise<Fields> {
  const read = Object.entries(files).map(async ([name, path]) => [name, await readSecret(name, path)] as const);
  return Object.fromEntries(await Promise.all(read));
}

async function readSecret(name: string, path: string): Promise<string> {
  try {
    return (await readFile(path === '-' ? '/dev/stdin' : path, 'utf8')).trim();
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unreadable';
    throw new AppError('validation_error', `The file for ${name} cannot be read (${reason})`);
  }
}

async function list(
  tools: CommandTools,
  { account: accountId = null }: { readonly account?: number | null },
): Promise<CommandResult> {
  const app = await tools.open(CONTEXTS);
  if (accountId !== null) await app.get(AccountsService, { strict: false }).find(accountId);
  const sources = app.get(SourceCatalogue, { strict: false });
  const all = await app.get(ConnectionsService).list(accountId);
  const rows = all.map((one) => [
    one.id,
    one.accountId,
    one.objectId,
    sources.slugOf(one.sourceId),
    nameOf(one),
    one.status,
    wireTime(one.checkedAt),
  ]);
  return {
    json: { connections: all.map((one) => json(one, sources.slugOf(one.sourceId))) },
    lines: table(['id', 'account', 'object', 'source', 'card', 'status', 'checked'], rows),
  };
}

async function check(tools: CommandTools, { connectionId: id }: IdOptions): Promise<CommandResult> {
  const app = await tools.open(CONTEXTS);
  const connections = app.get(ConnectionsService);
  const { connection, outcome } = await connections.check(await connections.accountOf(id), id);
  const slug = app.get(SourceCatalogue, { strict: false }).byId(connection.sourceId)?.slug ?? '';
  const reason = outcome.status === 'active' ? null : outcome.reason;
  return {
    json: { ...json(connection, slug), outcome: outcome.status, reason },
    lines: [`connection ${id}: ${outcome.status}${reason === null ? '' : ` (${reason})`}`],
    exitCode: outcome.status === 'active' ? EXIT.done : EXIT.failed,
  };
}

async function remove(tools: CommandTools, { connectionId: id }: IdOptions): Promise<CommandResult> {
  const connections = (await tools.open(CONTEXTS)).get(ConnectionsService);
  await connections.remove(await connections.accountOf(id), id);
  return { json: { connection_id: id, removed: true }, lines: [`connection ${id} is removed`] };
}

/** The card's name for a terminal: the platform supplies it, so it may contain control characters. */
const nameOf = ({ cardName, card }: ConnectionRecord): string => forTerminal(cardName ?? card);

function json(connection: ConnectionRecord, slug: string): object {
  return {
    connection_id: connection.id,
    account_id: connection.accountId,
    object_id: connection.objectId,
    source_slug: slug,
    card: connection.card,
    card_name: connection.cardName,
    status: connection.status,
    checked_at: wireTime(connection.checkedAt),
    created_at: wireTime(connection.createdAt),
  };
}
