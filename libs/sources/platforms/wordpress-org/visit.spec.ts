import { ConformanceFixture } from '../../conformance/conformance-fixture';
import type { ObservedVisit } from '../../conformance/observed-visit';
import type { SandboxPlatform, SandboxRequest, SandboxResponse } from '../../sandbox';
import { wordpressOrgSandbox } from '../../sandbox/wordpress-org';
import { Blocked, Changed, Gone, Temporary } from '../../source-errors';
import { wordpressOrg } from './index';

const LIST = 'https://wordpress.org/support/theme/quill/reviews/';

/** Runs a visit against the sandbox, some of whose responses `override` replaces. */
async function visitWith(
  override: (request: SandboxRequest) => SandboxResponse | null,
  count: number,
  prepare?: (fixture: ConformanceFixture) => void,
  afterPage?: (pages: number) => void,
): Promise<{ visit: ObservedVisit; paths: string[] }> {
  const platform: SandboxPlatform = {
    ...wordpressOrgSandbox,
    respond: (request, findListing, context) =>
      override(request) ?? wordpressOrgSandbox.respond(request, findListing, context),
  };
  const fixture = new ConformanceFixture(wordpressOrg, platform, {
    key: 'theme/quill',
    canonicalUrl: LIST,
    otherUrls: [],
    invalidUrls: [],
    pageSize: 4,
  });
  await fixture.sandbox.start();
  try {
    fixture.reset();
    fixture.addReviews(count);
    prepare?.(fixture);
    const visit = await fixture.visit(afterPage);
    return { visit, paths: fixture.sandbox.requests.map(({ url }) => new URL(url).pathname) };
  } finally {
    await fixture.sandbox.stop();
  }
}

const isTopic = ({ url }: SandboxRequest): boolean => url.pathname.startsWith('/support/topic/');
const isDetails = ({ url }: SandboxRequest): boolean => url.hostname === 'api.wordpress.org';
const html = (body: string, status = 200): SandboxResponse => ({
  status,
  headers: { 'content-type': 'text/html' },
  body,
});

/** A page of the list with the topics `from` to `from + count - 1`, as the forum shows 30 of them. */
function listOf(from: number, count: number, hasNext: boolean): SandboxResponse {
  const rows = Array.from({ length: count }, (_, index) => {
    const id = 50_000 - from - index;
    return `<ul id="bbp-topic-${id}"><li><a class="bbp-topic-permalink" href="/support/topic/t${id}/">T${id}</a></li></ul>`;
  });
  const next = hasNext ? '<a class="next page-numbers" href="#">→</a>' : '';
  return html(
    `<html><body><div id="bbpress-forums">${next}<ul class="bbp-topics">${rows.join('')}</ul></div></body></html>`,
  );
}
const topic = html(
  '<html><body><div id="bbpress-forums"><ul class="bbp-lead-topic"><div class="bbp-topic-content">x</div></ul></div></body></html>',
);

describe('a visit to WordPress.org (contract §10)', () => {
  it('requests each page of the list once, and each topic once', async () => {
    const { visit, paths } = await visitWith(() => null, 6);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { reviewCount: 6 } });
    expect(paths.filter((path) => path.startsWith('/support/theme/'))).toEqual([
      '/support/theme/quill/reviews/',
      '/support/theme/quill/reviews/page/2/',
    ]);
    expect(new Set(paths).size).toBe(paths.length);
    expect(paths).toHaveLength(2 + 1 + 6);
  });

  it('requests 10 topics before it returns the first reviews', async () => {
    const requested: number[] = [];
    let topics = 0;
    const override = (request: SandboxRequest): SandboxResponse | null => {
      if (isDetails(request)) return null;
      if (isTopic(request)) topics += 1;
      return isTopic(request) ? topic : listOf(0, 30, false);
    };
    const { visit } = await visitWith(override, 1, undefined, () => requested.push(topics));
    expect(requested).toEqual([10, 20, 30]);
    expect(visit.reviews).toHaveLength(30);
  });

  it('reads the newest 300 reviews of a longer list as a window', async () => {
    const override = (request: SandboxRequest): SandboxResponse | null => {
      if (isDetails(request)) return null;
      if (isTopic(request)) return topic;
      const page = Number(/page\/(\d+)/.exec(request.url.pathname)?.[1] ?? '1');
      return listOf((page - 1) * 30, 30, true);
    };
    const { visit, paths } = await visitWith(override, 1);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'window' } });
    expect(visit.reviews).toHaveLength(300);
    expect(paths).toHaveLength(10 + 1 + 300);
  });

  it('omits a topic that was deleted after the list was read', async () => {
    const { visit } = await visitWith((request) => (request.url.pathname.endsWith('3/') ? html('', 404) : null), 3);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    expect(visit.reviews).toHaveLength(2);
  });

  it.each<[string, SandboxResponse, new (...details: never[]) => Error]>([
    ['refused', html('', 403), Blocked],
    ['failing', html('', 503), Temporary],
    ['a bot check', html('<html><title>Just a moment...</title></html>'), Blocked],
    ['another page', html('<html><body>Hello</body></html>'), Changed],
  ])('returns no end if the page of a topic is %s', async (_what, response, expected) => {
    const { visit } = await visitWith((request) => (isTopic(request) ? response : null), 3);
    expect(visit).toMatchObject({ reviews: [], end: null });
    expect(visit.error).toBeInstanceOf(expected);
  });

  it('throws Gone if the list redirects to another page', async () => {
    const redirect: SandboxResponse = { status: 301, headers: { location: '/support/theme/other/reviews/' }, body: '' };
    const { visit } = await visitWith(
      (request) => (request.url.pathname === '/support/theme/quill/reviews/' ? redirect : null),
      3,
      ({ sandbox }) => sandbox.listing('wordpress-org', 'theme/other'),
    );
    expect(visit.error).toBeInstanceOf(Gone);
  });

  it.each([
    ['has a counter that fails', html('', 503)],
    ['has no data', html('{"error":"Theme not found"}', 404)],
    ['has data in another format', html('[]')],
  ])('returns the reviews without a name for a theme that %s', async (_what, response) => {
    const { visit } = await visitWith((request) => (isDetails(request) ? response : null), 3);
    expect(visit).toMatchObject({ error: null, end: { coverage: 'all' }, object: { name: null, reviewCount: null } });
    expect(visit.reviews).toHaveLength(3);
  });

  it.each([
    [true, Blocked],
    [false, null],
  ])('for an empty list without a counter and stored reviews: %s, throws %p', async (hasStoredReviews, expected) => {
    const { visit } = await visitWith(
      (request) => (isDetails(request) ? html('', 503) : null),
      0,
      (fixture) => (fixture.hasStoredReviews = hasStoredReviews),
    );
    if (expected === null) expect(visit).toMatchObject({ error: null, end: { coverage: 'all' } });
    else expect(visit.error).toBeInstanceOf(expected);
  });
});
