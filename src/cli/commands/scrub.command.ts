import type { Command } from 'commander';
import { scrubDatabase } from '@libs/database';
import { showStatus } from '@libs/logging';
import { addCommand, type CommandResult, type CommandTools } from '../run-command';

/** `scrub`: rewrites the files of the database without deleted rows. */
export function addScrubCommand(program: Command): void {
  addCommand(
    program,
    'scrub',
    'rewrite the files of the database, so that they contain no deleted rows; stop the service first',
    scrub,
  );
}

async function scrub(tools: CommandTools): Promise<CommandResult> {
  const { url } = await tools.database();
  const { bytesBefore, bytesAfter, keptSegments, left } = await scrubDatabase(url, showStatus).finally(() =>
    showStatus(null),
  );
  return {
    json: { bytes_before: bytesBefore, bytes_after: bytesAfter, kept_segments: keptSegments, left },
    lines: [
      `rewritten: ${megabytes(bytesBefore)} before, ${megabytes(bytesAfter)} now`,
      ...(keptSegments === null || keptSegments === 0
        ? []
        : [
            `The server keeps ${keptSegments} old segments of the write-ahead log until a receiver or a standby has them: run the command again then.`,
          ]),
      ...left,
      'Backups and copies of the log contain what was deleted until they are removed.',
    ],
  };
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;
