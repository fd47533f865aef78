import { Injectable } from '@nestjs/common';
import { Database, overdueRows, type DataCheck } from '@libs/database';

/** A document that could not be parsed, as it is stored: without personal data and without data of an account. */
export interface NewSample {
  readonly sourceId: number;
  readonly road: string;
  /** Without query values; null if it is unknown. */
  readonly address: string | null;
  readonly parser: string;
  readonly message: string;
  readonly status: number | null;
  /** Masked. */
  readonly document: string;
  /** Size of the original document. */
  readonly bytes: number;
}

export interface SampleHead extends Omit<NewSample, 'document'> {
  readonly id: number;
  readonly takenAt: Date;
}

export interface StoredSample extends SampleHead {
  readonly document: string;
}

/** Samples that are kept of each parser of a source. */
const KEPT_SAMPLES = 5;
const LISTED_SAMPLES = 200;
const KEPT_DAYS = 90;
const RETENTION = `interval '${KEPT_DAYS} days'`;
const PURGE_BATCH = 1_000;

const HEAD = `id, source_id as "sourceId", taken_at as "takenAt", road, address, parser, message, status, bytes`;
const OF_LAST_HOUR = `select from source_sample
  where source_id = $1 and parser = $2 and taken_at > clock_timestamp() - interval '1 hour'`;

/** The table `source_sample`: a few documents that could not be parsed, for the operator. */
@Injectable()
export class SourceSampleStore {
  constructor(private readonly database: Database) {}

  /** Whether no sample of the parser was stored in the last hour. */
  async isDue(sourceId: number, parser: string): Promise<boolean> {
    return (await this.database.query(`${OF_LAST_HOUR} limit 1`, [sourceId, parser])).length === 0;
  }

  /** Stores a sample unless one of its parser was stored in the last hour, and deletes all but the latest five of the parser. */
  async save(sample: NewSample): Promise<void> {
    const { sourceId, road, address, parser, message, status, document, bytes } = sample;
    await this.database.transaction(async () => {
      // Samples of a source are stored one after the other.
      await this.database.query('select from source where id = $1 for no key update', [sourceId]);
      const stored = await this.database.execute(
        `insert into source_sample (source_id, parser, road, address, message, status, document, bytes)
         select $1, $2, $3, $4, $5, $6, $7, $8 where not exists (${OF_LAST_HOUR})`,
        [sourceId, parser, road, address, message, status, document, bytes],
      );
      if (stored === 0) return;
      await this.database.execute(
        `delete from source_sample where source_id = $1 and parser = $2 and id not in (
           select id from source_sample where source_id = $1 and parser = $2 order by taken_at desc, id desc limit $3)`,
        [sourceId, parser, KEPT_SAMPLES],
      );
    });
  }

  /** The latest 200 samples, of one source or of all, without their documents. */
  async list(sourceId: number | null): Promise<readonly SampleHead[]> {
    return this.database.query<SampleHead>(
      `select ${HEAD} from source_sample where $1::int is null or source_id = $1
       order by taken_at desc, id desc limit ${LISTED_SAMPLES}`,
      [sourceId],
    );
  }

  async find(id: number): Promise<StoredSample | null> {
    const sql = `select ${HEAD}, document from source_sample where id = $1`;
    return (await this.database.query<StoredSample>(sql, [id]))[0] ?? null;
  }

  /** Returns false if there is no such sample. */
  async remove(id: number): Promise<boolean> {
    return (await this.database.execute('delete from source_sample where id = $1', [id])) === 1;
  }
}

/** Deletes a batch of samples that are older than 90 days; returns the number of rows. */
export async function purgeSamples(database: Database): Promise<number> {
  return database.execute(
    `delete from source_sample where id in (
       select id from source_sample where taken_at < statement_timestamp() - ${RETENTION} limit ${PURGE_BATCH})`,
  );
}

export const OVERDUE_SAMPLES: readonly DataCheck[] = [
  overdueRows({ rows: 'samples', table: 'source_sample', key: 'id', since: 'taken_at', days: KEPT_DAYS }),
];
