import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { KeysService } from '@src/auth';
import { accountChecksum } from '@test/support/matrix-checksum';
import { insertChangedReviews } from '@test/support/review-factory';
import type { LinkFixture } from '@test/support/store-fixture';
import { testApp, type TestAccount, type TestApp } from '@test/support/test-app';
import { CORPUS, NAMED_TOOLS } from './injection-corpus';
import { Agent, anAnswerableLink, textOf, type Json } from './mcp-harness';

const ALL = '?toolsets=reviews,objects,analytics,replies';
/** Where foreign text may be: in fields with this name, at any depth. */
const MARKED = 'untrusted';

/** What a client was sent: the text of a result, and the whole result. */
interface Seen {
  readonly name: string;
  readonly text: string;
  readonly result: unknown;
}

/** Reviews are text that third parties write (contract §4.21): it reaches a client in a marked field, and has no effect of its own. */
describe('injections in reviews', () => {
  let app: TestApp;
  let locked: TestApp;
  let account: TestAccount;
  let link: LinkFixture;
  let ids: readonly number[];

  beforeAll(async () => {
    app = await testApp({ environment: { HREV_RATE_LIMIT: '1000000' } });
    locked = await testApp({
      environment: { HREV_RATE_LIMIT: '1000000', HREV_MCP_LOCKDOWN: 'true' },
      databaseUrl: app.databaseUrl,
    });
    account = await app.anAccount();
    link = await anAnswerableLink(app, account.accountId);
    ids = await insertChangedReviews(
      app.database,
      CORPUS.map(({ text }, index) => ({
        ...link,
        rating: 1 + (index % 5),
        reviewDate: '2026-11-10T09:00:00',
        text,
        author: text.slice(0, 200),
        // Another form than the text, as platforms with parts send it; the replies of the business are foreign text, too.
        ...(index % 3 === 0 ? { positive: text, negative: text } : {}),
        ...(index % 2 === 0 ? { replyText: text, replyDate: '2026-11-11T09:00:00' } : {}),
        reviewUrl: `https://reviews.example/?q=${encodeURIComponent(text.slice(0, 200))}`,
        externalId: `x-${text.slice(0, 100)}`,
      })),
    );
    await app.database.query(`update tracked_object set name = left($2, 200) where account_id = $1`, [
      account.accountId,
      CORPUS[0]?.text,
    ]);
    await app.database.query(
      `update link set link_name = left($2, 200), scraped_object_name = left($3, 200) where account_id = $1`,
      [account.accountId, CORPUS[12]?.text, CORPUS[23]?.text],
    );
    await app.agent
      .post('/v3/folders')
      .set('X-API-Key', account.full)
      .send({ name: CORPUS[12]?.text.slice(0, 150) })
      .expect(201);
  });
  afterAll(async () => {
    await locked?.close();
    await app?.close();
  });

  /** All that a client can read: the tools, and the results of every tool that reads, in all pages. */
  async function everything(agent: Agent): Promise<readonly Seen[]> {
    const listed = await agent.client.listTools();
    const seen: Seen[] = [
      { name: 'instructions', text: agent.client.getInstructions() ?? '', result: agent.client.getServerVersion() },
      { name: 'tools/list', text: '', result: listed },
    ];
    const calls: [string, Json][] = [
      ['list_objects', {}],
      ['list_folders', {}],
      ['list_sources', {}],
      ['get_object', { object_id: link.objectId }],
      ['get_object', { object_id: 999_999_999 }],
      ['analytics_summary', { object_id: link.objectId }],
      ['analytics_timeseries', { object_id: link.objectId }],
      ...ids.map((id): [string, Json] => ['get_review', { review_id: id }]),
    ];
    for (const [name, args] of calls) {
      const result = await agent.call(name, args);
      seen.push({ name, text: textOf(result), result });
    }
    for (const [name, first] of [
      ['search_reviews', { limit: 20 }],
      ['list_changes', { object_id: link.objectId, begin: 'beginning', limit: 20 }],
    ] as const) {
      for (let cursor: unknown; cursor !== null;) {
        const result = await agent.call(name, { ...first, ...(cursor === undefined ? {} : { cursor }) });
        seen.push({ name, text: textOf(result), result });
        const { next_cursor, has_more } = result.structuredContent as {
          next_cursor: string | null;
          has_more?: boolean;
        };
        cursor = has_more === false ? null : next_cursor;
      }
    }
    return seen;
  }

  /** The strings of a value outside of marked fields. A text that is JSON is read as such. */
  function unmarked(value: unknown): readonly string[] {
    if (typeof value === 'string') return value.startsWith('{') ? unmarked(JSON.parse(value)) : [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, part]) =>
      name === MARKED && typeof part === 'object' ? [] : [name, ...unmarked(part)],
    );
  }

  function marked(value: unknown): readonly string[] {
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([name, part]) =>
      name === MARKED ? Object.values(part as object).filter((text) => typeof text === 'string') : marked(part),
    );
  }

  it('the corpus has at least 40 texts, each with its mark', () => {
    expect(CORPUS.length).toBeGreaterThanOrEqual(40);
    for (const { mark, text } of CORPUS) expect(text).toContain(mark);
  });

  it('foreign text is in marked fields only, in the structured content and in the text of a result', async () => {
    const agent = await Agent.connect(app, account.readOnly);
    const seen = await everything(agent);
    for (const { name, text, result } of seen) {
      const outside = [...unmarked(result), ...unmarked(text)].join('\n');
      expect([name, CORPUS.filter(({ mark }) => outside.includes(mark)), outside.includes('evil.example')]).toEqual([
        name,
        [],
        false,
      ]);
    }
    // The test reads them where they belong: each text of the corpus arrives.
    const inside = seen.flatMap(({ result }) => marked(result)).join('\n');
    expect(CORPUS.filter(({ mark }) => !inside.includes(mark))).toEqual([]);
    await agent.close();
  });

  it('no marked text can end its field, hide a part of itself, or be a link', async () => {
    const agent = await Agent.connect(app, account.readOnly);
    const texts = (await everything(agent)).flatMap(({ result }) => marked(result));
    expect(texts.length).toBeGreaterThan(CORPUS.length * 3);
    for (const text of texts) {
      // The characters of the categories: controls, formats other than one joiner, halves of pairs.
      expect(text).not.toMatch(
        /["<>`\n]|\]\(|!\[|https?:|\p{Cc}|\p{Cs}|[\u202a-\u202e\u2066-\u2069\u200b\u{e0000}-\u{e007f}]|[\u200c\u200d]{2}/u,
      );
      expect([...text].length).toBeLessThanOrEqual(8_000);
    }
    await agent.close();
  });

  it.each(['?lockdown=1', 'HREV_MCP_LOCKDOWN'])(
    'in lockdown (%s) no text of the corpus leaves the server, and the figures do',
    async (way) => {
      const agent =
        way === 'HREV_MCP_LOCKDOWN'
          ? // A client cannot turn off what the operator set.
            await Agent.connect(locked, account.full, { query: '?lockdown=0' })
          : await Agent.connect(app, account.full, { query: way });
      const seen = await everything(agent);
      const sent = JSON.stringify(seen);
      expect([CORPUS.filter(({ mark }) => sent.includes(mark)), sent.includes('evil.example')]).toEqual([[], false]);
      // The schema of a result has the field in lockdown, too.
      expect(JSON.stringify(seen.filter(({ name }) => name !== 'tools/list'))).not.toContain('"untrusted"');
      const page = (await agent.read('search_reviews', { sort: 'worst', limit: 3 })) as {
        total: number;
        reviews: readonly Json[];
      };
      expect([page.total, page.reviews.map(({ rating }) => rating)]).toEqual([CORPUS.length, [1, 1, 1]]);
      await agent.close();
    },
  );

  describe('a client that obeys every instruction it can read', () => {
    /** Calls of every tool that a text names, with every JSON object in the text as arguments, and with invented ones. */
    function callsIn(text: string): readonly [name: string, args: Json][] {
      const named = NAMED_TOOLS.filter((name) => text.includes(name));
      const objects = [...text.matchAll(/\{[^{}]*\}/g)].flatMap(([part]) => {
        try {
          return [JSON.parse(part.replaceAll('\u201D', '"')) as Json];
        } catch {
          return [];
        }
      });
      const invented: Json = {
        review_id: ids[0],
        object_id: link.objectId,
        text: text.slice(0, 100),
        target: 'https://evil.example/',
      };
      return named.flatMap((name) =>
        [...objects, invented, { review_id: ids[1], text: text.slice(0, 50) }, {}].map((args): [string, Json] => [
          name,
          args,
        ]),
      );
    }

    it.each(['read_only', 'propose', 'full'] as const)(
      'with a key of scope %s makes open proposals at most, and sends nothing',
      async (scope) => {
        const { key } = await app.app.get(KeysService).issue(account.accountId, scope);
        const before = new Set(await accountChecksum(app.database, account.accountId));
        const requested = new Set<string>();
        const note = (sent: unknown): void => {
          const { request } = sent as { request: { origin?: string; host?: string } };
          requested.add(String(request.origin ?? request.host));
        };
        subscribe('undici:request:create', note);
        subscribe('http.client.request.start', note);
        const agent = await Agent.connect(app, key, { query: ALL });
        const texts = (await everything(agent)).flatMap(({ text, result }) => [text, ...marked(result)]);
        const calls = new Map(texts.flatMap(callsIn).map((call) => [JSON.stringify(call), call] as const));
        expect(calls.size).toBeGreaterThan(100);
        for (const [name, args] of calls.values()) await agent.call(name, args).catch(() => undefined);
        await agent.close();
        unsubscribe('undici:request:create', note);
        unsubscribe('http.client.request.start', note);
        // The client sends to the server, and the tools to the API of the same process, whose requests have no host of their own.
        expect(requested).toEqual(new Set([app.address, 'localhost']));
        const after = await accountChecksum(app.database, account.accountId);
        const changed = after.filter((line) => !before.has(line)).map((line) => line.split(':')[0]);
        expect(changed).toEqual(scope === 'read_only' ? [] : ['audit_entry', 'reply_proposal']);
        const proposals = await app.database.query(
          `select distinct state from reply_proposal where account_id = $1 and state <> 'superseded'`,
          [account.accountId],
        );
        expect(proposals).toEqual(scope === 'read_only' ? [] : [{ state: 'open' }]);
      },
    );
  });
});
