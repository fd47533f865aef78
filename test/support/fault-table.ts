/** The table of docs/operations/known-faults.md, generated from the faults that the service warns of. */
import { KNOWN_ON, type AffectedVersions, type KnownFault } from '@src/operations/domain/known-faults';

const START = '<!-- The table is generated: npm run known-faults -->';
const END = '<!-- End of the generated table. -->';
const HEAD = ['program', 'versions', 'advisory', 'published', 'fault', 'how foreign bytes reach it'];

/** The page with the table between its marks. Throws if a mark is missing. */
export function withFaultTable(page: string, faults: readonly KnownFault[]): string {
  const [before, rest] = page.split(START);
  const [, after] = (rest ?? '').split(END);
  if (before === undefined || after === undefined) throw new Error('the marks of the table are missing');
  const lines = [HEAD, HEAD.map(() => '---'), ...faults.map(rowOf)].map((cells) => `| ${cells.join(' | ')} |`);
  return `${before}${START}\n\nRead on ${KNOWN_ON}.\n\n${lines.join('\n')}\n\n${END}${after}`;
}

function rowOf({ program, advisory, published, what, reach, affected }: KnownFault): string[] {
  return [program, affected.map(versionsOf).join(', '), advisory, published, what, reach];
}

function versionsOf({ from, fixed }: AffectedVersions): string {
  return from === '0' ? `before ${fixed}` : `${from} to before ${fixed}`;
}
