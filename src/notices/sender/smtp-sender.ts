import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/config';
import { createTransport } from 'nodemailer';
import { mailError } from '../domain/mail';
import type { ClaimedMail } from '../persistence/mail.store';

/** The outcome of an attempt. `refused`: the server rejects this mail permanently. `failed`: a later attempt may succeed. */
export type MailOutcome = { readonly kind: 'sent' } | { readonly kind: 'refused' | 'failed'; readonly error: string };

const CONNECT_LIMIT_MS = 10_000;
const RESPONSE_LIMIT_MS = 30_000;

/** Fields of nodemailer's errors. */
interface SmtpErrorFields {
  readonly responseCode?: number;
  readonly command?: string;
}

/**
 * Sends mail through the operator's mail server (`HREV_SMTP_URL`). It does not use the guarded egress, which refuses private
 * addresses: the server is configured by the operator and is often private.
 */
@Injectable()
export class SmtpSender {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  get isConfigured(): boolean {
    return this.config.HREV_SMTP_URL !== null;
  }

  /** Sends one mail over a new connection. Never rejects. */
  async send(mail: ClaimedMail): Promise<MailOutcome> {
    const { HREV_SMTP_URL: url, HREV_MAIL_FROM: from } = this.config;
    if (url === null || from === null) return { kind: 'failed', error: 'no mail server is configured' };
    const transport = createTransport({
      url,
      connectionTimeout: CONNECT_LIMIT_MS,
      dnsTimeout: CONNECT_LIMIT_MS,
      greetingTimeout: CONNECT_LIMIT_MS,
      socketTimeout: RESPONSE_LIMIT_MS,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    try {
      await transport.sendMail({ ...messageOf(mail, from) });
      return { kind: 'sent' };
    } catch (error) {
      return { kind: isFinal(error as SmtpErrorFields) ? 'refused' : 'failed', error: maskedError(error, url) };
    } finally {
      transport.close();
    }
  }
}

/** The message for nodemailer. Addresses are objects, because nodemailer parses a string as a list of addresses with display names. */
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

/** Whether the server rejects this mail. A 5xx response to another command is a failure of the server or of its settings. */
function isFinal({ responseCode = 0, command = '' }: SmtpErrorFields): boolean {
  return responseCode >= 500 && /^(RCPT TO|DATA)$/.test(command);
}

function maskedError(error: unknown, url: string): string {
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
