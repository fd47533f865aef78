import { Injectable } from '@nestjs/common';
import type { ApiRequest } from '@libs/http';
import { AppError } from '@libs/kernel';
import { AddressBuckets } from '../domain/address-buckets';
import { EmbedRateLimiter } from '../rate-limiter';
import { countLimitDecision } from './access-metrics';
import { clientAddress } from './client-address';

/** Requests per minute and address for embeds, over all API processes. */
const ADDRESS_RATE = 300;

/**
 * The limits of public requests for embeds (contract §4.23): of an address, before anything is looked up, and of an embed. They are apart from
 * those of keys, so no traffic of a public page uses up the limit of its account. Each process has its part of the limit of an address, so
 * that all together do not exceed it; the memory for addresses is bounded.
 */
@Injectable()
export class EmbedLimits {
  private readonly addresses: AddressBuckets;

  constructor(private readonly embeds: EmbedRateLimiter) {
    this.addresses = new AddressBuckets(() => Math.max(1, Math.floor(ADDRESS_RATE / embeds.processCount)));
  }

  /** Counts a request of an address. Throws `rate_limited` above the limit. */
  countAddress(request: ApiRequest): void {
    const waitSeconds = this.addresses.take(clientAddress(request), performance.now());
    countLimitDecision('embed_address', waitSeconds === 0 ? 'admitted' : 'refused');
    if (waitSeconds > 0) throw refused('this address', waitSeconds);
  }

  /** Counts a request for an embed that exists. Throws `rate_limited` above the limit. */
  async countEmbed(embedId: number): Promise<void> {
    const { allowed, resetSeconds } = await this.embeds.admit(embedId);
    countLimitDecision('embed', allowed ? 'admitted' : 'refused');
    if (!allowed) throw refused('these reviews', resetSeconds);
  }
}

const refused = (whose: string, waitSeconds: number): AppError =>
  new AppError('rate_limited', `Too many requests for ${whose}; retry in ${waitSeconds} s`, {
    'Retry-After': String(waitSeconds),
  });
