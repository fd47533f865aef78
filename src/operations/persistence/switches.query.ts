import type { Database } from '@libs/database';
import type { SwitchName } from '@src/switches';

/** A switch that is off. */
export interface SwitchOff {
  readonly name: SwitchName;
  /** Null: of all sources together. */
  readonly slug: string | null;
  readonly since: Date;
  readonly seconds: number;
}

/** What the operator has switched off, with the slugs of the sources. */
export async function switchesOff(database: Database): Promise<readonly SwitchOff[]> {
  return database.query<SwitchOff>(
    `select s.switch as name, v.slug, s.since, extract(epoch from clock_timestamp() - s.since)::float8 as seconds
     from switch_off_view s left join source_view v on v.id = s.source_id order by s.source_id, s.switch`,
  );
}
