import { Injectable, Logger } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';
import { SourceControlStore } from '@src/collection';
import { SourceCatalogue } from '@src/sources';
import { alarmMail, recoveryMail, type AlarmFigures } from './domain/alarm-text';
import { DriftReader, type FieldDrift } from './drift-reader.service';
import { OperatorNotices } from './operator-notices.service';
import { AlarmStore } from './persistence/alarm.store';

/**
 * Raises an alarm if the reviews of a source lack a field, and ends it when the field is back: one alarm per source and field. The
 * operators get a notice in the console and a mail; the log has a line with the figures.
 */
@Injectable()
export class DriftWatch {
  private readonly logger = new Logger(DriftWatch.name);

  constructor(
    private readonly database: Database,
    private readonly reader: DriftReader,
    private readonly alarms: AlarmStore,
    private readonly control: SourceControlStore,
    private readonly catalogue: SourceCatalogue,
    private readonly notices: OperatorNotices,
  ) {}

  /** Judges all fields once. One process at a time. Never throws. */
  async run(): Promise<void> {
    try {
      await this.database.transaction(async () => {
        if (!(await this.database.tryLock(LOCKS.driftWatch))) return;
        for (const drift of await this.reader.read()) {
          if (drift.state === 'missing' && drift.alarm === null) await this.raise(drift);
          if (drift.state === 'recovered' && drift.alarm !== null) await this.recover(drift, drift.alarm.id);
        }
      });
    } catch (error) {
      this.logger.warn({ msg: 'the fields of the sources could not be judged', err: error });
    }
  }

  private async raise(drift: FieldDrift): Promise<void> {
    const { sourceId, field, share, usual, alarmBelow, reviews, links, accounts } = drift;
    if (share === null || usual === null || alarmBelow === null) return;
    if (!(await this.alarms.raise({ sourceId, field, share, usual, alarmBelow, reviews, links, accounts }))) return;
    await this.control.addEvent(sourceId, 'drift', { field, share, usual, reviews, links, accounts });
    const figures = this.figuresOf(drift);
    const slug = this.catalogue.slugOf(sourceId);
    await this.tell(slug, alarmMail(figures));
    this.logger.warn({
      msg: 'reviews of a source lack a field',
      source: slug,
      field,
      share,
      usual,
      reviews,
      links,
      accounts,
    });
  }

  private async recover(drift: FieldDrift, alarmId: number): Promise<void> {
    if (!(await this.alarms.recover(alarmId))) return;
    const { sourceId, field, share } = drift;
    await this.control.addEvent(sourceId, 'drift_over', { field, share });
    const slug = this.catalogue.slugOf(sourceId);
    await this.tell(slug, recoveryMail(this.figuresOf(drift)));
    this.logger.log({ msg: 'reviews of a source have a field again', source: slug, field, share });
  }

  private tell(slug: string, text: { readonly subject: string; readonly body: string }): Promise<void> {
    return this.notices.send({ kind: 'source_drift', ...text, path: `/operator/sources/${slug}` });
  }

  private figuresOf({ sourceId, field, share, usual, reviews, links, accounts }: FieldDrift): AlarmFigures {
    const sourceName = this.catalogue.byId(sourceId)?.displayName ?? `source ${sourceId}`;
    return { sourceName, field, share: share ?? 0, usual: usual ?? 0, reviews, links, accounts };
  }
}
