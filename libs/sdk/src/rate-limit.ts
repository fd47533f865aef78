/** The limit of requests of a key, as a response states it. */
export interface RateLimit {
  /** Requests in a window; null if the response does not say. */
  readonly limit: number | null;
  /** Requests that are left. */
  readonly remaining: number;
  /** Seconds until more requests are left; null if the response does not say. */
  readonly resetSeconds: number | null;
}

/** A member of `RateLimit` or `RateLimit-Policy`: a String with parameters that are Integers. */
const MEMBER =
  /^[\t ]*"((?:[ !#-[\]-~]|\\["\\])*)"((?:; *[a-z*][a-z\d_.*-]*(?:=(?:"[^"]*"|:[^:]*:|[^\s",:;]+))?)*)[\t ]*(,|$)/;
const PARAMETER = /; *([a-z*][a-z\d_.*-]*)(?:=("[^"]*"|:[^:]*:|[^\s",:;]+))?/g;
const COUNT = /^\d{1,15}$/;

/**
 * The limit that a response states: in the fields `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-10), or in the
 * older `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`. Of several policies, the one with the fewest requests left. Null for a
 * response without them; malformed fields are ignored, as the draft requires.
 */
export function rateLimitOf({ headers }: Pick<Response, 'headers'>): RateLimit | null {
  const states = membersOf(headers.get('RateLimit')).flatMap(({ name, values }) => {
    const remaining = values.get('r');
    return remaining === undefined ? [] : [{ name, remaining, resetSeconds: values.get('t') ?? null }];
  });
  const [state] = states.sort((a, b) => a.remaining - b.remaining);
  if (state === undefined) return olderLimitOf(headers);
  const policy = membersOf(headers.get('RateLimit-Policy')).find(({ name }) => name === state.name);
  return { limit: policy?.values.get('q') ?? null, remaining: state.remaining, resetSeconds: state.resetSeconds };
}

function olderLimitOf(headers: Headers): RateLimit | null {
  const remaining = countOf(headers.get('RateLimit-Remaining'));
  if (remaining === null) return null;
  const [limit, resetSeconds] = [countOf(headers.get('RateLimit-Limit')), countOf(headers.get('RateLimit-Reset'))];
  return { limit, remaining, resetSeconds };
}

const countOf = (value: string | null): number | null => (value !== null && COUNT.test(value) ? Number(value) : null);

interface Member {
  readonly name: string;
  /** The parameters that are numbers. */
  readonly values: ReadonlyMap<string, number>;
}

/** The members of a list; none if any of them is malformed. */
function membersOf(field: string | null): readonly Member[] {
  const members: Member[] = [];
  let rest = field ?? '';
  while (rest !== '') {
    const [whole, name = '', parameters = '', end] = MEMBER.exec(rest) ?? [];
    if (whole === undefined) return [];
    members.push({ name, values: numbersOf(parameters) });
    rest = rest.slice(whole.length);
    // A list does not end with a comma.
    if (end === ',' && rest === '') return [];
  }
  return members;
}

function numbersOf(parameters: string): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const [, name = '', value = ''] of parameters.matchAll(PARAMETER)) {
    // The last one of a name counts.
    values.delete(name);
    if (COUNT.test(value)) values.set(name, Number(value));
  }
  return values;
}
