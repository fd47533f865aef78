import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** Channel on which every process hears which account's keys or standing changed; the payload is the account's id. */
export const ACCESS_CHANNEL = 'hrev_access';

/** Tells every process that an account's keys or standing changed: this one before anybody is answered, the others at commit. */
@Injectable()
export class AccessNews {
  private listener: (accountId: number) => void = () => undefined;

  constructor(private readonly database: Database) {}

  /** What this process itself changed, once it is committed. */
  onOwn(listener: (accountId: number) => void): void {
    this.listener = listener;
  }

  /** In the transaction of the change. */
  async tell(accountId: number): Promise<void> {
    await this.database.query('select pg_notify($1, $2)', [ACCESS_CHANNEL, String(accountId)]);
    this.database.afterCommit('news of access in this process', () => this.listener(accountId));
  }
}
