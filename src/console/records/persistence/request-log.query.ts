import { Injectable } from '@nestjs/common';
import { Database } from '@libs/database';
import type { PageRequest } from '@libs/kernel';
import { KEEP_DAYS } from './request-log.store';

/** Counts stop here: an account may have millions of requests. */
export const MAX_COUNTED = 10_000;

export interface RequestFilter {
  readonly statusClass?: number | undefined;
  readonly route?: string | undefined;
  readonly method?: string | undefined;
  readonly keyId?: number | undefined;
  readonly since?: string | undefined;
  readonly code?: string | undefined;
}

export interface RequestRow {
  readonly id: number;
  readonly at: Date;
  readonly request_id: string;
  readonly key_id: number;
  readonly method: string;
  readonly route: string;
  readonly path: string;
  readonly status: number;
  readonly code: string | null;
  readonly ms: number;
}

export interface RequestDetailRow extends RequestRow {
  readonly query: string | null;
  readonly detail: string | null;
  readonly body: string | null;
  readonly is_body_cut: boolean;
}

export interface CodeCount {
  readonly status: number;
  readonly code: string | null;
  readonly count: number;
}

export interface LeftOutRow {
  readonly first_at: Date;
  readonly last_at: Date;
  readonly is_going_on: boolean;
  readonly one_in: number;
  readonly successes: number;
  readonly refusals: number;
}

const COLUMNS = 'id, at, request_id, key_id, method, route, path, status, code, ms';
const NEWEST = 'order by at desc, id desc';
const KEPT = `clock_timestamp() - interval '${KEEP_DAYS} days'`;

/** Reads the request log of an account. Every index begins with the account, and ends with the order of the list. */
@Injectable()
export class RequestLogQuery {
  constructor(private readonly database: Database) {}

  /** Requests, newest first. */
  async page(accountId: number, filter: RequestFilter, page: PageRequest): Promise<readonly RequestRow[]> {
    const { where, values } = conditions(accountId, filter);
    return this.database.query<RequestRow>(
      `select ${COLUMNS} from request_log where ${where} ${NEWEST} limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, page.limit, page.offset],
    );
  }

  /** The newest 10,001 matching requests by status and code, most frequent first. */
  async counts(accountId: number, filter: RequestFilter): Promise<readonly CodeCount[]> {
    const { where, values } = conditions(accountId, filter);
    return this.database.query<CodeCount>(
      `select status, code, count(*) as count
       from (select status, code from request_log where ${where} ${NEWEST} limit ${MAX_COUNTED + 1}) newest
       group by status, code order by count desc, status, code`,
      values,
    );
  }

  /** The newest request with this request id, or the one of these with this id; null if there is none. */
  async find(accountId: number, requestId: string, id: number | null): Promise<RequestDetailRow | null> {
    const [row] = await this.database.query<RequestDetailRow>(
      `select ${COLUMNS}, query, detail, body, is_body_cut from request_log
       where account_id = $1 and request_id = $2 and at >= ${KEPT} and ($3::bigint is null or id = $3) ${NEWEST} limit 1`,
      [accountId, requestId, id],
    );
    return row ?? null;
  }

  /** Ids of the keys with requests in the log. */
  async keyIds(accountId: number): Promise<readonly number[]> {
    return this.valuesOf<number>(accountId, 'key_id');
  }

  /** Routes with requests in the log, in alphabetical order. */
  async routes(accountId: number): Promise<readonly string[]> {
    return this.valuesOf<string>(accountId, 'route');
  }

  /** The values of a column in the log, ascending. Reads one row of the index for each. */
  private async valuesOf<Value>(accountId: number, column: 'key_id' | 'route'): Promise<readonly Value[]> {
    const rows = await this.database.query<{ value: Value }>(
      `with recursive used as (
         (select ${column} as value from request_log where account_id = $1 order by ${column} limit 1)
         union all
         select (select l.${column} from request_log l where l.account_id = $1 and l.${column} > used.value
           order by l.${column} limit 1)
         from used where used.value is not null)
       select value from used where value is not null`,
      [accountId],
    );
    return rows.map(({ value }) => value);
  }

  /** The requests since a time, to the hour, that the log does not contain; null if it contains all. */
  async leftOut(accountId: number, since: string | undefined): Promise<LeftOutRow | null> {
    const [row] = await this.database.query<{ [Field in keyof LeftOutRow]: LeftOutRow[Field] | null }>(
      `select min(first_at) as first_at, max(last_at) as last_at, max(one_in) as one_in, sum(successes)::bigint as successes,
         sum(refusals)::bigint as refusals, max(last_at) > clock_timestamp() - interval '2 minutes' as is_going_on
       from request_log_left_out
       where account_id = $1 and last_at >= greatest(${KEPT}, $2::timestamptz)`,
      [accountId, since === undefined ? null : `${since}Z`],
    );
    return row === undefined || row.first_at === null ? null : (row as LeftOutRow);
  }
}

function conditions(accountId: number, filter: RequestFilter): { readonly where: string; readonly values: unknown[] } {
  const values: unknown[] = [accountId];
  const parts = ['account_id = $1', `at >= ${KEPT}`];
  const add = (condition: (place: string) => string, value: unknown): void => {
    if (value === undefined) return;
    values.push(value);
    parts.push(condition(`$${values.length}`));
  };
  const { statusClass, since } = filter;
  // The literal lets the planner use the index of refusals.
  if (statusClass !== undefined && statusClass >= 4) parts.push('status >= 400');
  if (statusClass !== undefined) parts.push(`status between ${statusClass * 100} and ${statusClass * 100 + 99}`);
  add((place) => `at >= ${place}::timestamptz`, since === undefined ? undefined : `${since}Z`);
  add((place) => `route = ${place}`, filter.route);
  add((place) => `method = ${place}`, filter.method);
  add((place) => `key_id = ${place}`, filter.keyId);
  add((place) => `code = ${place}`, filter.code);
  return { where: parts.join(' and '), values };
}
