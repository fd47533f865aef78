import type { Command } from 'commander';
import { forTerminal, wireTime } from '@libs/kernel';
import { AuthModule } from '@src/auth';
import { SupportModule, SupportService, type SupportMessage } from '@src/support';
import { readCount } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

interface SupportOptions {
  readonly limit: number;
}

/** `support list`. */
export function addSupportCommands(program: Command): void {
  const support = program.command('support').description('messages of clients');
  addCommand(support, 'list', 'list the messages of all accounts, latest first', list).option(
    '--limit <count>',
    'number of messages at most',
    readCount,
    100,
  );
}

async function list(tools: CommandTools, { limit }: SupportOptions): Promise<CommandResult> {
  const service = (await tools.open([AuthModule, SupportModule])).get(SupportService);
  const { messages, total } = await service.list({ limit, offset: 0 });
  return {
    json: { total, messages: messages.map(messageJson) },
    lines: messages.length === 0 ? ['no messages'] : messages.flatMap(linesOf),
  };
}

function messageJson(message: SupportMessage): object {
  return {
    id: message.id,
    account_id: message.accountId,
    key_id: message.keyId,
    subject: message.subject,
    message: message.message,
    contact: message.contact,
    created_at: wireTime(message.createdAt),
  };
}

function linesOf(message: SupportMessage): readonly string[] {
  const head = `#${message.id}  ${wireTime(message.createdAt)}  account ${message.accountId}`;
  const contact = message.contact === null ? '' : `  ${message.contact}`;
  const text = message.message.split('\n').map((line) => `  ${forTerminal(line)}`);
  return [`${head}${contact}  ${forTerminal(message.subject ?? '(no subject)')}`, ...text, ''];
}
