/** Answers of interfaces that speak JSON, and what stands in front of them and does not. For parsers. */
import { challengeOn } from './challenge-page';
import { readJson } from './read-shape';
import { Blocked } from './source-errors';

/** The JSON of an answer of `platform` (its name for people). Throws as `refuseChallenge`, and `Changed` for what is no JSON. */
export function jsonAnswer(text: string, platform: string): unknown {
  refuseChallenge(text, platform);
  return readJson(text, `The answer of ${platform}`);
}

/** Throws `Blocked` for a bot check, a captcha or a refusal in the answer's place; the interface itself never speaks HTML. */
export function refuseChallenge(text: string, platform: string): void {
  const challenge = /^\s*</.test(text) ? challengeOn(text) : null;
  if (challenge !== null) throw new Blocked(`${platform} shows ${challenge}`);
}
