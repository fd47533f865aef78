import { ownMetrics } from '@libs/metrics';
import { beginPublications, countPublication } from './reply-metrics';

describe('the results of publications', () => {
  const counts = async (): Promise<unknown> => {
    const lines = /^hrev_reply_publication_seconds_count\{source="begun",result="(\w+)"\} (\d+)$/gm;
    return [...(await ownMetrics()).matchAll(lines)].map(([, result, count]) => [result, Number(count)]);
  };

  it('have series from the first request to a source, which keep what was counted', async () => {
    expect(await counts()).toEqual([]);
    beginPublications('begun');
    expect(await counts()).toEqual([
      ['published', 0],
      ['refused', 0],
      ['failed', 0],
    ]);
    countPublication('begun', 'platform_error', 1_000);
    beginPublications('begun');
    expect(await counts()).toEqual([
      ['published', 0],
      ['refused', 0],
      ['failed', 1],
    ]);
  });
});
