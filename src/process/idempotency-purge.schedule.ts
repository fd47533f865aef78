import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Database } from '@libs/database';
import { purgeResponses } from '@libs/http';

const EVERY_MS = 10 * 60_000;

/** Deletes stored responses after 24 hours, in workers. A delay has no effect on clients, because older responses are not replayed. */
@Injectable()
export class IdempotencyPurge {
  constructor(private readonly database: Database) {}

  @Interval(EVERY_MS)
  async run(): Promise<void> {
    await purgeResponses(this.database);
  }
}
