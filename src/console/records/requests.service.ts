import { Injectable } from '@nestjs/common';
import { notFound, type PageRequest } from '@libs/kernel';
import { KeysService, type KeyRecord } from '@src/auth';
import {
  MAX_COUNTED,
  RequestLogQuery,
  type CodeCount,
  type LeftOutRow,
  type RequestDetailRow,
  type RequestFilter,
  type RequestRow,
} from './persistence/request-log.query';

export type UsedKey = Pick<KeyRecord, 'id' | 'name' | 'displayPrefix'>;

export interface LoggedPage {
  readonly rows: readonly RequestRow[];
  /** At most 10,000. */
  readonly total: number;
  readonly isTotalExact: boolean;
  /** The newest matching requests, at most 10,001, by status and code. */
  readonly codes: readonly CodeCount[];
  /** The keys with requests in the log, by id. */
  readonly keys: readonly UsedKey[];
  readonly routes: readonly string[];
  readonly leftOut: LeftOutRow | null;
}

/** The form that the service accepts and makes; other texts are no ids. */
const REQUEST_ID = /^[\x21-\x7e]{1,128}$/;

/** The request log of an account for the console. */
@Injectable()
export class RequestsService {
  constructor(
    private readonly log: RequestLogQuery,
    private readonly keys: KeysService,
  ) {}

  async list(accountId: number, filter: RequestFilter, page: PageRequest): Promise<LoggedPage> {
    const rows = await this.log.page(accountId, filter, page);
    const codes = await this.log.counts(accountId, filter);
    const counted = codes.reduce((sum, { count }) => sum + count, 0);
    return {
      rows,
      total: Math.min(counted, MAX_COUNTED),
      isTotalExact: counted <= MAX_COUNTED,
      codes,
      keys: await this.usedKeys(accountId),
      routes: await this.log.routes(accountId),
      leftOut: await this.log.leftOut(accountId, filter.since),
    };
  }

  /** Throws 404 if the account has no such request. */
  async find(
    accountId: number,
    requestId: string,
    id: number | null,
  ): Promise<RequestDetailRow & { key: UsedKey | null }> {
    const row = REQUEST_ID.test(requestId) ? await this.log.find(accountId, requestId, id) : null;
    if (row === null) throw notFound();
    return { ...row, key: (await this.keys.list(accountId)).find(({ id: keyId }) => keyId === row.key_id) ?? null };
  }

  private async usedKeys(accountId: number): Promise<readonly UsedKey[]> {
    const ids = new Set(await this.log.keyIds(accountId));
    return (await this.keys.list(accountId)).filter(({ id }) => ids.has(id)).sort((a, b) => a.id - b.id);
  }
}
