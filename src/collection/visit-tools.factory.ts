import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { GuardedClient, type GuardedClientOptions } from '@libs/egress';
import {
  BrowserPool,
  BrowserTools,
  HeldBack,
  HttpTools,
  ParsingPool,
  Unavailable,
  type PlatformSource,
  type SourceConnection,
  type VisitTools,
} from '@libs/sources';
import { ConnectionsService } from '@src/connections';
import { ReviewIntakeService } from '@src/reviews';
import { SourcePaceStore, type Reservation } from './persistence/source-pace.store';
import packageJson from '../../package.json';

/** Longer than this no visit waits for its turn: it would hold a place of its source and do nothing. */
const MOST_PATIENCE_MS = 30_000;

/** The object's page that is visited. */
export interface VisitTarget {
  readonly accountId: number;
  readonly objectId: number;
  readonly sourceId: number;
  readonly linkId: number;
  /** The link was never collected. */
  readonly isFirst: boolean;
}

/**
 * Puts the tools of a visit together: the guarded ways out, the threads that read what comes back, the source's stand-in where the operator named one, and the
 * politeness that all processes share before each request, and the object's connection where it has one.
 */
@Injectable()
export class VisitToolsFactory implements OnApplicationShutdown {
  private readonly client: GuardedClient;
  private readonly pool: BrowserPool;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly pace: SourcePaceStore,
    private readonly connections: ConnectionsService,
    private readonly intake: ReviewIntakeService,
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

  /** Throws `Unavailable` where the source can be read only through a connection and the platform has revoked that one. */
  async forVisit(source: PlatformSource, place: VisitTarget, now: Date, signal: AbortSignal): Promise<VisitTools> {
    const { facts } = source;
    const shared = {
      client: this.client,
      facts,
      origin: this.config.HREV_SOURCE_ORIGINS[facts.slug] ?? null,
      permit: () => this.permit(source, place, signal),
      signal,
    };
    return {
      http: new HttpTools({ ...shared, version: packageJson.version }),
      browser: new BrowserTools({ ...shared, pool: this.pool }),
      parse: (parser, document, given) => this.parsing.parse(parser, document, given, signal),
      connection: await this.connectionOf(source, place),
      holdsReviews: () => this.intake.holdsReviews(place),
      now,
      signal,
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.pool.close(), this.parsing.close()]);
  }

  private async connectionOf(source: PlatformSource, place: VisitTarget): Promise<SourceConnection | null> {
    if (!source.publisher) return null;
    const connection = await this.connections.open(place);
    if (connection !== null || !source.facts.needsConnection) return connection;
    if ((await this.connections.status(place)) === 'none') return null;
    throw new Unavailable('credentials_rejected', 'The platform no longer takes the connection of this object');
  }

  /** Waits until the source may be asked. Throws `HeldBack` where that is not soon. */
  private async permit(source: PlatformSource, place: VisitTarget, signal: AbortSignal): Promise<void> {
    for (;;) {
      const reserved = await this.pace.reserve(place, source.facts.politeness, MOST_PATIENCE_MS);
      if ('waitMs' in reserved) return this.wait(reserved.waitMs, signal);
      if (reserved.refused !== 'held' || reserved.forMs > MOST_PATIENCE_MS) throw await this.heldBack(reserved);
      await this.wait(reserved.forMs, signal);
    }
  }

  private async wait(forMs: number, signal: AbortSignal): Promise<void> {
    if (forMs > 0) await pause(forMs, undefined, { signal });
  }

  private async heldBack(reserved: Extract<Reservation, { refused: string }>): Promise<HeldBack> {
    switch (reserved.refused) {
      case 'ceiling':
        return new HeldBack(
          'the requests that this source is asked in a day are used up',
          await this.pace.restOfDayMs(),
        );
      case 'share':
        return new HeldBack(
          "the account's share of the requests that this source is asked in a day is used up, and others wait",
        );
      case 'held':
        return new HeldBack('the platform asked for patience at an earlier visit', reserved.forMs);
    }
  }
}
