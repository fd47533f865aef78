import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** Channel that carries changes of keys and account status to every process; the payload is the account's id. */
export const ACCESS_CHANNEL = 'hrev_access';

/** Notifies every process that the keys or the status of an account changed: this one before the response is sent, the others at commit. */
@Injectable()
export class AccessNotifications {
  private listener: (accountId: number) => void = () => undefined;

  constructor(private readonly database: Database) {}

  /** Sets the listener for changes that this process commits. */
  onOwn(listener: (accountId: number) => void): void {
    this.listener = listener;
  }

  /** Must be called in the transaction of the change. */
  async notify(accountId: number): Promise<void> {
    await this.database.query('select pg_notify($1, $2)', [ACCESS_CHANNEL, String(accountId)]);
    this.database.afterCommit('notification of access in this process', () => this.listener(accountId));
  }
}
