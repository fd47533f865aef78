import Redis from 'ioredis';

/** The version that a Redis reports, `?` if it reports none. Throws if it does not respond within 3 seconds. */
export async function redisVersion(url: string): Promise<string> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 3_000,
    // A Redis that accepts connections and does not respond must not hold the start.
    commandTimeout: 3_000,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    return /redis_version:(\S+)/.exec(await redis.info('server'))?.[1] ?? '?';
  } finally {
    redis.disconnect();
  }
}
