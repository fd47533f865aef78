import { Injectable } from '@nestjs/common';
import { AccountRows, Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { lockAccount } from '@src/auth';
import type { MessageWindow } from '../domain/message-quota';
import { SupportMessageEntity } from './support-message.entity';

/** What a client wrote to the operator. */
export interface SupportMessage {
  readonly id: number;
  readonly accountId: number;
  /** The key of the request. */
  readonly keyId: number;
  readonly subject: string | null;
  readonly message: string;
  /** Where the client wants the answer. */
  readonly contact: string | null;
  readonly createdAt: Date;
}

export type NewSupportMessage = Omit<SupportMessage, 'id' | 'createdAt'>;

const COLUMNS = `id, account_id as "accountId", key_id as "keyId", subject, message, contact, created_at as "createdAt"`;

/** The table `support_message`. */
@Injectable()
export class SupportMessageStore {
  private readonly rows = new AccountRows(this.database, SupportMessageEntity);

  constructor(private readonly database: Database) {}

  /**
   * The messages of the account in the last hour. Other transactions of the account wait here until this one ends, so that
   * concurrent messages cannot exceed the limit.
   */
  async lockedWindow(accountId: number): Promise<MessageWindow> {
    await lockAccount(this.database, accountId);
    const [window] = await this.database.query<MessageWindow>(
      `select count(*)::int as used,
         coalesce(extract(epoch from min(created_at) + interval '1 hour' - clock_timestamp()), 0)::float8 as "freesInSeconds"
       from support_message where account_id = $1 and created_at > statement_timestamp() - interval '1 hour'`,
      [accountId],
    );
    return window ?? { used: 0, freesInSeconds: 0 };
  }

  /** Returns the id of the message. */
  async insert({ accountId, ...message }: NewSupportMessage): Promise<number> {
    return (await this.rows.insert(accountId, message)).id;
  }

  /** Messages of all accounts, latest first: for the operator only. */
  async page({
    limit,
    offset,
  }: PageRequest): Promise<{ readonly messages: readonly SupportMessage[]; readonly total: number }> {
    const messages = await this.database.query<SupportMessage>(
      `select ${COLUMNS} from support_message order by id desc limit $1 offset $2`,
      [limit, offset],
    );
    const [count] = await this.database.query<{ total: number }>('select count(*) as total from support_message');
    return { messages, total: count?.total ?? 0 };
  }
}
