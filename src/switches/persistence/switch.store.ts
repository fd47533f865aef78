import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { SwitchedOff, SwitchName } from '../domain/switches';
import { EVERY_SOURCE, isOnForAll } from './switched-on.sql';

/** The switches of the operator. A source of null means every source. */
@Injectable()
export class SwitchStore {
  constructor(private readonly database: Database) {}

  /** What is off: of every source first, then by source. */
  async list(): Promise<readonly SwitchedOff[]> {
    return this.database.query<SwitchedOff>(
      `select switch as name, nullif(source_id, ${EVERY_SOURCE}) as "sourceId", since, reason
       from switch_off order by source_id, switch`,
    );
  }

  /** Whether it is off for every source. */
  async isOffForAll(name: SwitchName): Promise<boolean> {
    const [row] = await this.database.query<{ isOn: boolean }>(`select ${isOnForAll(name)} as "isOn"`);
    return row?.isOn !== true;
  }

  /**
   * Switches it off. Of one that is off already, replaces the reason and keeps the time. Returns the earlier reason; null if it was on.
   */
  async turnOff(
    name: SwitchName,
    sourceId: number | null,
    reason: string | null,
  ): Promise<{ readonly reason: string | null } | null> {
    const [row] = await this.database.query<{ wasOff: boolean; reason: string | null }>(
      `insert into switch_off as s (switch, source_id, reason) values ($1, $2, $3)
       on conflict (switch, source_id) do update set reason = excluded.reason
       returning old.switch is not null as "wasOff", old.reason`,
      [name, sourceId ?? EVERY_SOURCE, reason],
    );
    return row?.wasOff === true ? { reason: row.reason } : null;
  }

  /** Switches it on. Returns since when it was off; null if it was on. */
  async turnOn(name: SwitchName, sourceId: number | null): Promise<Date | null> {
    const [row] = await this.database.query<{ since: Date }>(
      'delete from switch_off where switch = $1 and source_id = $2 returning since',
      [name, sourceId ?? EVERY_SOURCE],
    );
    return row?.since ?? null;
  }
}
