/** A separate schema in the product's database, in which Strapi creates its tables. */
import { STRAPI_SCHEMA } from '../dialect';

interface Env {
  (name: string): string;
  int(name: string): number;
}

export = ({ env }: { readonly env: Env }) => ({
  connection: {
    client: 'postgres',
    connection: { connectionString: env('DATABASE_URL'), schema: STRAPI_SCHEMA },
    pool: { min: 2, max: env.int('DATABASE_POOL') },
  },
});
