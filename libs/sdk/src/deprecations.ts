/** What a response says about an endpoint that is superseded. */
export interface DeprecationNotice {
  /** Method and path of the request; numbers in the path are `{id}`. */
  readonly request: string;
  /** When it was deprecated; null if the response does not say. */
  readonly since: Date | null;
  /** When it may be gone; null without a planned end. */
  readonly sunset: Date | null;
  /** The page that explains the change; null without one. */
  readonly page: string | null;
  /** The address that replaces it; null without one. */
  readonly successor: string | null;
}

/** Is called once for each deprecated endpoint that a client uses. */
export type OnDeprecation = (notice: DeprecationNotice) => void;

/** Endpoints that are remembered; a client that used more hears of some twice. */
const MAX_REMEMBERED = 1_000;
const DAY = /^@(-?\d{1,12})$/;
const LINK = /<([^<>]*)>((?:\s*;\s*[\w*-]+(?:=(?:"[^"]*"|[^\s",;]+))?)*)/g;

/** Calls `listener` with the first response of each endpoint that has `Deprecation` (RFC 9745) or `Sunset` (RFC 8594). */
export function noticing(listener: OnDeprecation): (request: string, response: Response) => void {
  const noticed = new Set<string>();
  return (name, { url, headers }) => {
    const [deprecation, sunset] = [headers.get('Deprecation'), headers.get('Sunset')];
    if (deprecation === null && sunset === null) return;
    const request = name.replace(/\/\d+(?=\/|$)/g, '/{id}');
    if (noticed.has(request)) return;
    if (noticed.size >= MAX_REMEMBERED) noticed.clear();
    noticed.add(request);
    const links = linksOf(headers.get('Link') ?? '', url);
    listener({
      request,
      since: dateOf(secondsOf(deprecation) * 1_000),
      sunset: dateOf(Date.parse(sunset ?? '')),
      page: links.get('deprecation') ?? null,
      successor: links.get('successor-version') ?? null,
    });
  };
}

/** NaN without a date. */
const secondsOf = (deprecation: string | null): number => Number(DAY.exec(deprecation ?? '')?.[1]);

/** The default listener: a line on the console. */
export function warnOfDeprecation({ request, sunset, page, successor }: DeprecationNotice): void {
  const end = sunset === null ? '' : ` and may be gone from ${sunset.toISOString().slice(0, 10)} on`;
  const instead = successor === null ? '' : `; use ${successor}`;
  // eslint-disable-next-line no-console -- the purpose of this listener; programs pass their own `onDeprecation`
  console.warn(`hrev: ${request} is deprecated${end}${instead}${page === null ? '' : ` (${page})`}`);
}

function dateOf(milliseconds: number): Date | null {
  const date = new Date(milliseconds);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** The targets of the links of a field, by relation, as absolute addresses where they can be. */
function linksOf(field: string, base: string): ReadonlyMap<string, string> {
  const links = new Map<string, string>();
  for (const [, target = '', parameters = ''] of field.matchAll(LINK)) {
    const [, relations = ''] = /;\s*rel="?([^";]+)"?/i.exec(parameters) ?? [];
    for (const relation of relations.toLowerCase().split(/\s+/))
      if (!links.has(relation)) links.set(relation, absolute(target, base));
  }
  return links;
}

function absolute(target: string, base: string): string {
  try {
    return new URL(target, base === '' ? undefined : base).href;
  } catch {
    return target;
  }
}
