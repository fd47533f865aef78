import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import type { KeyedRequest } from '@libs/http';
import { AppError } from '@libs/kernel';
import type { Response } from 'express';
import { AddressBuckets, networkOf } from '../domain/address-buckets';
import { countLimitDecision } from './access-metrics';
import { clientAddress } from './client-address';
import { HeldAnswers } from './held-answers';

/**
 * The limit of requests without a valid key or session (contract §5.4). Each uses a token of the client's address, which has
 * `HREV_KEYLESS_RATE` tokens a minute in each process. `clientAddress` determines the address.
 */
@Injectable()
export class KeylessRate {
  private readonly buckets: AddressBuckets;

  constructor(
    @Inject(CONFIG) config: Pick<Config, 'HREV_KEYLESS_RATE'>,
    private readonly answers: HeldAnswers,
  ) {
    this.buckets = new AddressBuckets(config.HREV_KEYLESS_RATE);
  }

  /** Uses one token. Throws 429 with `Retry-After` if the address has none, later if its clients continue to send. */
  async take(request: KeyedRequest, response: Response): Promise<void> {
    const address = clientAddress(request);
    const waitSeconds = this.buckets.take(address, performance.now());
    countLimitDecision('address', waitSeconds === 0 ? 'admitted' : 'refused');
    if (waitSeconds === 0) return;
    await this.answers.held(networkOf(address), response);
    const detail = `Too many requests without a valid key or session from this address; retry in ${waitSeconds} s`;
    throw new AppError('rate_limited', detail, { 'Retry-After': String(waitSeconds) });
  }
}
