/** The part of Wildberries' API for sellers that concerns reviews: addresses, credentials, response formats and errors. */
import { z } from 'zod';
import { credentialField, type CredentialField } from '../../connecting';
import { AccessRevoked, publishFailure, type FailureContext } from '../../publish-errors';
import type { Credentials, PublishRequest, PublishTools } from '../../publisher';
import type { PublishResponse } from '../../source-http';

export const PLATFORM = 'Wildberries';

export const CREDENTIAL_FIELDS: readonly CredentialField[] = [
  credentialField(
    'token',
    'A personal token of the category "Feedbacks and Questions" with write access. Made on seller.wildberries.ru under Settings > Access to API.',
  ),
];

const API = 'https://feedbacks-api.wildberries.ru/api/v1';
/** The address of replies; the review is named in the body. */
export const ANSWER_URL = `${API}/feedbacks/answer`;

export interface ListRequest {
  readonly article: string;
  /** Whether the seller has processed the reviews: they have a reply, or stars only. */
  readonly isAnswered: boolean;
  readonly take: number;
  readonly skip: number;
}

export function listUrl({ article, isAnswered, take, skip }: ListRequest): string {
  const query = { isAnswered: String(isAnswered), nmId: article, take: String(take), skip: String(skip) };
  return `${API}/feedbacks?${new URLSearchParams({ ...query, order: 'dateDesc' }).toString()}`;
}

export const reviewUrl = (reviewId: string): string => `${API}/feedback?${new URLSearchParams({ id: reviewId })}`;

const text = z.string().nullish();

export const sellerReviewShape = z.looseObject({
  id: z.string().min(1),
  userName: text,
  text,
  pros: text,
  cons: text,
  productValuation: z.number().nullish(),
  createdDate: text,
  photoLinks: z.array(z.looseObject({ fullSize: text, miniSize: text })).nullish(),
  video: z.looseObject({ link: text, previewImage: text, durationSec: z.number().nullish() }).nullish(),
  answer: z.looseObject({ text, state: text, editable: z.boolean().nullish() }).nullish(),
  productDetails: z.looseObject({ nmId: z.number().int().nullish(), productName: text }).nullish(),
});

export type SellerReview = z.infer<typeof sellerReviewShape>;

export const sellerListShape = z.looseObject({ data: z.looseObject({ feedbacks: z.array(z.unknown()) }) });

export const singleShape = z.looseObject({ data: sellerReviewShape.nullish() });

/** The token, if it can be sent as a header; else null. */
export function tokenOf({ token = '' }: Credentials): string | null {
  return /^[\x21-\x7e]+$/.test(token.trim()) ? token.trim() : null;
}

/** Sends a request of a publisher. Throws `AccessRevoked` if the token cannot be sent. */
export async function call(tools: PublishTools, url: string, request: PublishRequest = {}): Promise<PublishResponse> {
  const authorization = tokenOf(tools.credentials);
  if (authorization === null) throw new AccessRevoked('`token` must be a token of Wildberries');
  return tools.http.request(url, { ...request, headers: { ...request.headers, authorization } });
}

/** The error of a response. Uses only the status: the message of Wildberries may repeat parts of the request. */
export function failureOf(response: PublishResponse, { requestKind }: Pick<FailureContext, 'requestKind'>): Error {
  return publishFailure(response, { platform: PLATFORM, requestKind });
}
