import { Injectable } from '@nestjs/common';
import { AccountRows, Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { lockAccount } from '@src/auth';
import type { MessageWindow } from '../domain/message-quota';
import { SUPPORT_MESSAGE } from './entities';

/** A message of a client to the operator. */
export interface SupportMessage {
  readonly id: number;
  readonly accountId: number;
  /** The key of the request; null if a person sent it in the console. */
  readonly keyId: number | null;
  readonly personId: number | null;
  readonly subject: string | null;
  readonly message: string;
  /** The e-mail address for the reply; null: the address of the account. */
  readonly contact: string | null;
  readonly createdAt: Date;
  /** When the operator marked the message as done; null while it is open. */
  readonly doneAt: Date | null;
}

export type NewSupportMessage = Omit<SupportMessage, 'id' | 'createdAt' | 'doneAt'>;

/** A page of messages; `done` selects the messages that are done or the open ones, absent: all. */
export interface MessagePageRequest extends PageRequest {
  readonly done?: boolean;
}

const COLUMNS = `id, account_id as "accountId", key_id as "keyId", person_id as "personId", subject, message, contact, created_at as "createdAt", done_at as "doneAt"`;

/** The table `support_message`. */
@Injectable()
export class SupportMessageStore {
  private readonly rows = new AccountRows(this.database, SUPPORT_MESSAGE);

  constructor(private readonly database: Database) {}

  /**
   * Returns the account's messages of the last hour and locks the account until the transaction ends, so that concurrent messages
   * cannot exceed the limit.
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

  /** Inserts a message and returns its id. */
  async insert({ accountId, ...message }: NewSupportMessage): Promise<number> {
    return (await this.rows.insert(accountId, message)).id;
  }

  /** A page of the messages of all accounts, latest first; only for the operator. */
  async page({
    limit,
    offset,
    done,
  }: MessagePageRequest): Promise<{ readonly messages: readonly SupportMessage[]; readonly total: number }> {
    return this.database.snapshot(async () => {
      const where = done === undefined ? '' : `where done_at is ${done ? 'not null' : 'null'}`;
      const messages = await this.database.query<SupportMessage>(
        `select ${COLUMNS} from support_message ${where} order by id desc limit $1 offset $2`,
        [limit, offset],
      );
      const [count] = await this.database.query<{ total: number }>(
        `select count(*) as total from support_message ${where}`,
      );
      return { messages, total: count?.total ?? 0 };
    });
  }

  /** Marks a message of any account as done or as open, only for the operator. Returns the message; null if it does not exist. */
  async markDone(id: number, done: boolean): Promise<SupportMessage | null> {
    const [message] = await this.database.query<SupportMessage>(
      `update support_message set done_at = case when $2 then coalesce(done_at, clock_timestamp()) end
       where id = $1 returning ${COLUMNS}`,
      [id, done],
    );
    return message ?? null;
  }
}
