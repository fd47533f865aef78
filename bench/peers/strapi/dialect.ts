/** The feed through the API that Strapi generates from its content type, and how its table is filled with the product's reviews. */
import type { LoadRequest } from '../../load/generator';
import { feedParametersOf, type Dialect } from '../dialect';

export const STRAPI_SCHEMA = 'strapi';

interface Answer {
  readonly data: readonly { readonly id: number }[];
  readonly meta: { readonly pagination: { readonly total: number } };
}

export const STRAPI: Dialect = {
  translate(request: LoadRequest): LoadRequest {
    const { accountId, objectId, limit, offset } = feedParametersOf(request);
    const filters = `filters[account_id][$eq]=${accountId}&filters[object_id][$eq]=${objectId}&filters[is_shown][$eq]=true`;
    const page = `pagination[start]=${offset}&pagination[limit]=${limit}&pagination[withCount]=true`;
    return { path: `/api/reviews?${filters}&sort[0]=review_date:desc&sort[1]=id:desc&${page}`, key: '' };
  },
  page(answer: unknown) {
    const { data, meta } = answer as Answer;
    return { data, total: meta.pagination.total };
  },
};

/** Before the start of Strapi: creates its schema. */
export const STRAPI_PREPARE = [
  `drop schema if exists ${STRAPI_SCHEMA} cascade`,
  `create schema ${STRAPI_SCHEMA}`,
] as const;

/**
 * After the start of Strapi: inserts all reviews of these objects, with the product's ids and visibility, and creates the index
 * that the request needs.
 */
export function strapiLoad(objectIds: readonly number[]): readonly string[] {
  const table = `${STRAPI_SCHEMA}.reviews`;
  return [
    `insert into ${table} (id, document_id, account_id, object_id, link_id, source_id, external_review_id, author, text,
       review_date, rating_original, rating, review_url, reply_text, reply_date, images, videos, deleted_at, last_seen_at,
       hidden_at, pin_position, is_shown, positive, negative, created_at, updated_at, published_at)
     select id, substr(md5(id::text), 1, 24), account_id, object_id, link_id, source_id, external_id, author, text,
       review_date, rating_original, rating / 100::float8, review_url, reply_text, reply_date, images, videos, deleted_at, seen_at,
       hidden_at, pin_position, deleted_at is null and hidden_at is null and pin_position is null, positive, negative,
       first_seen_at, updated_at, first_seen_at
     from public.review where object_id in (${objectIds.join()})`,
    `create index on ${table} (account_id, object_id, review_date desc, id desc) where is_shown`,
    `vacuum (analyze) ${table}`,
  ];
}

export const STRAPI_DROP = `drop schema if exists ${STRAPI_SCHEMA} cascade`;
