import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { GuardedClient, type GuardedClientOptions } from '@libs/egress';
import {
  BrowserPool,
  BrowserTools,
  RequestDelayed,
  RobotsFiles,
  userAgent,
  HttpTools,
  ParsingPool,
  type PlatformSource,
  type VisitTools,
} from '@libs/sources';
import { CollectionIsOff } from '../domain/failure';
import { SourcePaceStore, type Reservation } from '../health';
import packageJson from '../../../package.json';

/** How long a visit may wait before it sends a request. A waiting visit occupies a slot of its source. */
const MAX_WAIT_MS = 30_000;
/** After a longer wait, a visit asks again whether the collection of its source is on. */
const LONG_WAIT_MS = 1_000;

/** The link that is visited. */
export interface VisitTarget {
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly linkId: number;
  readonly runId: number;
  /** The link was never collected. */
  readonly isFirst: boolean;
}

export interface NewVisit extends Pick<VisitTools, 'hasStoredReviews' | 'now' | 'signal'> {
  /** Whether the visit reads public pages: only those are subject to robots.txt, and not what the owner's connection opens. */
  readonly isPublic: boolean;
}

/**
 * Creates the tools of a visit: guarded HTTP and browser clients, parsing threads, the operator's replacement origin for the
 * source, and the shared pace of requests.
 */
@Injectable()
export class VisitToolsFactory implements OnApplicationShutdown {
  private readonly client: GuardedClient;
  private readonly pool: BrowserPool;
  private readonly robots = new RobotsFiles({ userAgent: userAgent(packageJson.version) });

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pace: SourcePaceStore,
    private readonly parsing: ParsingPool,
  ) {
    const egress: GuardedClientOptions = {
      exemptOrigins: Object.values(config.HREV_SOURCE_ORIGINS),
      allowPrivate: config.HREV_ALLOW_PRIVATE_TARGETS,
    };
    this.client = new GuardedClient(egress);
    this.pool = new BrowserPool({
      chromiumPath: config.HREV_CHROMIUM_PATH,
      noSandbox: config.HREV_CHROMIUM_NO_SANDBOX,
      folder: join(resolve(config.HREV_HOME), 'browser'),
      egress,
    });
  }

  forVisit(
    source: PlatformSource,
    target: VisitTarget,
    { isPublic, hasStoredReviews, now, signal }: NewVisit,
  ): VisitTools {
    const { facts } = source;
    const shared = {
      client: this.client,
      facts,
      origin: this.config.HREV_SOURCE_ORIGINS[facts.slug] ?? null,
      permit: () => this.permit(source, target, signal),
      robots: isPublic && this.config.HREV_ROBOTS === 'obey' ? this.robots : null,
      signal,
    };
    return {
      http: new HttpTools({ ...shared, version: packageJson.version }),
      browser: new BrowserTools({ ...shared, pool: this.pool }),
      parse: (parser, document, options) => this.parsing.parse(parser, document, options, signal),
      hasStoredReviews,
      now,
      signal,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.client.close();
    await Promise.all([this.pool.close(), this.parsing.close()]);
  }

  /**
   * Waits until a request may be sent. Throws `RequestDelayed` if the wait would be too long, and `CollectionIsOff` if the operator has
   * switched off the collection of the source.
   */
  private async permit(source: PlatformSource, target: VisitTarget, signal: AbortSignal): Promise<void> {
    for (;;) {
      const reservation = await this.pace.reserve(target, source.facts.politeness, MAX_WAIT_MS);
      if ('waitMs' in reservation) {
        await this.wait(reservation.waitMs, signal);
        if (reservation.waitMs > LONG_WAIT_MS && (await this.pace.isOff(target))) throw new CollectionIsOff();
        return;
      }
      if (reservation.refused !== 'delayed' || reservation.forMs > MAX_WAIT_MS)
        throw await this.delayError(reservation);
      await this.wait(reservation.forMs, signal);
    }
  }

  private async wait(forMs: number, signal: AbortSignal): Promise<void> {
    if (forMs > 0) await pause(forMs, undefined, { signal });
  }

  private async delayError(refusal: Extract<Reservation, { refused: string }>): Promise<RequestDelayed> {
    switch (refusal.refused) {
      case 'off':
        return new CollectionIsOff();
      case 'ceiling':
        return new RequestDelayed('the daily requests to this source are used up', await this.pace.restOfDayMs());
      case 'share':
        return new RequestDelayed(
          "the account's share of the daily requests to this source is used up, and other accounts wait",
          null,
          true,
        );
      case 'delayed':
        return new RequestDelayed(
          'the platform answered an earlier visit with `Retry-After`',
          refusal.forMs,
          refusal.isOfAccount,
        );
    }
  }
}
