import type { INestApplicationContext } from '@nestjs/common';
import { Database, LOCKS } from '@libs/database';
import { AccountsService, KeysService } from '@src/auth';
import packageJson from '../../package.json';
import { readDemoReviews, type DemoLink } from './demo-reviews';
import { seedDemo } from './seed-demo';

/** The keys that a first start creates; they are shown only once. */
export interface FirstStartKeys {
  readonly operator: {
    readonly accountId: number;
    readonly master: string;
    readonly full: string;
    readonly readOnly: string;
  };
  readonly demo: { readonly accountId: number; readonly readOnly: string };
}
/**
 * On a database without accounts, creates the operator's account (with a `master` key in addition to the two keys of every account)
 * and the demo account with its data and its shared `read_only` key (contract §12.1). Uses one transaction, and creates the accounts
 * only once if several processes start concurrently. Returns null if accounts exist. `keep` is called with the keys before the
 * commit: after a crash, stored keys may be invalid, but the keys of an installation are never lost. `threadFile` is that of
 * `readDemoReviews`.
 */
export async function firstStart(
  app: INestApplicationContext,
  keep: (keys: FirstStartKeys) => void = () => undefined,
  threadFile?: string,
): Promise<FirstStartKeys | null> {
  const database = app.get(Database);
  if (await hasAccounts(database)) return null;
  // Read before the transaction, so that the transaction waits only for the database.
  const demoLinks = await readDemoReviews(packageJson.version, threadFile);
  return database.transaction(async () => {
    await database.holdLock(LOCKS.firstStart);
    if (await hasAccounts(database)) return null;
    const operator = await createOperator(app);
    const demo = await createDemo(app, demoLinks);
    keep({ operator, demo });
    return { operator, demo };
  });
}

/** Whether accounts exist, so that this is not the first start. */
export async function hasAccounts(database: Database): Promise<boolean> {
  const [row] = await database.query<{ taken: boolean }>('select exists (select from account_view) as taken');
  return row?.taken ?? false;
}

async function createOperator(app: INestApplicationContext): Promise<FirstStartKeys['operator']> {
  const { account, full, readOnly } = await app.get(AccountsService).create({
    name: 'Operator',
    plan: 'full',
    kind: 'operator',
  });
  const master = await app.get(KeysService).issue(account.id, 'master');
  return { accountId: account.id, master: master.key, full: full.key, readOnly: readOnly.key };
}

/** Creates the demo account. Its key may be shared, so the account has no key with write access. */
async function createDemo(app: INestApplicationContext, links: readonly DemoLink[]): Promise<FirstStartKeys['demo']> {
  const { account, full, readOnly } = await app.get(AccountsService).create({
    name: 'Demo',
    plan: 'full',
    kind: 'demo',
  });
  await app.get(KeysService).revoke(full.keyId);
  await seedDemo(app, account.id, links);
  return { accountId: account.id, readOnly: readOnly.key };
}
