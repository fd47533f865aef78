/** The parts of the Graph API that are used: addresses, credentials, errors. */
import { z } from 'zod';
import { credentialField, type CredentialField } from '../../connecting';

export const PLATFORM = 'Facebook';
const API = 'https://graph.facebook.com';
const PAGE_SIZE = '50';
const COMMENTS_SIZE = '100';
const COMMENT_FIELDS = 'message,created_time,from{id}';

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'page_access_token',
    'Lasting access token of the page, with the permissions pages_read_engagement and pages_read_user_content: in the answer of /me/accounts of the Graph API to a long-lived token of a person who moderates the page, as access_token of the page. It begins with EAA.',
  ),
];

/** The page of a page token. `version`: that of the API (versions.ts), here and below. */
export const tokenPageUrl = (version: string): string => `${API}/${version}/me?fields=id,name,username,link`;

export const pageUrl = (version: string, pageId: string): string =>
  `${API}/${version}/${pageId}?fields=name,overall_star_rating,rating_count`;

const FIELDS = 'created_time,recommendation_type,review_text,rating,has_rating,has_review,reviewer{id,name}';
const STORY = 'open_graph_story{id}';
const STORY_WITH_COMMENTS = `open_graph_story{id,comments.limit(25){${COMMENT_FIELDS}}}`;

/** A page of the list, or of the comments on a story: `after` is Facebook's cursor; addresses that Facebook returns are never followed. */
export interface Place {
  readonly version: string;
  /** The number of the page, or of the story. */
  readonly id: string;
  readonly after: string | null;
}

export function ratingsUrl({ version, id, after }: Place, withComments: boolean): string {
  const query = new URLSearchParams({
    fields: `${FIELDS},${withComments ? STORY_WITH_COMMENTS : STORY}`,
    limit: PAGE_SIZE,
    ...(after === null ? {} : { after }),
  });
  return `${API}/${version}/${id}/ratings?${query.toString()}`;
}

export function commentsUrl({ version, id, after }: Place): string {
  const query = { fields: COMMENT_FIELDS, limit: COMMENTS_SIZE, ...(after === null ? {} : { after }) };
  return `${API}/${version}/${id}/comments?${new URLSearchParams(query).toString()}`;
}

/** Whether a text is the number of a story: `{page}_{post}` or one number. Check every number before it is used in a URL. */
export function isStoryId(text: string): boolean {
  return /^\d{1,25}(?:_\d{1,25})?$/.test(text);
}

export const tokenHeaders = (token: string): Readonly<Record<string, string>> => ({
  accept: 'application/json',
  authorization: `Bearer ${token}`,
});

/** Whether a text is the number of a page. */
export function isPageId(text: string): boolean {
  return /^[1-9]\d{4,19}$/.test(text);
}

const errorShape = z.object({
  error: z.looseObject({ code: z.number().int(), error_subcode: z.number().int().nullish() }),
});

/**
 * What an error means for the caller. `fields_refused`: a requested field does not exist, or the app may not read it;
 * `version_ended`: this version of the API no longer has the field.
 */
export type ErrorKind =
  | 'token_refused'
  | 'permission_missing'
  | 'too_many_requests'
  | 'blocked'
  | 'failure'
  | 'not_found'
  | 'version_ended'
  | 'fields_refused'
  | 'other';

export interface GraphError {
  readonly code: number;
  readonly kind: ErrorKind;
}

const KINDS: ReadonlyMap<number, ErrorKind> = new Map([
  [1, 'failure'],
  [2, 'failure'],
  [4, 'too_many_requests'],
  [10, 'permission_missing'],
  [12, 'version_ended'],
  [17, 'too_many_requests'],
  [32, 'too_many_requests'],
  [100, 'fields_refused'],
  [102, 'token_refused'],
  [190, 'token_refused'],
  [368, 'blocked'],
  [613, 'too_many_requests'],
  [803, 'not_found'],
]);
/** Code 100 with this subcode: the object does not exist, or the token does not open it. */
const MISSING_OBJECT = 33;

/** The error in a response; null if there is none. Facebook's message is not used, because it may repeat the request. */
export function errorIn(content: unknown): GraphError | null {
  const result = errorShape.safeParse(content);
  if (!result.success) return null;
  const { code, error_subcode: subcode } = result.data.error;
  if (code === 100 && subcode === MISSING_OBJECT) return { code, kind: 'not_found' };
  const isPermission = code >= 200 && code <= 299;
  return { code, kind: isPermission ? 'permission_missing' : (KINDS.get(code) ?? 'other') };
}
