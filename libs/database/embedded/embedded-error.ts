/** The embedded PostgreSQL cannot be used. The message states the problem and its remedy; the process exits with code 3. */
export class EmbeddedPostgresError extends Error {
  constructor(problem: string, remedy: string, options?: ErrorOptions) {
    super(`${problem}. ${remedy}`, options);
    this.name = 'EmbeddedPostgresError';
  }
}

export const USE_OWN_DATABASE = 'Set DATABASE_URL to a PostgreSQL of your own to replace the embedded one.';
