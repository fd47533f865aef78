import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import type { KeyedRequest } from '@libs/http';
import { AppError } from '@libs/kernel';
import { AddressBuckets } from '../domain/address-buckets';
import { clientAddress } from './client-address';

/**
 * The limit of requests without a valid key (contract §5.4). Each takes a token from the bucket of the client's address, which
 * holds `HREV_KEYLESS_RATE` tokens a minute in each process. The address is that of the connection, or the one that the proxies
 * of `HREV_TRUSTED_PROXIES` name.
 */
@Injectable()
export class KeylessRate {
  private readonly buckets: AddressBuckets;

  constructor(@Inject(CONFIG) config: Pick<Config, 'HREV_KEYLESS_RATE'>) {
    this.buckets = new AddressBuckets(config.HREV_KEYLESS_RATE);
  }

  /** Throws 429 with `Retry-After` where the bucket of the address is empty. */
  take(request: KeyedRequest): void {
    const waitSeconds = this.buckets.take(clientAddress(request), performance.now());
    if (waitSeconds === 0) return;
    const detail = `Too many requests without a valid key from this address; retry in ${waitSeconds} s`;
    throw new AppError('rate_limited', detail, { 'Retry-After': String(waitSeconds) });
  }
}
