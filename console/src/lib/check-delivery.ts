import { plainSecret, plainSignature, standardSignature } from './signature';

/** What a person pastes: the headers of a request, one a line, its body, and the secret. */
export interface Pasted {
  readonly headers: string;
  readonly body: string;
  readonly secret: string;
}

/** How a part of the request differs from what was signed. */
export type Finding =
  | 'noHeaders'
  | 'badTimestamp'
  | 'timestampsDiffer'
  | 'signatureForm'
  | 'bodyLineEnd'
  | 'bodyReformatted'
  | 'bodyLineEnds'
  | 'idDiffers'
  | 'timestampDiffers'
  | 'plainSignatureDiffers'
  | 'standardSignatureDiffers'
  | 'secretOrBody';

export interface Checked {
  readonly isValid: boolean;
  readonly findings: readonly Finding[];
  /** Seconds between the timestamp and now; null without a timestamp. */
  readonly ageS: number | null;
}

interface Parts {
  readonly id: string | null;
  readonly times: readonly string[];
  readonly plain: readonly string[];
  readonly standard: readonly string[];
}

/** Compares a request with its signatures. Nothing leaves the browser. */
export async function checkDelivery(pasted: Pasted, nowMs: number): Promise<Checked> {
  const parts = partsOf(pasted.headers);
  const [time] = parts.times;
  const ageS = time !== undefined && /^\d{1,12}$/.test(time) ? Math.round(nowMs / 1000) - Number(time) : null;
  const refused = (finding: Finding): Checked => ({ isValid: false, findings: [finding], ageS });
  if (parts.plain.length + parts.standard.length === 0) return refused('noHeaders');
  if (time === undefined || ageS === null) return refused('badTimestamp');
  if (parts.plain.some((one) => !/^[0-9a-f]{64}$/.test(one))) return refused('signatureForm');
  const findings = await findingsOf(parts, pasted);
  return { isValid: findings.length === 0, findings, ageS };
}

async function findingsOf(parts: Parts, { body, secret }: Pasted): Promise<readonly Finding[]> {
  const matches = (candidate: string): Promise<Match> => matchOf(parts, candidate, plainSecret(secret.trim()));
  const asIs = await matches(body);
  if (isWhole(asIs, parts)) return parts.times.length > 1 ? ['timestampsDiffer'] : [];
  if (asIs.plain || asIs.standard) return [differenceOf(asIs, parts)];
  for (const [finding, variants] of variantsOf(body))
    for (const variant of variants) {
      const match = await matches(variant);
      if (match.plain || match.standard) return [finding];
    }
  return ['secretOrBody'];
}

interface Match {
  readonly plain: boolean;
  readonly standard: boolean;
}

async function matchOf({ id, times, plain, standard }: Parts, body: string, secret: string): Promise<Match> {
  const plains = await Promise.all(times.map((timestamp) => plainSignature(secret, { timestamp, body })));
  const standards = await Promise.all(
    times.map((timestamp) => standardSignature(secret, { id: id ?? '', timestamp, body })),
  );
  return {
    plain: plains.some((one) => plain.includes(one)),
    standard: standards.some((one) => standard.includes(one)),
  };
}

const isWhole = (match: Match, { plain, standard }: Parts): boolean =>
  (plain.length === 0 || match.plain) && (standard.length === 0 || match.standard);

/** One of two signatures matches: the other one, or what only the other one signs, differs. */
function differenceOf(match: Match, { times, id }: Parts): Finding {
  if (times.length > 1) return 'timestampDiffers';
  if (!match.plain) return 'plainSignatureDiffers';
  return id === null ? 'idDiffers' : 'standardSignatureDiffers';
}

/** Changes that frameworks make to a body. */
function variantsOf(body: string): readonly (readonly [Finding, readonly string[]])[] {
  return [
    ['bodyLineEnd', [body.trimEnd(), body.trim(), `${body}\n`]],
    ['bodyLineEnds', [body.replaceAll('\r\n', '\n'), body.replaceAll(/\r?\n/g, '\r\n')]],
    ['bodyReformatted', compactOf(body)],
  ];
}

function compactOf(body: string): readonly string[] {
  try {
    return [JSON.stringify(JSON.parse(body))];
  } catch {
    return [];
  }
}

function partsOf(headers: string): Parts {
  const values = new Map<string, string>();
  for (const line of headers.split('\n')) {
    const [, name, value] = /^["'\s]*([\w-]+)["']?\s*[:=]\s*(.*?)["',\s]*$/.exec(line) ?? [];
    if (name !== undefined && value !== undefined) values.set(name.toLowerCase(), value.replace(/^["'\s]+/, ''));
  }
  const times = ['x-hrev-timestamp', 'webhook-timestamp'].flatMap((name) => values.get(name) ?? []);
  return {
    id: values.get('webhook-id') ?? values.get('x-hrev-delivery-id') ?? null,
    times: [...new Set(times)],
    plain: listed(values.get('x-hrev-signature'), ',').map((one) => one.replace(/^sha256=/i, '').toLowerCase()),
    standard: listed(values.get('webhook-signature'), ' ').map((one) => one.replace(/^v1,/, '')),
  };
}

const listed = (value: string | undefined, separator: string): readonly string[] =>
  (value ?? '')
    .split(separator)
    .map((one) => one.trim())
    .filter((one) => one !== '');
