import type { Command } from 'commander';
import { loadConfig } from '@libs/config';
import { forTerminal } from '@libs/kernel';
import { probeAddress, type ProbeResult, type WrittenRecording } from '@src/operations';
import { readCount } from '../arguments';
import { runCommand, type CommandResult } from '../run-command';
import { output } from '../output';

const SHOWN_TEXT = 100;
const RECORDED_PAGES = 3;

interface ProbeOptions {
  readonly json?: boolean;
  readonly record?: string;
  readonly pages: number;
}

/** `sources probe URL`: reads the first page of an address like a collection. Needs no database and stores nothing. */
export function addProbeCommand(sources: Command): void {
  sources
    .command('probe')
    .description('read one page without storing it: platform, name, first reviews, timings')
    .argument('<url>', 'address of the page')
    .option('--record <dir>', 'write the answers of the platform, without personal data, to a new folder')
    .option('--pages <n>', 'pages of reviews to record', readCount, RECORDED_PAGES)
    .option('--json', 'print one JSON object')
    .action((url: string, options: ProbeOptions) => runCommand(options, () => probe(url, options)));
}

async function probe(address: string, { record, pages }: ProbeOptions): Promise<CommandResult> {
  const config = loadConfig();
  if (record === undefined) return shown(await probeAddress(config, address), null);
  let recording: WrittenRecording | null = null;
  try {
    const onWritten = (written: WrittenRecording): void => void (recording = written);
    const result = await probeAddress(config, address, { record: { folder: record, pages, onWritten } });
    return shown(result, recording);
  } catch (error) {
    if (recording !== null) output.notes([recordedLine(recording)]);
    throw error;
  }
}

function shown({ source_name: sourceName, ...json }: ProbeResult, recording: WrittenRecording | null): CommandResult {
  return {
    json: { ...json, ...(recording === null ? {} : { recording }) },
    lines: [
      `${sourceName}  ${json.url}`,
      `name     ${forTerminal(json.name ?? '-')}`,
      `reviews  ${json.reviews_on_first_page} on the first page, ${json.platform_review_count ?? 'an unknown number'} in all`,
      ...(json.unread === null ? [] : [`unread   ${json.unread}`]),
      `took     ${json.duration_ms} ms, ${json.requests} requests`,
      ...json.reviews.map(
        (review) =>
          `  ${review.review_date ?? '-'}  ${review.rating ?? '-'}  ${forTerminal(review.author ?? '-')}: ${shortened(review.text ?? '-')}`,
      ),
      ...(recording === null ? [] : [recordedLine(recording)]),
    ],
  };
}

const recordedLine = ({ folder, documents, by_shape: byShape }: WrittenRecording): string =>
  `recorded ${documents} documents in ${folder}${byShape === 0 ? '' : `, ${byShape} of them masked by their shape`}`;

const shortened = (text: string): string => forTerminal(text.replace(/\s+/g, ' ')).slice(0, SHOWN_TEXT);
