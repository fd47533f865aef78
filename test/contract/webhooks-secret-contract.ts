/** The secret that signs deliveries (contract §4.11, §6.4). */
import { keysOf, type WebhooksWorld } from './webhooks-world';

export function describeSigningSecret(world: WebhooksWorld): void {
  const { version, aClient, through, secret, rotate, refused } = world;

  /** v3 also returns the secret in the form of Standard Webhooks (contract §6.4). */
  const standard = version === 'v3' ? { standard_secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) as string } : {};

  describe('signing secret (§4.11, §6.4)', () => {
    it('§4.11: {secret, rotated_at: datetime or null}: created on first use, then unchanged, one per account', async () => {
      const { status, body } = await secret();
      expect([status, body]).toEqual([
        200,
        { secret: expect.stringMatching(/^whsec_[\w-]{43}$/) as string, rotated_at: null, ...standard },
      ]);
      expect((await secret()).body).toEqual(body);
      const other = version === 'v2' ? 'v3' : 'v2';
      expect((await through(other).get(`/${other}/webhooks/secret`)).body['secret']).toBe(body['secret']);
      expect((await secret(await aClient())).body['secret']).not.toBe(body['secret']);
    });

    it('concurrent first requests all get the same secret', async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => secret()));
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    });

    it('§6.4 5.: "issues a new secret"; rotated_at says when', async () => {
      const before = (await secret()).body['secret'];
      const { status, body } = await rotate();
      expect([status, keysOf(body)]).toEqual([200, ['rotated_at', 'secret', ...Object.keys(standard)]]);
      expect(body['secret']).not.toBe(before);
      expect(body['rotated_at']).toMatch(/^\d{4}-/);
      expect((await secret()).body).toEqual(body);
    });

    it('a rotation before the first use creates a secret', async () =>
      expect((await rotate()).body['rotated_at']).toMatch(/^\d{4}-/));

    it('contract §6.4: encrypted at rest', async () => {
      const { body } = await rotate();
      const rows = await world.app.database.query<{ sealed: Buffer }>(
        'select sealed from signing_secret where account_id = $1',
        [world.me.account.accountId],
      );
      expect(rows).toHaveLength(2);
      for (const { sealed } of rows) expect(sealed.includes(String(body['secret']).slice(6, 20))).toBe(false);
      expect(world.app.logLines.filter((line) => JSON.stringify(line).includes(String(body['secret'])))).toEqual([]);
    });

    it('concurrent rotations: each takes effect, one secret is current, and every previous one stays valid for its day', async () => {
      const answers = await Promise.all(Array.from({ length: 8 }, () => rotate()));
      const all = answers.map(({ body }) => body['secret']);
      expect(new Set(all).size).toBe(8);
      expect(all).toContain((await secret()).body['secret']);
      const [row] = await world.app.database.query<{ n: number }>(
        'select count(*) as n from signing_secret where account_id = $1 and valid_until > now()',
        [world.me.account.accountId],
      );
      expect(row?.n).toBe(8);
    });

    it('the nineteenth rotation within a day is the last: 409 conflict, so that the header stays bounded', async () => {
      for (let count = 0; count < 19; count += 1) expect((await rotate()).status).toBe(200);
      refused(await rotate(), 409, 'conflict');
      await world.app.database.query(
        `update signing_secret set valid_until = now() - interval '1 second' where account_id = $1 and valid_until is not null`,
        [world.me.account.accountId],
      );
      expect((await rotate()).status).toBe(200);
    });
  });
}
