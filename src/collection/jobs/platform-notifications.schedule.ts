import { readFile } from 'node:fs/promises';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { CONFIG, type Config } from '@libs/config';
import { Database } from '@libs/database';
import { ScheduledTask } from '@libs/queue';
import {
  NotSent,
  PublishError,
  SourceError,
  SubscriptionRefused,
  type PlatformNotifications,
  type PlatformSource,
  type PublishTools,
} from '@libs/sources';
import { ConnectionsService, PublishToolsFactory } from '@src/connections';
import { SourceCatalogue } from '@src/sources';
import { SourceControlStore } from '../health';
import { RunPlanningStore } from '../planning';

const EVERY_MS = 10_000;
/** The source whose notifications can be pulled. */
const SLUG = 'google';
/** How long nothing is pulled after an error that only the operator can end, and after one that passes. */
const REFUSED_MS = 5 * 60_000;
const DELAYED_MS = 60_000;

/** Where notifications are pulled. */
interface NotificationPlace {
  readonly subscription: string;
  readonly sourceId: number;
  readonly platform: PlatformSource;
  readonly notifications: PlatformNotifications;
}

/**
 * Pulls the notifications of a platform, and makes the links of their places due. A notification says nothing that is stored, and one that
 * is delivered again does no harm. Any number of processes may pull.
 */
@Injectable()
export class PlatformNotificationsSchedule extends ScheduledTask {
  private readonly logger = new Logger(PlatformNotificationsSchedule.name);
  private pausedUntil = 0;
  /** Why nothing could be pulled last; undefined in a new process. */
  private reason: string | null | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly database: Database,
    private readonly catalogue: SourceCatalogue,
    private readonly connections: ConnectionsService,
    private readonly planning: RunPlanningStore,
    private readonly control: SourceControlStore,
    private readonly tools: PublishToolsFactory,
  ) {
    super((signal) => this.pull(signal));
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  /** Pulls until no message waits. Does nothing without a subscription. Never throws. */
  async pull(signal: AbortSignal, now: () => number = Date.now): Promise<void> {
    const place = this.place();
    if (place === null || now() < this.pausedUntil) return;
    try {
      const tools = await this.toolsFor(place.platform, signal, new Date(now()));
      while (!signal.aborted && (await this.takeBatch(place, tools)) > 0);
      await this.note(place.sourceId, null);
    } catch (error) {
      if (signal.aborted) return;
      await this.fail(place.sourceId, error, now()).catch((failure: unknown) => {
        this.logger.warn({ msg: 'the state of notifications could not be recorded', err: failure });
      });
    }
  }

  /** Null: the operator has named no subscription. */
  private place(): NotificationPlace | null {
    const { HREV_GOOGLE_SUBSCRIPTION: subscription } = this.config;
    const sourceId = this.catalogue.bySlug(SLUG)?.id;
    const platform = sourceId === undefined ? undefined : this.catalogue.platform(sourceId);
    const notifications = platform?.notifications;
    if (subscription === null || sourceId === undefined || platform === undefined || notifications === undefined)
      return null;
    return { subscription, sourceId, platform, notifications };
  }

  /** Makes the links due first: messages whose acknowledgement is lost are delivered again. Returns the number of messages. */
  private async takeBatch(place: NotificationPlace, tools: PublishTools): Promise<number> {
    const { notifications, subscription, sourceId } = place;
    const messages = await notifications.pull(subscription, tools);
    if (messages.length === 0) return 0;
    const cards = [...new Set(messages.flatMap((message) => message.cards))];
    const objects = await this.connections.objectsAt(sourceId, cards);
    const links = await this.planning.makeDue(objects, sourceId, this.config.HREV_COLLECT_MIN_GAP);
    await notifications.acknowledge(
      subscription,
      messages.map(({ id }) => id),
      tools,
    );
    const ofNoCard = messages.filter((message) => message.cards.length === 0).length;
    this.logger.log({
      msg: 'notifications pulled',
      source: SLUG,
      messages: messages.length,
      of_no_card: ofNoCard,
      links,
    });
    return messages.length;
  }

  /** Throws `SubscriptionRefused` if the key file cannot be read. */
  private async toolsFor(platform: PlatformSource, signal: AbortSignal, now: Date): Promise<PublishTools> {
    const file = this.config.HREV_GOOGLE_SERVICE_ACCOUNT ?? '';
    const key = await readFile(file, 'utf8').catch((error: unknown) => {
      throw new SubscriptionRefused(`The file ${file} cannot be read`, { cause: error });
    });
    return this.tools.forCall(platform, {
      credentials: { service_account: key },
      saveCredentials: () => Promise.resolve(),
      now,
      beforeWrite: () => undefined,
      signal,
    });
  }

  private async fail(sourceId: number, error: unknown, now: number): Promise<void> {
    if (error instanceof SubscriptionRefused) {
      this.pausedUntil = now + REFUSED_MS;
      return this.note(sourceId, error.message);
    }
    const isForeign = error instanceof PublishError || error instanceof SourceError;
    const delayMs = error instanceof NotSent ? (error.retryAfterMs ?? 0) : 0;
    this.pausedUntil = now + Math.max(DELAYED_MS, delayMs);
    this.logger.warn({
      msg: 'notifications could not be pulled',
      source: SLUG,
      ...(isForeign ? { detail: error.message } : { err: error }),
    });
  }

  /** Tells the operator once that nothing can be pulled, and once that it can again: by an event of the source and the log. */
  private async note(sourceId: number, reason: string | null): Promise<void> {
    if (this.reason === reason) return;
    const isNew = await this.database.transaction(() => this.control.noteNotifications(sourceId, reason));
    this.reason = reason;
    if (!isNew) return;
    if (reason === null) this.logger.log({ msg: 'notifications can be pulled again', source: SLUG });
    else this.logger.warn({ msg: 'notifications cannot be pulled', source: SLUG, detail: reason });
  }
}
