/** Functions for parsers: read JSON responses, and recognize challenge pages that replace them. */
import { challengeOn } from './challenge-page';
import { readJson } from './read-shape';
import { Blocked } from './source-errors';

/** Parses a JSON response of `platform` (its display name). Throws `Blocked` for a challenge page, `Changed` if it is not JSON. */
export function readJsonResponse(text: string, platform: string): unknown {
  refuseChallenge(text, platform);
  return readJson(text, `The response of ${platform}`);
}

/** Throws `Blocked` if the response is a bot check, a captcha or a refusal; a JSON interface itself never returns HTML. */
export function refuseChallenge(text: string, platform: string): void {
  const challenge = /^\s*</.test(text) ? challengeOn(text) : null;
  if (challenge !== null) throw new Blocked(`${platform} shows ${challenge}`);
}
