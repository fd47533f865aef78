/** The services of replies on a real database, with platforms that the test implements and that respond over real HTTP. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { loadConfig } from '@libs/config';
import type { Database } from '@libs/database';
import { Outbox } from '@libs/events';
import {
  AccessRevoked,
  CardNotYours,
  NotSent,
  OutcomeUnknown,
  PlatformRefused,
  ReviewGone,
  TextRejected,
  type ReplyOnPlatform,
  type PlatformSource,
  type PublishTools,
  type ReplyPublisher,
  type SourceConnecting,
  type ReviewAddress,
} from '@libs/sources';
import { AuditTrail } from '@src/audit';
import { AuditStore } from '@src/audit/persistence/audit.store';
import { entitlementsOf } from '@src/auth';
import { LinkedSourcesQuery } from '@src/links/persistence/linked-sources.query';
import { ConfirmRepliesService } from '@src/replies/confirm-replies.service';
import { ReplyLeaseStore } from '@src/replies/persistence/reply-lease.store';
import { ProposalEndsStore } from '@src/replies/proposals/persistence/proposal-ends.store';
import { ProposalStore } from '@src/replies/proposals/persistence/proposal.store';
import { ReplyPolicyStore } from '@src/replies/proposals/persistence/reply-policy.store';
import { ProposalsService } from '@src/replies/proposals/proposals.service';
import { ReplyPolicyService } from '@src/replies/proposals/reply-policy.service';
import { ReplyStore } from '@src/replies/persistence/reply.store';
import { PublishReplyService } from '@src/replies/publish-reply.service';
import { RepliesService } from '@src/replies/replies.service';
import { AnswerableReviewQuery, OwnReplyService } from '@src/reviews';
import { ChangeCounterStore } from '@src/reviews/persistence/change-counter.store';
import { OwnReplyStore } from '@src/reviews/intake/persistence/own-reply.store';
import { ReviewIntakeStore } from '@src/reviews/intake/persistence/review-intake.store';
import { SourceCatalogue } from '@src/sources';
import { SourceStore } from '@src/sources/persistence/source.store';
import { scriptedPlatform } from './collection-harness';
import { connectionServices } from './connection-services';
import { sealingKeysOn } from './sealing-keys';
import { recordedWakeups } from './noted-wakeups';
import { insertReview, type ReviewSeed } from './review-factory';
import { aLink, type LinkFixture } from './store-fixture';

/**
 * How the platform handles the next request. `no_shape`: it carries out the request and sends a body that publishers do not
 * recognize.
 */
export type Mood =
  | 'normal'
  | 'cut_after'
  | 'cut_before'
  | 'hang_after'
  | 'no_shape'
  | 400
  | 401
  | 403
  | 404
  | 409
  | 429
  | 500;

/** A platform that stores replies and records the writes. */
export class ReplyPlatform {
  readonly held = new Map<string, string>();
  /** Writes that it carried out, in order. */
  readonly done: string[] = [];
  requests = 0;
  /** Moods of the next writes; `normal` after them. */
  moods: Mood[] = [];
  /** Moods of the next reads. */
  readMoods: Mood[] = [];
  isModerating = false;
  /** Runs while the next request is in flight. */
  meanwhile: (() => Promise<unknown>) | null = null;
  private readonly waiting = new Map<string, string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<ReplyPlatform> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const platform = new ReplyPlatform(server);
    server.on('request', (request, response) => void platform.answer(request, response));
    return platform;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Ends moderation: publishes the waiting replies. */
  approve(): void {
    for (const [id, text] of this.waiting) this.held.set(id, text);
    this.waiting.clear();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await textOf(request);
    this.requests += 1;
    const id = decodeURIComponent(request.url?.split('/').at(-1) ?? '');
    const reads = request.method === 'GET';
    const mood = (reads ? this.readMoods : this.moods).shift() ?? 'normal';
    const meanwhile = this.meanwhile;
    this.meanwhile = null;
    await meanwhile?.();
    if (mood === 'cut_before') return void request.socket.destroy();
    if (typeof mood === 'number') return void response.writeHead(mood).end('{}');
    if (!reads) this.write(id, request.method === 'DELETE' ? null : (JSON.parse(body) as { text: string }).text);
    if (mood === 'cut_after') return void request.socket.destroy();
    if (mood === 'hang_after') return;
    if (mood === 'no_shape') return void response.writeHead(200).end('null');
    response.writeHead(200).end(JSON.stringify({ text: this.held.get(id) ?? null }));
  }

  private write(id: string, text: string | null): void {
    this.done.push(text === null ? `remove ${id}` : `${id}: ${text}`);
    if (text === null) this.held.delete(id);
    else if (this.isModerating) this.waiting.set(id, text);
    else this.held.set(id, text);
  }
}

export interface Abilities {
  readonly canReplace: boolean;
  readonly canDelete: boolean;
  readonly moderated: boolean;
  readonly needsReviewText: boolean;
}

const HOST = 'replies.example';

type CalledReview = Pick<ReviewAddress, 'card' | 'externalId'>;

async function call(method: 'GET' | 'PUT' | 'DELETE', review: CalledReview, tools: PublishTools, body?: object) {
  if (tools.credentials['key'] !== 'open') throw new AccessRevoked('the platform refuses the key');
  const url = `https://${HOST}/${review.card}/${encodeURIComponent(review.externalId)}`;
  const answer = await tools.http.request(url, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  if (answer.status !== 200) throw failureOf(answer.status, method !== 'GET');
  const { text } = answer.json() as { text: string | null };
  return { text };
}

const CONNECTING: SourceConnecting = {
  hosts: [HOST],
  credentialFields: [{ name: 'key', secret: true, description: 'API key', required: true }],
  check: async (_, tools) => {
    await call('GET', { card: 'card', externalId: 'check' }, tools);
    return { card: 'card', name: 'The card' };
  },
};

function publisherOf(abilities: Abilities): ReplyPublisher {
  return {
    ...abilities,
    publish: async (review, text, tools) => {
      await call('PUT', review, tools, { text });
      return abilities.moderated ? { kind: 'accepted' } : { kind: 'published', at: '2026-11-20T08:00:00' };
    },
    remove: async (review, tools) => void (await call('DELETE', review, tools)),
    readBack: async (review, tools): Promise<ReplyOnPlatform> => {
      const { text } = await call('GET', review, tools);
      if (text === null) return abilities.moderated ? { kind: 'unknown' } : { kind: 'none' };
      return { kind: 'found', text, state: 'published', at: null, detail: null };
    },
  };
}

function failureOf(status: number, writes: boolean): Error {
  const detail = `the platform responded with ${status}`;
  if (status === 400) return new TextRejected(detail);
  if (status === 401) return new AccessRevoked(detail);
  if (status === 403) return new CardNotYours(detail);
  if (status === 404) return new ReviewGone(detail);
  if (status === 429) return new NotSent(detail);
  if (status >= 500) return writes ? new OutcomeUnknown(detail) : new NotSent(detail);
  return new PlatformRefused(detail);
}

export const PLATFORMS = {
  a: { id: 901, canReplace: true, canDelete: true, moderated: false, needsReviewText: false },
  b: { id: 902, canReplace: false, canDelete: true, moderated: false, needsReviewText: false },
  c: { id: 903, canReplace: false, canDelete: false, moderated: true, needsReviewText: true },
} as const;
export type PlatformName = keyof typeof PLATFORMS;

const notVisited = (): never => {
  throw new Error('no test visits this platform');
};

function sourceOf(name: PlatformName): PlatformSource {
  const { id, ...abilities } = PLATFORMS[name];
  const host = `${name}.example`;
  const plain = scriptedPlatform(notVisited);
  return {
    ...plain,
    facts: {
      ...plain.facts,
      id,
      slug: `platform-${name}`,
      hosts: [host],
      canPublishReply: true,
      replyMaxLength: 100,
      replyLengthUnit: 'characters',
    },
    match: (url) => (url.hostname === host ? { kind: 'page', canonicalUrl: url.href } : null),
    connecting: CONNECTING,
    publisher: publisherOf(abilities),
  };
}

export type ReplyHarness = Awaited<ReturnType<typeof replyHarness>>;

/**
 * `environment` adds variables to the defaults, in which retries have no delay. `more` adds sources; `environment` sets their
 * origins.
 */
export async function replyHarness(
  database: Database,
  environment: Readonly<Record<string, string>> = {},
  more: readonly PlatformSource[] = [],
) {
  Logger.overrideLogger(false);
  const platform = await ReplyPlatform.start();
  const origins = Object.fromEntries(Object.keys(PLATFORMS).map((name) => [`platform-${name}`, platform.origin]));
  const config = loadConfig({
    NODE_ENV: 'test',
    HREV_ALLOW_PRIVATE_TARGETS: 'true',
    HREV_ENCRYPTION_KEY: '7e'.repeat(32),
    HREV_SOURCE_ORIGINS: JSON.stringify(origins),
    HREV_REPLY_RETRY_AFTER: '0s',
    ...environment,
  });
  const { wakeups } = recordedWakeups();
  const sources = [...(Object.keys(PLATFORMS) as PlatformName[]).map(sourceOf), scriptedPlatform(notVisited), ...more];
  const catalogue = await SourceCatalogue.load(new SourceStore(database), sources, new LinkedSourcesQuery(database));
  const keys = sealingKeysOn(database, config);
  const { connections, seals, notices, tools, grants, accesses } = connectionServices(
    database,
    config,
    catalogue,
    keys,
  );
  const reviews = new AnswerableReviewQuery(database);
  const store = new ReplyStore(database);
  const leases = new ReplyLeaseStore(database);
  const ownReplies = new OwnReplyService(
    ...([
      database,
      new OwnReplyStore(database, new ReviewIntakeStore(database)),
      new ChangeCounterStore(database),
      new Outbox(database),
    ] as const),
  );
  const proposalEnds = new ProposalEndsStore(database);
  const publishing = new PublishReplyService(
    ...([config, database, leases, catalogue, connections, tools, reviews, ownReplies, notices, proposalEnds] as const),
  );
  const trail = new AuditTrail(new AuditStore(database));
  const replies = new RepliesService(database, store, reviews, connections, catalogue, wakeups, trail, proposalEnds);
  const proposalStore = new ProposalStore(database);
  const policyStore = new ReplyPolicyStore(database);
  const plans = { HREV_PLANS: {}, HREV_TRIAL_REVIEWS_PER_LINK: 20 };

  const harness = {
    database,
    platform,
    keys,
    seals,
    connections,
    grants,
    accesses,
    notices,
    store,
    leases,
    publishing,
    replies,
    proposalStore,
    proposals: new ProposalsService(...([database, proposalStore, policyStore, replies, reviews, trail] as const)),
    policies: new ReplyPolicyService(database, policyStore, proposalStore, trail),
    confirming: new ConfirmRepliesService(database, store, proposalEnds, catalogue, notices, wakeups),
    caller: (accountId: number, plan: 'full' | 'trial' | 'basic' = 'full') => ({
      accountId,
      entitlements: entitlementsOf(plan, plans),
    }),
    /** Carries out due replies until none is due. */
    async work(): Promise<void> {
      for (;;) {
        const claim = await leases.claim(30_000);
        if (claim === null) return;
        await publishing.carryOut(claim, AbortSignal.timeout(60_000));
      }
    },
    /** Moves all times of replies back by `time`: waiting replies become due, and doubts and moderations become older. */
    async pass(time: string): Promise<void> {
      await database.query(
        `update review_reply set due_at = due_at - $1::interval, in_doubt_since = in_doubt_since - $1::interval,
           held_at = held_at - $1::interval`,
        [time],
      );
    },
    async aReview(name: PlatformName, more: Partial<ReviewSeed> & { readonly connected?: boolean } = {}) {
      const { connected = true, ...seed } = more;
      const link: LinkFixture = await aLink(database, {
        sourceId: PLATFORMS[name].id,
        ...(seed.accountId ? { accountId: seed.accountId } : {}),
      });
      await database.query('update link set url = $2 where id = $1', [link.linkId, `https://${name}.example/page`]);
      if (connected) await connections.add(link.accountId, link.objectId, `platform-${name}`, { key: 'open' });
      const externalId = seed.externalId ?? `r${link.linkId}`;
      const id = await insertReview(database, { text: 'Friendly', ...seed, ...link, externalId });
      return { ...link, id, externalId };
    },
    async reviewRow(id: number): Promise<Record<string, unknown>> {
      const [row] = await database.query('select * from review where id = $1', [id]);
      return row ?? {};
    },
    async row(id: number): Promise<Record<string, unknown>> {
      const [row] = await database.query('select * from review_reply where review_id = $1', [id]);
      return row ?? {};
    },
    close: () => platform.close(),
  };
  return harness;
}
