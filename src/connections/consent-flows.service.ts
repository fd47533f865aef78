/**
 * Connecting a platform by its own sign-in (contract §4.15). A flow begins with the address of the platform's page, is bound to the
 * session that began it, and is valid for 10 minutes. The person returns with a code, which is exchanged at once; a worker reads the
 * cards of the account and tests the pairs that the person chooses (consent-work.service.ts).
 */
import { createHash, randomBytes } from 'node:crypto';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { currentActor, Database } from '@libs/database';
import { invalid } from '@libs/http';
import { AppError, notFound } from '@libs/kernel';
import { Wakeups } from '@libs/queue';
import { authorizationUrl, exchangeCode, PublishError, type Credentials, type Exchange } from '@libs/sources';
import { AuditTrail } from '@src/audit';
import { ObjectDirectory } from '@src/objects';
import { OAUTH_CALLBACK_PATH, OAuthClients, SourceCatalogue } from '@src/sources';
import { ConnectionSeals } from './connection-seals.service';
import { ConsentCardStore, type ChosenPair, type FlowCard } from './persistence/consent-card.store';
import { ConsentFlowStore, type ConsentFlow, type ReturnedFlow } from './persistence/consent-flow.store';
import { ConnectionStore } from './persistence/connection.store';
import { GrantStore } from './persistence/grant.store';
import { PublishToolsFactory } from './publish-tools.factory';

/** Wake-up: a flow has cards to read or pairs to test. */
export const CONSENTS_DUE = 'consents-due';

/** The person and session that begin a flow. `origin`: the address of the console in the person's browser. */
export interface FlowOwner {
  readonly accountId: number;
  readonly personId: number;
  readonly sessionId: number;
  readonly origin: string;
}

/** The parameters with which a platform sends a person back. */
export interface ConsentReturn {
  readonly code: string | null;
  readonly error: string | null;
  /** The server that sends the person back; null if it does not say (RFC 9207). */
  readonly issuer: string | null;
}

/** Where a person continues in the console. */
export interface FlowPlace {
  readonly accountId: number;
  readonly flowId: number;
  readonly sourceSlug: string;
}

export interface FlowView extends ConsentFlow {
  readonly sourceSlug: string;
  readonly cards: readonly FlowCard[];
}

const EXCHANGE_LIMIT_MS = 30_000;
const SECRET_BYTES = 32;
/** The state parameter: the only form that `begin` creates. */
const STATE = /^[A-Za-z0-9_-]{43}$/;
const MAX_CODE = 2_048;

@Injectable()
export class ConsentFlows {
  private readonly logger = new Logger(ConsentFlows.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly flows: ConsentFlowStore,
    private readonly cards: ConsentCardStore,
    private readonly grants: GrantStore,
    private readonly connections: ConnectionStore,
    private readonly clients: OAuthClients,
    private readonly catalogue: SourceCatalogue,
    private readonly objects: ObjectDirectory,
    private readonly seals: ConnectionSeals,
    private readonly tools: PublishToolsFactory,
    private readonly trail: AuditTrail,
    private readonly wakeups: Wakeups,
  ) {}

  /**
   * Begins a flow and returns the address of the platform's page. Throws `validation_error` for a source without a sign-in, and
   * `conflict` if the operator has not registered the client.
   */
  async begin(owner: FlowOwner, slug: string): Promise<{ readonly flowId: number; readonly authorizeUrl: string }> {
    const found = this.clients.sourceOf(slug);
    if (found === null)
      throw invalid('source', 'must be a platform whose `connection.oauth` is true in GET /v3/sources');
    const client = await this.clients.find(found.id);
    if (client === null)
      throw new AppError('conflict', `The operator has not set up ${found.source.facts.displayName} yet`);
    const [state, verifier] = [randomSecret(), randomSecret()];
    const origin = this.config.HREV_PUBLIC_URL === null ? owner.origin : new URL(this.config.HREV_PUBLIC_URL).origin;
    const redirectUri = `${origin}${OAUTH_CALLBACK_PATH}`;
    const actor = currentActor();
    const flow = {
      accountId: owner.accountId,
      personId: owner.personId,
      sessionId: owner.sessionId,
      sourceId: found.id,
      clientId: client.clientId,
      redirectUri,
      stateDigest: digestOf(state),
      address: actor.kind === 'person' ? actor.address : null,
    };
    const flowId = await this.database.transaction(async () => {
      const seal = await this.seals.sealing();
      return this.flows.insert(flow, seal.seal({ verifier }, { accountId: owner.accountId, sourceId: found.id }));
    });
    const standIn = this.config.HREV_SOURCE_ORIGINS[slug] ?? null;
    const request = { clientId: client.clientId, redirectUri, state, verifier };
    return { flowId, authorizeUrl: authorizationUrl(found.consent, request, standIn) };
  }

  /** The flow of a state that this session began; null for every other state. */
  async ofState(state: string, sessionId: number): Promise<FlowPlace | null> {
    const flow = STATE.test(state) ? await this.flows.ofSession(digestOf(state), sessionId) : null;
    return flow && { accountId: flow.accountId, flowId: flow.id, sourceSlug: this.catalogue.slugOf(flow.sourceId) };
  }

  /** Continues a flow with the parameters of the return. Later returns with the same state change nothing. */
  async receive({ accountId, flowId }: FlowPlace, { code, error, issuer }: ConsentReturn): Promise<void> {
    const flow = await this.flows.takeReturn(accountId, flowId);
    if (flow === null) return;
    // A code of another server must not be sent to this one, nor the refusal of another one end as this one's.
    if (issuer !== null && !this.isIssuer(flow.sourceId, issuer)) return this.flows.end(flow, 'failed', 'code_refused');
    if (error === 'access_denied') return this.flows.end(flow, 'refused', null);
    if (code === null || code === '' || code.length > MAX_CODE) return this.flows.end(flow, 'failed', 'platform_error');
    const exchange = await this.exchange(flow, code);
    if (exchange === null) return this.flows.end(flow, 'failed', 'unavailable');
    if (exchange.kind === 'refused') return this.flows.end(flow, 'failed', exchange.reason);
    await this.keep(flow, exchange.credentials);
  }

  /** Throws 404 if the account has no such flow. Cards are listed once all are read. */
  async view(accountId: number, flowId: number): Promise<FlowView> {
    const flow = await this.flows.find(accountId, flowId);
    if (flow === null) throw notFound();
    const cards = flow.state === 'ready' ? await this.cards.list({ accountId, id: flowId }) : [];
    return { ...flow, sourceSlug: this.catalogue.slugOf(flow.sourceId), cards };
  }

  /**
   * Chooses objects for cards of a flow; a worker tests each pair. Throws 404 for a flow or an object that the account does not have,
   * `validation_error` for a card that the flow does not have or that appears twice, and `conflict` before the cards are read.
   */
  async attach(accountId: number, flowId: number, pairs: readonly ChosenPair[]): Promise<void> {
    assertDistinct(pairs);
    await this.database.transaction(async () => {
      const state = await this.flows.lock(accountId, flowId);
      if (state === null) throw notFound();
      if (state !== 'ready') throw new AppError('conflict', 'The cards of this flow are not read');
      await this.objects.requireAllOwned(
        accountId,
        pairs.map(({ objectId }) => objectId),
      );
      if ((await this.cards.choose({ accountId, id: flowId }, pairs)) !== pairs.length)
        throw invalid('pairs', 'must name cards of this flow only');
      await this.flows.makeDue(accountId, flowId);
      this.database.afterCommit('wake-up of consents', () => this.wakeups.send(CONSENTS_DUE));
    });
  }

  /** Returns null if the platform did not answer. */
  private async exchange(flow: ReturnedFlow, code: string): Promise<Exchange | null> {
    const found = this.clients.sourceOf(this.catalogue.slugOf(flow.sourceId));
    const client = await this.clients.find(flow.sourceId);
    if (found === null || client === null || client.clientId !== flow.clientId)
      return { kind: 'refused', reason: 'client_refused' };
    const { verifier = '' } = this.seals.open(flow.verifier, { accountId: flow.accountId, sourceId: flow.sourceId });
    const now = await this.connections.now();
    const { http } = this.tools.forCall(found.source, {
      credentials: {},
      saveCredentials: () => Promise.resolve(),
      now,
      beforeWrite: () => {
        throw new Error('an exchange of a code must not write');
      },
      signal: AbortSignal.timeout(EXCHANGE_LIMIT_MS),
    });
    try {
      return await exchangeCode(
        found.consent,
        client,
        { code, verifier, redirectUri: flow.redirectUri },
        { http, now },
      );
    } catch (error) {
      if (!(error instanceof PublishError)) throw error;
      this.logger.warn({ msg: 'a code could not be exchanged', account_id: flow.accountId, reason: error.message });
      return null;
    }
  }

  /** Whether a server has this name, or is the stand-in for the server. */
  private isIssuer(sourceId: number, issuer: string): boolean {
    const slug = this.catalogue.slugOf(sourceId);
    const names = [this.clients.sourceOf(slug)?.consent.issuer, this.config.HREV_SOURCE_ORIGINS[slug]];
    return names.includes(issuer);
  }

  private async keep(flow: ReturnedFlow, credentials: Credentials): Promise<void> {
    const { accountId, sourceId, clientId } = flow;
    await this.database.transaction(async () => {
      const seal = await this.seals.sealing();
      const grantId = await this.grants.insert(flow, seal.seal(credentials, { accountId, sourceId }));
      await this.flows.begin(flow, grantId);
      await this.trail.record({
        action: 'grant.added',
        accountId,
        target: { type: 'grant', id: grantId },
        after: { source: this.catalogue.slugOf(sourceId), client_id: clientId },
      });
      this.database.afterCommit('wake-up of consents', () => this.wakeups.send(CONSENTS_DUE));
    });
  }
}

const randomSecret = (): string => randomBytes(SECRET_BYTES).toString('base64url');
const digestOf = (state: string): Buffer => createHash('sha256').update(state).digest();

function assertDistinct(pairs: readonly ChosenPair[]): void {
  if (new Set(pairs.map(({ card }) => card)).size !== pairs.length) throw invalid('pairs', 'must name each card once');
  if (new Set(pairs.map(({ objectId }) => objectId)).size !== pairs.length)
    throw invalid('pairs', 'must name each object once');
}
