import type { Command } from 'commander';
import { forTerminal, wireTime } from '@libs/kernel';
import { AuthModule } from '@src/auth';
import { NoticesModule, NoticesService } from '@src/notices';
import { readCount, readId } from '../arguments';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';
import { table } from '../table';

interface NoticeOptions {
  readonly account: number;
  readonly limit: number;
}

/** `notice list`. */
export function addNoticeCommands(program: Command): void {
  const notice = program.command('notice').description('notices to accounts');
  addCommand(notice, 'list', 'notices of an account, latest first', list)
    .requiredOption('--account <id>', 'id of the account', readId)
    .option('--limit <count>', 'number of notices at most', readCount, 100);
}

async function list(tools: CommandTools, { account, limit }: NoticeOptions): Promise<CommandResult> {
  const service = (await tools.open([AuthModule, NoticesModule])).get(NoticesService);
  const { notices, total } = await service.list(account, { limit, offset: 0 });
  const rows = notices.map((notice) => [
    notice.id,
    wireTime(notice.createdAt),
    notice.kind,
    forTerminal(notice.subject),
  ]);
  return {
    json: {
      total,
      notices: notices.map((notice) => ({
        id: notice.id,
        kind: notice.kind,
        subject: notice.subject,
        body: notice.body,
        created_at: wireTime(notice.createdAt),
      })),
    },
    lines: table(['id', 'created', 'kind', 'subject'], rows),
  };
}
