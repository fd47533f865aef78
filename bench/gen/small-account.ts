/** A separate account for cells that write, so that their data does not affect other cells. */
import type { IntakeTarget } from '@src/reviews';
import type { Product } from '../product';

export interface SmallAccount {
  readonly accountId: number;
  readonly key: string;
  readonly objectIds: readonly number[];
  /** Links of the first object first. */
  readonly links: readonly IntakeTarget[];
}

export interface SmallAccountPlan {
  readonly plan: 'full' | 'trial';
  readonly objects: number;
  readonly linksPerObject: number;
}

export async function makeSmallAccount(product: Product, wanted: SmallAccountPlan): Promise<SmallAccount> {
  const { database } = product;
  const { account, readOnly } = await product.accounts.create({ name: 'Bench', plan: wanted.plan });
  const objects = await database.query<{ id: number }>(
    `insert into tracked_object (account_id, name) select $1, 'Object ' || n from generate_series(1, $2::int) n returning id`,
    [account.id, wanted.objects],
  );
  const runId = await makeRun(product, account.id);
  const links = await database.query<{ id: number; object_id: number; source_id: number }>(
    `insert into link (account_id, object_id, source_id, url)
     select $1, o.id, s.id, 'https://reviews.example/' || o.id || '/' || s.id
     from unnest($2::bigint[]) o (id) cross join (select id from source order by id limit $3) s
     order by o.id, s.id returning id, object_id, source_id`,
    [account.id, objects.map((object) => object.id), wanted.linksPerObject],
  );
  return {
    accountId: account.id,
    key: readOnly.key,
    objectIds: objects.map((object) => object.id),
    links: links.map((link) => ({
      accountId: account.id,
      objectId: link.object_id,
      linkId: link.id,
      sourceId: link.source_id,
      runId,
      rawPrivacy: { names: [], drop: [] },
      contentDays: null,
    })),
  };
}

/** Creates a run, which the intake of reviews needs. */
export async function makeRun(product: Product, accountId: number): Promise<number> {
  const [run] = await product.database.query<{ id: number }>(
    `insert into run (account_id, cause, finished_at) values ($1, 'first', clock_timestamp()) returning id`,
    [accountId],
  );
  return run?.id ?? 0;
}

/** Creates a folder with these objects, which must belong to the account. */
export async function makeFolder(product: Product, accountId: number, objectIds: readonly number[]): Promise<number> {
  const [folder] = await product.database.query<{ id: number }>(
    `insert into folder (account_id, name) values ($1, 'Chain') returning id`,
    [accountId],
  );
  await product.database.query(
    'insert into folder_object (account_id, folder_id, object_id) select $1, $2, unnest($3::bigint[])',
    [accountId, folder?.id ?? 0, objectIds],
  );
  return folder?.id ?? 0;
}
