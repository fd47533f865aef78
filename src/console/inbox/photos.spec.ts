import { loadConfig } from '@libs/config';
// The families of the pool are declared with it.
import '@libs/database';
import { ownMetrics } from '@libs/metrics';
import { startHttp, type LocalServer } from '@test/support/egress/local-servers';
import { PhotosService } from './photos.service';

const poolFigures = async (): Promise<readonly string[]> =>
  (await ownMetrics()).split('\n').filter((line) => line.startsWith('hrev_database_pool_'));

describe('photos that wait for their turn', () => {
  const photos = new PhotosService(loadConfig({ NODE_ENV: 'test', HREV_ALLOW_PRIVATE_TARGETS: 'true' }));
  let server: LocalServer;
  beforeAll(async () => {
    server = await startHttp((_, response) => void response.end('GIF89a-small'));
  });
  afterAll(async () => {
    photos.onApplicationShutdown();
    await server.stop();
  });

  it('are no requests for database connections', async () => {
    const before = await poolFigures();
    const { signal } = new AbortController();
    const fetched = Array.from({ length: 20 }, () => photos.fetch(1, `${server.origin}/photo.gif`, signal));
    expect((await Promise.all(fetched)).map(({ type }) => type)).toEqual(Array(20).fill('image/gif'));
    expect(before.filter((line) => line.startsWith('hrev_database_pool_wait_seconds_count'))).toHaveLength(1);
    expect(await poolFigures()).toEqual(before);
  });
});
