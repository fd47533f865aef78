/** The embedded PostgreSQL cannot be used. The message says what happened and what to do; it ends a process with code 3. */
export class EmbeddedPostgresError extends Error {
  constructor(what: string, remedy: string, options?: ErrorOptions) {
    super(`${what}. ${remedy}`, options);
    this.name = 'EmbeddedPostgresError';
  }
}

export const USE_OWN_DATABASE = 'Set DATABASE_URL to a PostgreSQL of your own to do without the embedded one.';
