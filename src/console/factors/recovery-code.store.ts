import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** The table `recovery_code`. */
@Injectable()
export class RecoveryCodeStore {
  constructor(private readonly database: Database) {}

  /** Replaces all codes of a person. */
  async replace(personId: number, digests: readonly Buffer[]): Promise<void> {
    await this.database.query('delete from recovery_code where person_id = $1', [personId]);
    await this.database.query('insert into recovery_code (person_id, digest) select $1, unnest($2::bytea[])', [
      personId,
      digests,
    ]);
  }

  /** Uses a code. Returns false if the person has no such code, or it was used before. Of concurrent calls one succeeds. */
  async use(personId: number, digest: Buffer): Promise<boolean> {
    const written = await this.database.execute(
      'update recovery_code set used_at = clock_timestamp() where digest = $2 and person_id = $1 and used_at is null',
      [personId, digest],
    );
    return written === 1;
  }

  /** The number of codes that a person can still use. */
  async left(personId: number): Promise<number> {
    const [row] = await this.database.query<{ left: number }>(
      'select count(*)::int as left from recovery_code where person_id = $1 and used_at is null',
      [personId],
    );
    return row?.left ?? 0;
  }
}
