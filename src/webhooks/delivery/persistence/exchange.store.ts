import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';

/** What an attempt sent and received. */
export interface Exchange {
  readonly deliveryId: number;
  /** The number of the attempt. */
  readonly number: number;
  readonly accountId: number;
  readonly startedAt: Date;
  /** With shortened signatures. */
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Null if no response arrived. */
  readonly responseHeaders: Readonly<Record<string, string>> | null;
  readonly responseBody: string | null;
}

/** Stores exchanges. `DeliveryStore` reads them, and `DeliveryPurgeStore` removes them. */
@Injectable()
export class ExchangeStore {
  constructor(private readonly database: Database) {}

  /** Stores exchanges of distinct attempts. An exchange of the same attempt is replaced: its result was not stored. */
  async insert(exchanges: readonly Exchange[]): Promise<void> {
    const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value));
    await this.database.execute(
      `insert into webhook_exchange
         (delivery_id, number, account_id, started_at, request_headers, response_headers, response_body)
       select * from unnest($1::bigint[], $2::int[], $3::bigint[], $4::timestamptz[], $5::json[], $6::json[], $7::text[])
         x (delivery_id, number, account_id, started_at, request_headers, response_headers, response_body)
       order by delivery_id, number
       on conflict (delivery_id, number) do update set started_at = excluded.started_at,
         request_headers = excluded.request_headers, response_headers = excluded.response_headers,
         response_body = excluded.response_body`,
      [
        exchanges.map((exchange) => exchange.deliveryId),
        exchanges.map((exchange) => exchange.number),
        exchanges.map((exchange) => exchange.accountId),
        exchanges.map((exchange) => exchange.startedAt),
        exchanges.map((exchange) => json(exchange.requestHeaders)),
        exchanges.map((exchange) => json(exchange.responseHeaders)),
        exchanges.map((exchange) => exchange.responseBody),
      ],
    );
  }
}
