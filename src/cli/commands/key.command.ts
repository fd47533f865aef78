import { Option, type Command } from 'commander';
import { forTerminal, wireTime, wireTimeOrNull } from '@libs/kernel';
import { AccountsService, AuthModule, KEY_SCOPES, KeysService, type KeyRecord, type KeyScope } from '@src/auth';
import { readId, readInstant, readName } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { table } from '../table';

interface NewKey {
  readonly account: number;
  readonly scope: KeyScope;
  readonly name?: string;
  readonly expiresAt?: string;
}

/** `key issue|revoke|list`. */
export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('API keys: issue, revoke, list');

  addCommand(key, 'issue', 'issue a key; it is shown only once', issue)
    .requiredOption('--account <id>', 'id of the account', readId)
    .addOption(new Option('--scope <scope>', 'permissions of the key').choices(KEY_SCOPES).makeOptionMandatory())
    .option('--name <name>', 'name in lists', readName)
    .option('--expires-at <time>', 'when the key expires, in UTC', readInstant);

  addCommand(key, 'revoke', 'revoke a key; it cannot be restored', revoke).requiredOption(
    '--key-id <id>',
    'id of the key',
    readId,
  );

  addCommand(key, 'list', 'list the keys of an account, without the secrets', list).requiredOption(
    '--account <id>',
    'id of the account',
    readId,
  );
}

async function issue(tools: CommandTools, { account, scope, name, expiresAt }: NewKey): Promise<CommandResult> {
  const keys = (await tools.open([AuthModule])).get(KeysService);
  const issued = await keys.issue(account, scope, { name: name ?? null, expiresAt: expiresAt ?? null });
  const expiresAtText = wireTimeOrNull(issued.expiresAt);
  return {
    json: {
      key_id: issued.keyId,
      key: issued.key,
      ...(issued.name === null ? {} : { name: issued.name }),
      ...(expiresAtText === null ? {} : { expires_at: expiresAtText }),
    },
    lines: [
      `key ${issued.keyId}, ${issued.keyScope}${expiresAtText === null ? '' : `, until ${expiresAtText}`}`,
      issued.key,
      'The key is shown only once.',
    ],
  };
}

async function revoke(tools: CommandTools, { keyId }: { readonly keyId: number }): Promise<CommandResult> {
  await (await tools.open([AuthModule])).get(KeysService).revoke(keyId);
  return { json: { key_id: keyId, revoked: true }, lines: [`key ${keyId} is revoked`] };
}

async function list(tools: CommandTools, { account: accountId }: { readonly account: number }): Promise<CommandResult> {
  const app = await tools.open([AuthModule]);
  await app.get(AccountsService).find(accountId);
  const keys = await app.get(KeysService).list(accountId);
  const rows = keys.map((key) => [
    key.id,
    key.keyScope,
    forTerminal(key.name ?? '-'),
    `${key.displayPrefix}…`,
    wireTime(key.createdAt),
    wireTimeOrNull(key.expiresAt),
    wireTimeOrNull(key.lastUsedAt),
    wireTimeOrNull(key.revokedAt),
  ]);
  return {
    json: { keys: keys.map(keyJson) },
    lines: table(['id', 'scope', 'name', 'prefix', 'created', 'expires', 'last used', 'revoked'], rows),
  };
}

function keyJson(key: KeyRecord): object {
  return {
    key_id: key.id,
    scope: key.keyScope,
    name: key.name,
    display_prefix: key.displayPrefix,
    created_at: wireTime(key.createdAt),
    expires_at: wireTimeOrNull(key.expiresAt),
    last_used_at: wireTimeOrNull(key.lastUsedAt),
    revoked_at: wireTimeOrNull(key.revokedAt),
  };
}
