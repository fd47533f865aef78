import type { Command } from 'commander';
import { loadConfig } from '@libs/config';
import { forTerminal } from '@libs/kernel';
import { probeAddress } from '@src/operations';
import type { CommandResult } from '../command-tools';
import { runCommand } from '../run-command';

const SHOWN_TEXT = 100;

/** `sources probe URL`: reads the first page of an address like a collection. Needs no database and stores nothing. */
export function addProbeCommand(sources: Command): void {
  sources
    .command('probe')
    .description('read one page without storing it: platform, name, first reviews, timings')
    .argument('<url>', 'address of the page')
    .option('--json', 'print one JSON object')
    .action((url: string, options: { json?: boolean }) => runCommand(options, () => probe(url)));
}

async function probe(address: string): Promise<CommandResult> {
  const { source_name: sourceName, ...json } = await probeAddress(loadConfig(), address);
  return {
    json,
    lines: [
      `${sourceName}  ${json.url}`,
      `name     ${forTerminal(json.name ?? '-')}`,
      `reviews  ${json.reviews_on_first_page} on the first page, ${json.platform_review_count ?? 'an unknown number'} in all`,
      `took     ${json.duration_ms} ms, ${json.requests} requests`,
      ...json.reviews.map(
        (review) =>
          `  ${review.review_date ?? '-'}  ${review.rating ?? '-'}  ${forTerminal(review.author ?? '-')}: ${shortened(review.text ?? '-')}`,
      ),
    ],
  };
}

const shortened = (text: string): string => forTerminal(text.replace(/\s+/g, ' ')).slice(0, SHOWN_TEXT);
