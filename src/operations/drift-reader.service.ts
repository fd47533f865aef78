import { Injectable } from '@nestjs/common';
import { COUNTED_FIELDS, SourceHealthStore, type CountedField } from '@src/collection';
import { judgeDrift, LONGEST_WINDOW_HOURS, type DriftVerdict } from './domain/drift';
import { AlarmStore, type SourceAlarm } from './persistence/alarm.store';

/** The verdict on a field of a source, with its open alarm. */
export interface FieldDrift extends DriftVerdict {
  readonly sourceId: number;
  readonly field: CountedField;
  readonly alarm: SourceAlarm | null;
}

/** Reads the shares of all fields of all sources, and judges them. */
@Injectable()
export class DriftReader {
  constructor(
    private readonly health: SourceHealthStore,
    private readonly alarms: AlarmStore,
  ) {}

  /** One verdict per source and field, in the order of the sources and fields. */
  async read(): Promise<readonly FieldDrift[]> {
    const usual = await this.health.usualShares(LONGEST_WINDOW_HOURS);
    const passes = await this.health.recentPasses(LONGEST_WINDOW_HOURS);
    const active = await this.health.activeLinks();
    const open = await this.alarms.open();
    return active.flatMap(({ sourceId, links, accounts }) => {
      const recent = passes.filter((pass) => pass.sourceId === sourceId);
      return COUNTED_FIELDS.map((field) => {
        const alarm = open.find((one) => one.sourceId === sourceId && one.field === field) ?? null;
        const verdict = judgeDrift({
          field,
          usual: usual.find((share) => share.sourceId === sourceId && share.field === field) ?? null,
          recent: recent.flatMap(({ accountId, linkId, ageHours, counts }) => {
            const count = counts.find((one) => one.field === field);
            return count === undefined
              ? []
              : [{ accountId, linkId, ageHours, reviews: count.reviews, filled: count.filled }];
          }),
          active: { links, accounts },
          alarmUsual: alarm?.usual ?? null,
        });
        return { ...verdict, sourceId, field, alarm };
      });
    });
  }
}
