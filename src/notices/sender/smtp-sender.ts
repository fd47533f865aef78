import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { createTransport } from 'nodemailer';
import { mailError } from '../domain/mail';
import type { ClaimedMail } from '../persistence/mail.store';

/** How a sending ended. `refused`: the server will not take this mail, ever. `failed`: it may take it later. */
export type MailOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed'; readonly error: string };

const CONNECT_LIMIT_MS = 10_000;
const ANSWER_LIMIT_MS = 30_000;

/** What nodemailer adds to its errors. */
interface SmtpFacts {
  readonly responseCode?: number;
  readonly command?: string;
}

/**
 * Hands mail to the operator's own mail server (`HREV_SMTP_URL`). The server is chosen by the operator and never by a
 * client, and most often private, so the guarded egress with its ban on private addresses does not stand between.
 */
@Injectable()
export class SmtpSender {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.HREV_SMTP_URL !== null;
  }

  /** Sends one mail over a connection of its own. Never rejects. */
  async send(mail: ClaimedMail): Promise<MailOutcome> {
    const { HREV_SMTP_URL: url, HREV_MAIL_FROM: from } = this.config;
    if (url === null || from === null) return { kind: 'failed', error: 'no mail server is configured' };
    const transport = createTransport({
      url,
      connectionTimeout: CONNECT_LIMIT_MS,
      dnsTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: ANSWER_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({ ...messageOf(mail, from) });
      return { kind: 'sent' };
    } catch (error) {
      return { kind: isFinal(error as SmtpFacts) ? 'refused' : 'failed', error: told(error, url) };
    } finally {
      transport.close();
    }
  }
}

/** Addresses are given as objects: as text they would be parsed, and lists and names read into them. */
function messageOf(mail: ClaimedMail, from: string): Readonly<Record<string, unknown>> {
  return {
    from: { name: 'hrev', address: from },
    to: [{ name: '', address: mail.recipient }],
    ...(mail.replyTo === null ? {} : { replyTo: [{ name: '', address: mail.replyTo }] }),
    subject: mail.subject,
    text: mail.body,
    messageId: `<${mail.messageKey}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

/** A 5xx to the recipient or to the content is about this mail; any other refusal is about the server or its settings. */
function isFinal({ responseCode = 0, command = '' }: SmtpFacts): boolean {
  return responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command);
}

function told(error: unknown, url: string): string {
  const { username, password } = new URL(url);
  const secrets = [url, username, password, ...[username, password].map(decoded)];
  return mailError(error instanceof Error ? error.message : String(error), secrets);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
