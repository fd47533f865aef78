/** Finds personal data in a platform's record that `rawPrivacy` does not cover (contract §10: full names are never stored). */
import type { SourceFacts } from '../source';

/** Returns a copy of `raw` without the personal data that the facts declare. */
export function withoutDeclared(raw: unknown, { names, drop }: SourceFacts['rawPrivacy']): unknown {
  const copy: unknown = structuredClone(raw);
  for (const path of [...names, ...drop]) removePath(copy, path.split('.'));
  return copy;
}

function removePath(value: unknown, path: readonly string[]): void {
  if (typeof value !== 'object' || value === null) return;
  const [head, ...rest] = path;
  if (head === undefined) return;
  const fields = value as Record<string, unknown>;
  const keys = head === '*' ? Object.keys(fields) : [head];
  for (const key of keys) {
    if (rest.length === 0) delete fields[key];
    else removePath(fields[key], rest);
  }
}

const PERSONAL_KEY = /steam_?id|avatar|profile|userpic|user_?url|viewusers|nick_?name|e-?mail|phone/i;
const PERSONAL_ADDRESS = /\/(?:users?|profiles?|members?|contrib|people)\/|reviews\/id\d|userProfileId=|\/avatars?\//i;

/** Dot paths of keys and URLs in `value` that identify a person. */
export function personalTraces(value: unknown, path = ''): readonly string[] {
  if (typeof value === 'string') return PERSONAL_ADDRESS.test(value) && value.startsWith('http') ? [path] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const here = path === '' ? key : `${path}.${key}`;
    if (PERSONAL_KEY.test(key) && inner !== null && inner !== '') return [here];
    return personalTraces(inner, here);
  });
}
