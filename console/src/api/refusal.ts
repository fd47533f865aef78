import { words } from '../words/en';
import type { LinkResult } from './queries/object-links';

/** Why an address is not linked, as a text; null if it is. */
export function refusalText(
  { error, error_code: code }: Pick<LinkResult, 'error' | 'error_code'>,
  platform: string,
): string | null {
  if (code === null) return null;
  if (code === 'source_url_invalid' && platform !== '') return words.problem.notAPage(platform);
  if (code === 'source_already_linked' && platform !== '') return words.problem.alreadyLinked(platform);
  if (code === 'source_requires_upgrade' && platform !== '') return words.problem.notInPlan(platform);
  return words.problem.codes[code] ?? error;
}
