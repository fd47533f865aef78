/** The secret that signs deliveries (contract §4.11, §6.4). */
import { keysOf, type WebhooksFixture } from './webhooks-fixture';

export function describeSigningSecret(fixture: WebhooksFixture): void {
  const { version, aClient, clientOf, secret, rotate, expectError } = fixture;

  /** v3 also returns the secret in the format of Standard Webhooks (contract §6.4). */
  const standard = version === 'v3' ? { standard_secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string } : {};

  describe('the signing secret (contract §4.11, §6.4)', () => {
    it('contract §4.11: is created by the first request, stays the same, and is shared by both versions of an account', async () => {
      const { status, body } = await secret();
      expect([status, body]).toEqual([
        200,
        { secret: expect.stringMatching(/^whsec_[\w-]{43}$/) as string, rotated_at: null, ...standard },
      ]);
      expect((await secret()).body).toEqual(body);
      const other = version === 'v2' ? 'v3' : 'v2';
      expect((await clientOf(other).get(`/${other}/webhooks/secret`)).body['secret']).toBe(body['secret']);
      expect((await secret(await aClient())).body['secret']).not.toBe(body['secret']);
    });

    it('concurrent first requests get the same secret', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => secret()));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('contract §6.4 5.: a rotation issues a new secret and sets rotated_at', async () => {
      const before = (await secret()).body['secret'];
      const { status, body } = await rotate();
      expect([status, keysOf(body)]).toEqual([200, ['rotated_at', 'secret', ...Object.keys(standard)]]);
      expect(body['secret']).not.toBe(before);
      expect(body['rotated_at']).toMatch(/^\d{4}-/);
      expect((await secret()).body).toEqual(body);
    });

    it('a rotation without a secret creates one', async () =>
      expect((await rotate()).body['rotated_at']).toMatch(/^\d{4}-/));

    it('contract §6.4: is stored encrypted and is not logged', async () => {
      const { body } = await rotate();
      const rows = await fixture.app.database.query<{ sealed: Buffer }>(
        'select sealed from signing_secret where account_id = $1',
        [fixture.me.account.accountId],
      );
      expect(rows).toHaveLength(2);
      for (const { sealed } of rows) expect(sealed.includes(String(body['secret']).slice(6, 20))).toBe(false);
      expect(fixture.app.logLines.filter((line) => JSON.stringify(line).includes(String(body['secret'])))).toEqual([]);
    });

    it('concurrent rotations each issue a secret; one is current, and the others stay valid for a day', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => rotate()));
      const all = answers.map(({ body }) => body['secret']);
      expect(new Set(all).size).toBe(8);
      expect(all).toContain((await secret()).body['secret']);
      const [row] = await fixture.app.database.query<{ n: number }>(
        'select count(*) as n from signing_secret where account_id = $1 and valid_until > now()',
        [fixture.me.account.accountId],
      );
      expect(row?.n).toBe(8);
    });

    it('the twentieth rotation within a day gives 409 conflict, which limits the size of the header', async () => {
      for (let count = 0; count < 19; count += 1) expect((await rotate()).status).toBe(200);
      expectError(await rotate(), 409, 'conflict');
      await fixture.app.database.query(
        `update signing_secret set valid_until = now() - interval '1 second' where account_id = $1 and valid_until is not null`,
        [fixture.me.account.accountId],
      );
      expect((await rotate()).status).toBe(200);
    });
  });
}
