/** A call of the API of the service. */
export interface ApiCall {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With its ids filled in, such as `/v3/reviews/7`. */
  readonly path: string;
  /** Parameters that are undefined are left out. A list is repeated. */
  readonly query?: object;
  readonly body?: object;
}

/** The call as a command for a shell, with the key in the variable `HREV_KEY`. */
export function curlOf({ method = 'GET', path, query, body }: ApiCall, origin: string): string {
  const address = `${origin}${path}${queryOf(query ?? {})}`;
  const parts = [
    'curl',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    '-H "X-API-Key: $HREV_KEY"',
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
    quoted(address),
  ];
  return parts.join(' ');
}

/** A query string; empty without parameters. */
export function queryOf(query: object): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value])
      .filter((item) => item !== undefined && item !== null)
      .map((item) => [name, String(item)]),
  );
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs).toString()}`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
