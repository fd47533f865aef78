/**
 * The peer: PostGraphile on the product's tables, configured for production as in its manual: no console, no query log, no
 * mutations. No key, no limit.
 *
 * Arguments: port, database address, pool size.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import pg from 'pg';
import { requirePeer } from '../installed';

interface PostGraphile {
  postgraphile(
    pool: pg.Pool,
    schema: string,
    options: Readonly<Record<string, unknown>>,
  ): (request: IncomingMessage, response: ServerResponse) => unknown;
}

function main([port, connectionString, poolSize]: readonly string[]): void {
  const pool = new pg.Pool({ connectionString, max: Number(poolSize) });
  pool.on('error', () => undefined);
  const { postgraphile } = requirePeer('postgraphile') as PostGraphile;
  const answer = postgraphile(pool, 'public', {
    graphiql: false,
    disableQueryLog: true,
    disableDefaultMutations: true,
    legacyRelations: 'omit',
    retryOnInitFail: false,
  });
  createServer((request, response) => {
    if (request.url?.startsWith('/health')) response.end('{}');
    else answer(request, response);
  }).listen(Number(port), '127.0.0.1');
}

main(process.argv.slice(2));
