import startPostgres from './global-setup';
import { RedisControl } from './redis-control';
import { storeRedis } from './test-server';

/** Starts Redis beside PostgreSQL. Its address is for the files of one project only, which `queue-in-redis.cjs` gives it to. */
export default async function globalSetup(): Promise<void> {
  await startPostgres();
  const redis = await RedisControl.begin();
  process.once('exit', () => void redis.kill());
  storeRedis(redis);
  process.env.HREV_TEST_REDIS = redis.url;
}
