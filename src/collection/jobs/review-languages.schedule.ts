/** Detects the language of reviews that a version before this one stored. */
import { Injectable, Logger } from '@nestjs/common';
import { Interval, Timeout } from '@nestjs/schedule';
import { ScheduledTask } from '@libs/queue';
import { DetectLanguagesService } from '@src/reviews';

const EVERY_MS = 3_600_000;
const FIRST_AFTER_MS = 120_000;

/** Runs after the start and every hour. As a rule there is nothing to detect, and a round reads one entry of an index. */
@Injectable()
export class ReviewLanguagesSchedule extends ScheduledTask {
  private readonly logger = new Logger(ReviewLanguagesSchedule.name);

  constructor(private readonly languages: DetectLanguagesService) {
    super((signal) => this.detect(signal));
  }

  @Timeout(FIRST_AFTER_MS)
  afterStart(): Promise<void> {
    return this.run();
  }

  @Interval(EVERY_MS)
  override run(): Promise<void> {
    return super.run();
  }

  /** Runs one round. A failure is logged; the next round continues where it stopped. Never throws. Returns the number of reviews. */
  async detect(signal: AbortSignal): Promise<number> {
    try {
      const reviews = await this.languages.detect(signal);
      if (reviews > 0) this.logger.log({ msg: 'languages detected', reviews });
      return reviews;
    } catch (error) {
      this.logger.warn({ msg: 'languages were not detected', err: error });
      return 0;
    }
  }
}
