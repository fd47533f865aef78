import { Injectable } from '@nestjs/common';
import { AppError } from '@libs/kernel';
import { clientAddress } from '@src/auth';
import { MailingService } from '@src/notices';
import type { Request, Response } from 'express';
import { PersonsService } from './persons.service';
import { AfterAnswer } from './after-answer';
import { BrowserOrigin } from './browser-origin';
import { SignInLimit } from './persistence/sign-in-limit.store';

const NO_MAIL = 'This installation sends no mail: ask your operator for a link';

/** Requests of unknown clients for a link to a new password. */
@Injectable()
export class ResetRequests {
  constructor(
    private readonly limit: SignInLimit,
    private readonly afterwards: AfterAnswer,
    private readonly persons: PersonsService,
    private readonly origin: BrowserOrigin,
    private readonly mailing: MailingService,
  ) {}

  /** Whether links are mailed. Otherwise only an operator makes them. */
  get areMailed(): boolean {
    return this.mailing.isConfigured;
  }

  /**
   * Accepts a request for any address. Until the answer is sent, nothing reads whether a person has it (ASVS 6.3.8), so that the answer is
   * the same for all, also in its time; the mail follows. An address gets five mails in an hour; further requests are accepted
   * without effect, and the links of the earlier mails stay valid. Throws `rate_limited` above the limit of the client's network, and
   * `conflict` without a mail server.
   */
  async accept(email: string, request: Request): Promise<void> {
    if (!this.areMailed) throw new AppError('conflict', NO_MAIL);
    const origin = this.origin.of(request);
    const isWithinLimit = await this.limit.takeReset(email, clientAddress(request));
    this.afterwards.run(request.res as Response, 'the request of a new password', async () => {
      if (isWithinLimit) await this.persons.mailReset(email, origin);
    });
  }
}
