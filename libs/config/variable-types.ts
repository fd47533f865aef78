/** The types of environment variables. Each parses the text, or adds an error message. */
import { isIP } from 'node:net';
import { isMailAddress, parseDuration, parsedUrl } from '@libs/kernel';
import { z } from 'zod';

/** A duration in milliseconds. The maximum is below the limits of Node's timers and PostgreSQL's intervals. */
export const duration = (fallback: string, least = '0s', most = '365d') =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const milliseconds = parseDuration(text);
      if (milliseconds !== null && isWithin(milliseconds, least, most)) return milliseconds;
      const message = `expected a duration such as 500ms, 30s, 10m or 6h, from ${least} to ${most}, got "${text}"`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

export const durations = (fallback: string, most: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context): readonly number[] => {
      const parsed = text.split(',').map(parseDuration);
      const whole = parsed.filter((milliseconds) => milliseconds !== null && isWithin(milliseconds, '0s', most));
      if (whole.length === parsed.length) return whole as number[];
      const message = `expected durations such as 30s,1m,2m, each at most ${most}, got "${text}"`;
      context.addIssue({ code: 'custom', message });
      return z.NEVER;
    });

function isWithin(milliseconds: number, least: string, most: string): boolean {
  return milliseconds >= (parseDuration(least) ?? 0) && milliseconds <= (parseDuration(most) ?? 0);
}

export const wholeNumber = (fallback: number, minimum: number, maximum: number) =>
  z
    .string()
    .default(String(fallback))
    .transform((text, context) => {
      const value = /^\d{1,12}$/.test(text) ? Number(text) : NaN;
      if (value >= minimum && value <= maximum) return value;
      context.addIssue({
        code: 'custom',
        message: `expected a whole number from ${minimum} to ${maximum}, got "${text}"`,
      });
      return z.NEVER;
    });

export const yesNo = z
  .string()
  .default('false')
  .transform((text, context) => {
    if (/^(true|1|yes)$/i.test(text)) return true;
    if (/^(false|0|no)$/i.test(text)) return false;
    context.addIssue({ code: 'custom', message: `expected true or false, got "${text}"` });
    return z.NEVER;
  });

export const addressOf = (...protocols: readonly string[]) =>
  z
    .string()
    .optional()
    .transform((text, context) => {
      if (text === undefined) return null;
      const url = parsedUrl(text);
      if (url !== null && !isDecodable(url)) {
        context.addIssue({ code: 'custom', message: 'a % in its user name, password or path must be written as %25' });
        return z.NEVER;
      }
      if (url !== null && protocols.includes(url.protocol)) return text;
      const forms = protocols.map((protocol) => `${protocol}//…`).join(' or ');
      context.addIssue({ code: 'custom', message: `expected an address such as ${forms}` });
      return z.NEVER;
    });

/** Whether the address can be decoded. Otherwise its use would fail with a message that does not name the variable. */
function isDecodable({ username, password, pathname }: URL): boolean {
  try {
    decodeURIComponent(`${username}${password}${pathname}`);
    return true;
  } catch {
    return false;
  }
}

const NAMED_NETWORKS = /^(loopback|linklocal|uniquelocal)$/;

export const networks = z
  .string()
  .default('')
  .transform((text, context): readonly string[] => {
    const entries = text.split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));
    const wrong = entries.find((entry) => !NAMED_NETWORKS.test(entry) && !isNetwork(entry));
    if (wrong === undefined) return entries;
    const message = `expected addresses and networks such as 10.0.0.0/8,192.0.2.7,loopback, got "${wrong}"`;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

function isNetwork(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more.length > 0) return false;
  return (
    bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= (family === 4 ? 32 : 128))
  );
}

export const mailAddress = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return null;
    if (isMailAddress(text)) return text;
    context.addIssue({ code: 'custom', message: 'expected a plain e-mail address such as hrev@example.com' });
    return z.NEVER;
  });

/** One line of printable ASCII without spaces, because it is written to a text file. `URL` would silently remove line breaks. */
export const securityContact = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return null;
    const isMail = text.startsWith('mailto:') && isMailAddress(text.slice('mailto:'.length));
    const isPage = /^https:\/\/[\x21-\x7e]+$/.test(text) && isPublicPage(parsedUrl(text));
    if (isMail || isPage) return text;
    context.addIssue({
      code: 'custom',
      message: 'expected an address such as mailto:security@example.com or https://example.com/security',
    });
    return z.NEVER;
  });

/** Refuses a user name or password, because the address is published. */
function isPublicPage(url: URL | null): boolean {
  return url !== null && url.username === '' && url.password === '';
}

export const json = <T extends z.ZodType>(schema: T) =>
  z
    .string()
    .default('{}')
    .transform((text, context): z.output<T> => {
      try {
        const parsed = schema.safeParse(JSON.parse(text));
        if (parsed.success) return parsed.data;
        const issue = parsed.error.issues[0];
        const problem = [issue?.path.join('.') ?? '', issue?.message ?? 'invalid'].filter((part) => part !== '');
        context.addIssue({ code: 'custom', message: problem.join(': ') });
      } catch {
        context.addIssue({ code: 'custom', message: 'expected JSON' });
      }
      return z.NEVER;
    });

export const planOverride = z.strictObject({
  object_ceiling: z.int().min(0).optional(),
  allowed_sources: z.array(z.string()).nullable().optional(),
  can_publish_replies: z.boolean().optional(),
  visible_reviews_per_link: z.int().min(1).nullable().optional(),
  trial_replies_per_source: z.int().min(0).nullable().optional(),
});

export const sourceOrigin = z.string().transform((text, context) => {
  const url = parsedUrl(text);
  const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '';
  if (isOrigin && /^https?:$/.test(url.protocol)) return url.origin;
  context.addIssue({ code: 'custom', message: `expected an origin such as http://127.0.0.1:4001, got "${text}"` });
  return z.NEVER;
});

/** An origin that browsers reach: https, or http on loopback. */
export const publicUrl = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return null;
    const url = parsedUrl(text);
    const isOrigin = url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && isPublicPage(url);
    if (isOrigin && (url.protocol === 'https:' || isLoopback(url))) return url.origin;
    context.addIssue({
      code: 'custom',
      message: `expected an address such as https://reviews.example.com, got "${text}"`,
    });
    return z.NEVER;
  });

const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname);

/** Keys separated by commas, without duplicates. */
export const secretKeys = z
  .string()
  .default('')
  .transform((text, context): readonly string[] => {
    const keys = text.split(',').flatMap((key) => (key.trim() === '' ? [] : [key.trim().toLowerCase()]));
    if (keys.every((key) => /^[0-9a-f]{64}$/.test(key))) return [...new Set(keys)];
    context.addIssue({ code: 'custom', message: 'expected keys of 64 hexadecimal digits, separated by commas' });
    return z.NEVER;
  });

export const secretKey = z
  .string()
  .optional()
  .transform((text, context) => {
    if (text === undefined) return null;
    if (/^[0-9a-f]{64}$/i.test(text)) return text.toLowerCase();
    context.addIssue({
      code: 'custom',
      message: 'expected 64 hexadecimal digits, as created by `openssl rand -hex 32`',
    });
    return z.NEVER;
  });
