/**
 * The work of consent flows in workers: reads the cards of the account, matches them to objects, and tests the pairs that the person
 * chose. Each step commits under the token of the claim, so that another worker continues after the last step.
 */
import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { asActor, Database } from '@libs/database';
import { Outbox } from '@libs/events';
import { THE_SERVICE, type Actor } from '@libs/kernel';
import { LeaseLost } from '@libs/leases';
import { AccessRevoked, ApiClosed, CardNotYours, NotSent, PublishError, type ConsentCard } from '@libs/sources';
import { AuditTrail } from '@src/audit';
import { AccountsService, entitlementsOf } from '@src/auth';
import { ObjectLinks } from '@src/objects';
import { OAuthClients, SourceCatalogue, type ConsentSource } from '@src/sources';
import { ConnectionAccesses, type GrantAccess } from './connection-access.service';
import { ConnectionSeals } from './connection-seals.service';
import { matchCards } from './domain/match-cards';
import { PLATFORM_CONNECTED } from './events';
import { ConnectionStore } from './persistence/connection.store';
import { ConsentCardStore, type WaitingPair } from './persistence/consent-card.store';
import { ConsentFlowStore, type ClaimedFlow } from './persistence/consent-flow.store';
import { GrantStore } from './persistence/grant.store';
import { PublishToolsFactory } from './publish-tools.factory';

/** More cards than an account of the largest plan has objects are not read. */
const MAX_CARDS = 10_000;
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 5_000;
const MAX_PAUSE_MS = 120_000;

const OTHER_PAGE = 'The link of the object leads to another place. Change the link, or choose another object';

/** The account and consent of a claim. */
interface Work {
  readonly claim: ClaimedFlow;
  readonly found: ConsentSource;
  readonly grant: GrantAccess;
  readonly signal: AbortSignal;
}

@Injectable()
export class ConsentWork {
  private readonly logger = new Logger(ConsentWork.name);

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly flows: ConsentFlowStore,
    private readonly cards: ConsentCardStore,
    private readonly connections: ConnectionStore,
    private readonly grants: GrantStore,
    private readonly accesses: ConnectionAccesses,
    private readonly seals: ConnectionSeals,
    private readonly clients: OAuthClients,
    private readonly catalogue: SourceCatalogue,
    private readonly accounts: AccountsService,
    private readonly links: ObjectLinks,
    private readonly tools: PublishToolsFactory,
    private readonly outbox: Outbox,
    private readonly trail: AuditTrail,
  ) {}

  /** Carries out a claim. Does not throw for errors of the platform or a lost lease. */
  async carryOut(claim: ClaimedFlow, signal: AbortSignal): Promise<void> {
    const found = this.clients.sourceOf(this.catalogue.byId(claim.sourceId)?.slug ?? '');
    const grant = await this.accesses.openGrant(claim.accountId, claim.grantId);
    if (found === null || grant === null)
      return this.flows.giveUp(claim, 'platform_error', 'The access was removed meanwhile');
    try {
      await asActor(actorOf(claim), () => this.carryOutOrThrow({ claim, found, grant, signal }));
    } catch (error) {
      if (error instanceof LeaseLost) return;
      if (!(error instanceof PublishError)) throw error;
      await this.stop(claim, error);
    }
  }

  private async carryOutOrThrow(work: Work): Promise<void> {
    const { claim, grant } = work;
    if (grant.unusable !== null) throw grant.unusable;
    if (claim.state === 'reading') return this.readCards(work);
    await this.testPairs(work);
  }

  private async readCards(work: Work): Promise<void> {
    const { claim, found } = work;
    const cards: ConsentCard[] = [];
    const pages = found.consent.cards(await this.callTools(work));
    let step = await pages.next();
    for (; step.done !== true && cards.length < MAX_CARDS; step = await pages.next()) {
      cards.push(...step.value);
      await this.flows.hold(claim, cards.length);
    }
    const isComplete = step.done === true && step.value;
    await this.database.transaction(async () => {
      await this.flows.hold(claim, cards.length);
      const healed = await this.heal(
        claim,
        cards.map(({ card }) => card),
      );
      const objects = await this.cards.objects(claim.accountId, claim.sourceId);
      await this.cards.replace(claim, cards, matchCards(cards, objects));
      await this.flows.release(claim, { isComplete, healed });
    });
  }

  /** Revoked connections whose cards the new consent covers use it from now on. Returns how many. */
  private async heal({ accountId, sourceId, grantId }: ClaimedFlow, cards: readonly string[]): Promise<number> {
    await this.grants.lockAll(accountId, sourceId);
    const healed = await this.connections.moveRevoked({ accountId, sourceId }, grantId, cards);
    for (const { id, objectId } of healed) {
      const target = { type: 'connection', id } as const;
      const change = { before: { status: 'revoked' }, after: { status: 'active' } };
      await this.trail.record({ action: 'connection.changed', accountId, target, ...change });
      await this.outbox.write(PLATFORM_CONNECTED.of(accountId, { object_id: objectId, source_id: sourceId }));
    }
    await this.grants.removeUnused(accountId, sourceId);
    return healed.length;
  }

  private async testPairs(work: Work): Promise<void> {
    const { claim, found, signal } = work;
    const { minDelayMs } = found.source.facts.politeness;
    for (let pair = await this.cards.nextWaiting(claim); pair !== null; pair = await this.cards.nextWaiting(claim)) {
      signal.throwIfAborted();
      await this.testPair(work, pair);
      await new Promise((resolve) => setTimeout(resolve, minDelayMs));
    }
    await this.flows.release(claim, null);
  }

  private async testPair(work: Work, pair: WaitingPair): Promise<void> {
    const { claim, found } = work;
    const key = { accountId: claim.accountId, objectId: pair.objectId, sourceId: claim.sourceId };
    const page = (await this.connections.pageOf(key)) ?? pair.pageUrl;
    if (page === null)
      return this.refuse(work, pair, 'The platform shows no page of this place, so it cannot be linked');
    const own = found.consent.forCard(pair.card);
    const tools = await this.callTools(work, own);
    const tested = await found.connecting.check(page, tools).catch((error: unknown) => refusalOf(error));
    if (tested instanceof PublishError) {
      const isOther = tested instanceof CardNotYours && page !== pair.pageUrl;
      return this.refuse(work, pair, isOther ? OTHER_PAGE : tested.message);
    }
    await this.connect(work, pair, { page, card: tested, own });
  }

  private async connect(
    { claim }: Work,
    pair: WaitingPair,
    {
      page,
      card,
      own,
    }: { readonly page: string; readonly card: { card: string; name: string | null }; readonly own: object },
  ): Promise<void> {
    const { accountId, sourceId, grantId } = claim;
    const { objectId } = pair;
    const key = { accountId, objectId, sourceId };
    const account = await this.accounts.find(accountId);
    const owner = { accountId, entitlements: entitlementsOf(account.plan, this.config) };
    await this.database.transaction(async () => {
      const seal = await this.seals.sealing();
      await this.flows.hold(claim);
      const refusal = await this.linkRefusal(owner, objectId, sourceId, page);
      if (refusal !== null) return this.cards.settle(claim, pair, refused(refusal));
      const { id, generation } = await this.connections.save(key, seal.seal({ ...own }, key), card, grantId);
      await this.outbox.write(PLATFORM_CONNECTED.of(accountId, { object_id: objectId, source_id: sourceId }));
      await this.trail.record({
        action: generation === 1 ? 'connection.added' : 'connection.replaced',
        accountId,
        target: { type: 'connection', id },
        after: {
          object_id: objectId,
          source: this.catalogue.slugOf(sourceId),
          card: card.card,
          card_name: card.name,
          status: 'active',
        },
      });
      await this.cards.settle(claim, pair, { outcome: 'connected', detail: null, connectionId: id });
    });
  }

  /** Links the page to the object unless the object has a link on the source; returns why it could not. */
  private async linkRefusal(
    owner: Parameters<ObjectLinks['addMany']>[0],
    objectId: number,
    sourceId: number,
    page: string,
  ): Promise<string | null> {
    const existing = await this.connections.pageOf({ accountId: owner.accountId, objectId, sourceId });
    if (existing === page) return null;
    if (existing !== null) return 'The link of the object has changed meanwhile';
    try {
      const [outcome] = await this.links.addMany(owner, objectId, [page]);
      return outcome?.refusal?.reason ?? null;
    } catch (error) {
      if ((error as { code?: unknown }).code === 'not_found') return 'The object was deleted meanwhile';
      throw error;
    }
  }

  private async refuse({ claim }: Work, pair: WaitingPair, reason: string): Promise<void> {
    await this.database.transaction(async () => {
      await this.flows.hold(claim);
      await this.cards.settle(claim, pair, refused(reason));
    });
  }

  /** Postpones the flow, or ends it where another attempt cannot help. Waiting pairs of a flow that ended are refused. */
  private async stop(claim: ClaimedFlow, error: PublishError): Promise<void> {
    this.logger.warn({ msg: 'a consent could not continue', account_id: claim.accountId, reason: error.message });
    const attempts = await this.flows.attemptsOf(claim);
    if (attempts === null) return;
    if (error instanceof NotSent && attempts < MAX_ATTEMPTS) {
      const pauseMs = Math.min(MAX_PAUSE_MS, Math.max(PAUSE_MS * 2 ** attempts, error.retryAfterMs ?? 0));
      return this.flows.postpone(claim, pauseMs);
    }
    if (claim.state === 'reading') return this.flows.giveUp(claim, reasonOf(error), error.message);
    await this.database.transaction(async () => {
      await this.flows.hold(claim);
      for (let pair = await this.cards.nextWaiting(claim); pair !== null; pair = await this.cards.nextWaiting(claim))
        await this.cards.settle(claim, pair, refused(error.message));
      await this.flows.release(claim, null);
    });
  }

  private async callTools({ found, grant, signal }: Work, own: Readonly<Record<string, string>> = {}) {
    return this.tools.forCall(found.source, {
      credentials: { ...grant.credentials, ...own },
      saveCredentials: grant.saveCredentials,
      now: await this.connections.now(),
      beforeWrite: () => {
        throw new Error('a test of a connection must not write');
      },
      signal,
    });
  }
}

const refused = (detail: string) => ({ outcome: 'refused', detail, connectionId: null }) as const;

/** The refusal of a pair. Throws errors that are not about the pair: a delay, a revoked consent, a closed API. */
function refusalOf(error: unknown): PublishError {
  const isAboutPair =
    error instanceof PublishError &&
    !(error instanceof AccessRevoked || error instanceof NotSent || error instanceof ApiClosed);
  if (isAboutPair) return error;
  throw error;
}

function reasonOf(error: PublishError): string {
  if (error instanceof ApiClosed) return 'interface_closed';
  if (error instanceof AccessRevoked) return 'access_revoked';
  return error instanceof NotSent ? 'unavailable' : 'platform_error';
}

/** The person who began the flow is the author of its changes. */
function actorOf({ accountId, personId, address }: ClaimedFlow): Actor {
  return address === null ? THE_SERVICE : { kind: 'person', accountId, personId, address };
}
