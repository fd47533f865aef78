import pg from 'pg';

/** The oldest major version that has all the SQL of the service: RETURNING of old values (18) settles deliveries. */
export const MIN_POSTGRES = 18;

const CONNECTION_TIMEOUT_MS = 10_000;

export interface ServerVersion {
  readonly text: string;
  readonly major: number;
}

/** Reads the version over a plain connection: the service's connections use settings that older servers refuse. */
export async function serverVersion(databaseUrl: string): Promise<ServerVersion> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: 'hrev-version',
    connectionTimeoutMillis: CONNECTION_TIMEOUT_MS,
    query_timeout: CONNECTION_TIMEOUT_MS,
  });
  // If the connection breaks between statements, the next statement reports it.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ number: string; text: string }>(
      `select current_setting('server_version_num') as number, current_setting('server_version') as text`,
    );
    const { number = '0', text = '?' } = rows[0] ?? {};
    // "15.18 (Debian 15.18-0+deb12u1)".
    return { text: text.split(' ')[0] ?? text, major: Math.floor(Number(number) / 10_000) };
  } finally {
    await client.end();
  }
}
