// cspell:ignore anmelden connexion
import { hash } from 'node:crypto';
import { challengeOn } from '../../challenge-page';
import { parser } from '../../parsing/parser';
import { Blocked, Changed, Temporary } from '../../source-errors';
import { isUnread, mayHideReviews, sumUnread, type Unread } from '../../unread';
import { parsePage, type PageContext, type ParsedPage } from './parse';
import { exactKey } from './repeats';
import { countsOf } from './unread';

export interface ResponseFacts extends PageContext {
  readonly status: number;
  /** Whether the response has headers of protection services. */
  readonly marks: { readonly cloudflare: boolean; readonly waf: boolean };
}

/** Parses a page with schema.org markup; throws a `SourceError` for any other page. */
export const page = parser(
  'schema-org/page',
  (html, facts: ResponseFacts) => {
    const result = facts.status < 300 ? parsePage(html, facts) : null;
    if (result?.hasMarkup !== true) throw refusalOf(html, facts);
    const { unread: _all, unreadBeside: _beside, ...read } = result;
    const unread = unreadOf(result);
    return { ...read, unread, fault: isUnread(unread) ? 'A part of the markup cannot be read' : null };
  },
  // Many pages have no ids.
  (review) => review.externalId ?? hash('sha256', exactKey(review), 'base64url'),
);

/** What was not read beside the parts of reviews. A document that is cut may have had more reviews. */
function unreadOf({ unreadBeside, isComplete }: ParsedPage): Unread {
  const unread = countsOf(unreadBeside);
  return isComplete || mayHideReviews(unread) ? unread : sumUnread(unread, { list: 1 });
}

/**
 * The error for a page without schema.org reviews and ratings. An item without reviews is not an error: it has a counter of zero.
 */
function refusalOf(body: string, { status, marks }: ResponseFacts): Error {
  if (marks.cloudflare) return new Blocked('The site shows a bot check of Cloudflare');
  if (marks.waf) return new Blocked('The site shows a bot check of AWS WAF');
  const challenge = challengeOn(body);
  if (challenge !== null) return new Blocked(`The site shows ${challenge}`);
  if (status >= 500) return new Temporary('network', `The site answered ${status}`);
  if (status >= 300) return new Changed(`The site answered ${status}`);
  if (isLogin(body)) return new Blocked('The site asks for a login');
  return new Changed('The page has no schema.org review and no aggregateRating');
}

const isLogin = (body: string): boolean =>
  /<input\b[^>]{0,500}\btype\s*=\s*["']?password/i.test(body) ||
  /<title[^<>]*>\s*(?:log ?in|sign ?in|anmelden|connexion|войти|вход)\b/i.test(body);
