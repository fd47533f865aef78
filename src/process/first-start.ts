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
 * On a database without accounts: creates the operator's account (with a `master` key besides the two that every account gets)
 * and the demo account with its data and its shared `read_only` key (contract §12.1), in one transaction, and only once if many
 * processes start concurrently. Null where accounts exist. `keep` is called with the keys before they are committed: a crash may
 * leave keys that are not valid, and never an installation whose keys are lost.
 */
export async function firstStart(
  app: INestApplicationContext,
  keep: (keys: FirstStartKeys) => void = () => undefined,
): Promise<FirstStartKeys | null> {
  const database = app.get(Database);
  if (await hasAccounts(database)) return null;
  // Read before the transaction begins: a transaction waits for nothing but the database.
  const demoLinks = await readDemoReviews(packageJson.version);
  return database.transaction(async () => {
    await database.holdLock(LOCKS.firstStart);
    if (await hasAccounts(database)) return null;
    const operator = await makeOperator(app);
    const demo = await makeDemo(app, demoLinks);
    keep({ operator, demo });
    return { operator, demo };
  });
}

/** Whether accounts exist: this is not the first start. */
export async function hasAccounts(database: Database): Promise<boolean> {
  const [row] = await database.query<{ taken: boolean }>('select exists (select from account) as taken');
  return row?.taken ?? false;
}

async function makeOperator(app: INestApplicationContext): Promise<FirstStartKeys['operator']> {
  const { account, full, readOnly } = await app.get(AccountsService).create({ name: 'Operator', plan: 'full' });
  const master = await app.get(KeysService).issue(account.id, 'master');
  return { accountId: account.id, master: master.key, full: full.key, readOnly: readOnly.key };
}

/** The demo key is meant to be shared, so that the account has no key with write access. */
async function makeDemo(app: INestApplicationContext, links: readonly DemoLink[]): Promise<FirstStartKeys['demo']> {
  const { account, full, readOnly } = await app.get(AccountsService).create({ name: 'Demo', plan: 'full' });
  await app.get(KeysService).revoke(full.keyId);
  await seedDemo(app, account.id, links);
  return { accountId: account.id, readOnly: readOnly.key };
}
