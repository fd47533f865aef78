import { judged } from './judged-addresses';

const link = (url: string, slug: string | null, code: 'source_url_invalid' | 'source_not_detected' | null = null) => ({
  url,
  link_id: null,
  link_name: null,
  source_name: slug,
  error: code === null ? null : 'refused',
  error_code: code,
  canonical_url: code === null ? url : null,
  is_short: url === 'short',
});

test('the second page of a platform is refused, also after a refused one', () => {
  const results = judged(
    [link('a', 'google', 'source_url_invalid'), link('b', 'google'), link('c', 'google'), link('d', 'steam')],
    undefined,
  );
  expect(results.map(({ refusal }) => refusal === null)).toEqual([false, true, false, true]);
  expect(results[2]?.refusal).toBe('A line above has a page of google already.');
});

test('a short address has no page yet', () =>
  expect(
    judged([link('short', 'google'), link('b', null, 'source_not_detected')], undefined).map(({ remark }) => remark),
  ).toEqual(['short address; the page is found at the first collection', null]));
