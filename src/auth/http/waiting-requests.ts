import { Injectable } from '@nestjs/common';
import type { ApiRequest } from '@libs/http';
import { AppError } from '@libs/kernel';
import { unauthorized } from '../domain/refusals';
import { KeyChecks } from '../key-checks.service';

/** Requests that wait before they answer. A key that is revoked meanwhile must not get what it waited for (contract §5.1). */
@Injectable()
export class WaitingRequests {
  constructor(private readonly checks: KeyChecks) {}

  /** Throws the 401 or 402 that a new request with the key would get. The guard has checked the scope, which never changes. */
  async assertAdmitted({ headers }: Pick<ApiRequest, 'headers'>): Promise<void> {
    const key = headers['x-api-key'];
    const checked = typeof key === 'string' ? await this.checks.check(key) : null;
    if (checked === null) throw unauthorized();
    if (checked.suspension !== null) throw new AppError('payment_required', checked.suspension);
  }
}
