/** A trial account's page of a link with very many reviews, compared with its page of a link with few: both show the latest reviews. */
import { TRIAL_PAGE } from '../anchors/page-sql';
import type { BenchRun, BenchSetup } from '../bench-run';
import { contest } from '../contest';
import { isSamePage, pageOf, type PageEssence } from '../equal';
import type { LoadedObject } from '../gen/load-dataset';
import { makeSmallAccount } from '../gen/small-account';
import type { LoadRequest } from '../load/generator';
import { ratioOf } from '../measure/rounds';
import { readerOf } from '../measure/service-time';
import type { IntakeTarget } from '@src/reviews';
import type { VariantServer } from '../variant-server';

const SMALL = 1_000;
const COPIED = `review_date, reply_date, first_seen_at, updated_at, seen_at, deleted_at, hidden_at, rating, date_precision, is_native,
  content_hash, rating_original, author, review_url, text, reply_text, images`;

export async function measureTrial(run: BenchRun, setup: BenchSetup, ours: VariantServer): Promise<void> {
  const { trialReviews } = run.options.profile;
  const account = await makeSmallAccount(setup.product, { plan: 'trial', objects: 2, linksPerObject: 1 });
  const [large, small] = account.links as [IntakeTarget, IntakeTarget];
  await copyHotReviews(setup, large, trialReviews);
  await copyHotReviews(setup, small, SMALL);
  await setup.product.runUnlimited([
    'vacuum (analyze) review',
    'analyze link_stat',
    'analyze link_month',
    'analyze link_total',
  ]);

  const request = (what: string, { objectId }: IntakeTarget): LoadRequest => ({
    path: `/v3/${what}?object_id=${objectId}`,
    key: account.key,
  });
  let unequal: string | null = null;
  for (const link of [large, small]) {
    const page = await pageOf(ours, request('reviews', link));
    if (!isSamePage(page, await expectedPage(setup, link)))
      unequal = `the trial's page of link ${link.linkId} does not show its latest reviews`;
  }
  for (const [id, what] of [
    ['trial.page', 'reviews'],
    ['trial.summary', 'analytics'],
  ] as const) {
    const { rounds, cpu } = await contest(run, `${id}.of-${trialReviews}`, {
      large: { server: ours, requests: [request(what, large)] },
      small: { server: ours, requests: [request(what, small)] },
    });
    run.evaluate(id, ratioOf(rounds.small, rounds.large), { unequal, cpu: cpu.large / cpu.small });
  }
}

/** Copies up to `wanted` reviews of the hot object to another link. */
async function copyHotReviews(setup: BenchSetup, link: IntakeTarget, wanted: number): Promise<void> {
  const hot = setup.dataset.objects[0] as LoadedObject;
  await setup.product.runUnlimited([
    `insert into account_change (account_id, change_seq, changed_at) values (${link.accountId}, ${wanted}, clock_timestamp())
     on conflict (account_id) do update set change_seq = account_change.change_seq + ${wanted}`,
    `insert into review (account_id, object_id, link_id, source_id, change_seq, external_id, ${COPIED})
     select ${link.accountId}, ${link.objectId}, ${link.linkId}, ${link.sourceId}, row_number() over (), id::text, ${COPIED}
     from review where account_id = ${hot.accountId} and object_id = ${hot.objectId} order by id limit ${wanted}`,
  ]);
}

async function expectedPage(
  { product }: BenchSetup,
  { accountId, objectId, linkId }: IntakeTarget,
): Promise<PageEssence> {
  const { entitlements } = await readerOf(product, accountId);
  const [page] = await product.database.query<PageEssence>(TRIAL_PAGE, [
    accountId,
    objectId,
    linkId,
    entitlements.visibleReviewsPerLink,
  ]);
  return { total: page?.total ?? 0, ids: (page?.ids ?? []).map(Number) };
}
