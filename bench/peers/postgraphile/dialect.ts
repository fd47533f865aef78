/** The feed through the API that PostGraphile generates from the product's tables, and the index that its order needs. */
import type { LoadRequest } from '../../load/generator';
import { feedParametersOf, type Dialect } from '../dialect';

const QUERY = `query ($account: BigInt!, $object: BigInt!, $limit: Int!, $offset: Int!) {
  page: allReviews(
    condition: {accountId: $account, objectId: $object, deletedAt: null, hiddenAt: null, pinPosition: null}
    orderBy: [REVIEW_DATE_DESC, ID_DESC], first: $limit, offset: $offset
  ) {
    totalCount
    nodes {
      id objectId linkId sourceId externalId author text reviewDate ratingOriginal rating reviewUrl replyText replyDate
      images videos deletedAt seenAt updatedAt hiddenAt pinPosition positive negative
    }
  }
}`;

interface Answer {
  readonly data: {
    readonly page: { readonly totalCount: number; readonly nodes: readonly { readonly id: string }[] };
  };
}

export const POSTGRAPHILE: Dialect = {
  translate(request: LoadRequest): LoadRequest {
    const { accountId, objectId, limit, offset } = feedParametersOf(request);
    const variables = { account: String(accountId), object: String(objectId), limit, offset };
    return { path: '/graphql', key: '', body: JSON.stringify({ query: QUERY, variables }) };
  },
  page(answer: unknown) {
    const { page } = (answer as Answer).data;
    return { data: page.nodes, total: page.totalCount };
  },
};

/**
 * PostGraphile's `DESC` sorts missing dates first, which no index of the product supports: without this index it sorts all
 * reviews of the object.
 */
export const POSTGRAPHILE_INDEX = {
  create: `create index bench_postgraphile on review (account_id, object_id, review_date desc, id desc)
    where deleted_at is null and hidden_at is null and pin_position is null`,
  drop: 'drop index if exists bench_postgraphile',
} as const;
