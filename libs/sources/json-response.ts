/** Reads JSON responses, and recognizes challenge pages in their place. For parsers. */
import { challengeOn } from './challenge-page';
import { readJson } from './read-shape';
import { Blocked } from './source-errors';

/** Parses a JSON response of `platform` (its display name). Throws `Changed` if it is not JSON, and as `refuseChallenge` does. */
export function readJsonResponse(text: string, platform: string): unknown {
  refuseChallenge(text, platform);
  return readJson(text, `The response of ${platform}`);
}

/** Throws `Blocked` if the response is a bot check, a captcha or a refusal; a JSON interface itself never returns HTML. */
export function refuseChallenge(text: string, platform: string): void {
  const challenge = /^\s*</.test(text) ? challengeOn(text) : null;
  if (challenge !== null) throw new Blocked(`${platform} shows ${challenge}`);
}
