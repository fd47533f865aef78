/** The embedded PostgreSQL cannot be used. The message says what happened and how to fix it; the process exits with code 3. */
export class EmbeddedPostgresError extends Error {
  constructor(what: string, remedy: string, options?: ErrorOptions) {
    super(`${what}. ${remedy}`, options);
    this.name = 'EmbeddedPostgresError';
  }
}

export const USE_OWN_DATABASE = 'Set DATABASE_URL to a PostgreSQL of your own to replace the embedded one.';
