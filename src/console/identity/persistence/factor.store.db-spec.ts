import { whileRowsAreLocked } from '@test/support/held-rows';
import { storeFixture } from '@test/support/store-fixture';
import { FactorStore } from './factor.store';

it('a passkey is asked to sign without waiting for a request that deletes expired challenges (contract §4.15)', async () => {
  const { database, close } = await storeFixture();
  try {
    const factors = new FactorStore(database);
    const digestOf = (n: number): Buffer => Buffer.alloc(32, n);
    await database.query(
      `insert into passkey_challenge (digest, purpose, expires_at)
       select digest, 'sign_in', now() - interval '1 second' from unnest($1::bytea[]) x (digest)`,
      [[digestOf(1), digestOf(2)]],
    );
    const lock = 'select from passkey_challenge where digest = $1 for update';
    await whileRowsAreLocked(database, lock, [digestOf(1)], () =>
      factors.insertChallenge(digestOf(3), 'sign_in', null),
    );
    // The other request deletes the row that it has locked.
    expect(await database.query('select digest from passkey_challenge order by digest')).toEqual([
      { digest: digestOf(1) },
      { digest: digestOf(3) },
    ]);
    expect(await factors.useChallenge(digestOf(3), 'sign_in', null)).toBe(true);
  } finally {
    await close();
  }
});
