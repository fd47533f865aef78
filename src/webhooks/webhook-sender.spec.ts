import { X509Certificate } from 'node:crypto';
import { loadConfig } from '@libs/config';
import { GuardedClient } from '@libs/egress';
import { makeCertificate, startTls, type LocalServer } from '@test/support/egress/local-servers';
import { WebhookSender } from './webhook-sender';

/** What an attempt reports of the certificate of its target. */
describe('the certificate of a target', () => {
  const good = makeCertificate('DNS:localhost');
  const expired = makeCertificate('DNS:localhost', { expired: true });
  const title = good === null ? 'skipped: no openssl on this machine' : 'over TLS';
  (good === null ? describe.skip : describe)(title, () => {
    let server: LocalServer;
    afterEach(() => server.stop());

    const sendTo = async (certificate: typeof good, isTrusted = true) => {
      server = await startTls({ ...certificate });
      const origin = `https://localhost:${server.port}`;
      const authorities = isTrusted && certificate !== null ? [certificate.cert] : [];
      const sender = new WebhookSender(loadConfig({}), new GuardedClient({ exemptOrigins: [origin], authorities }));
      const sent = await sender.send(`${origin}/hook`, {}, Buffer.from('{}'));
      sender.onApplicationShutdown();
      return sent;
    };

    it('has its end', async () => {
      const { result, certificateEndsAt } = await sendTo(good);
      expect(result).toMatchObject({ statusCode: 200, error: null });
      expect(certificateEndsAt).toEqual(new Date(new X509Certificate(good?.cert ?? '').validTo));
    });

    it('has ended if it is refused as expired', async () => {
      const before = Date.now();
      const { result, certificateEndsAt } = await sendTo(expired);
      expect(result).toMatchObject({ statusCode: null, error: 'tls' });
      expect(certificateEndsAt?.getTime()).toBeGreaterThanOrEqual(before);
      expect(certificateEndsAt?.getTime()).toBeLessThanOrEqual(Date.now());
    });

    it('is not known if it is refused for another reason', async () => {
      const { result, certificateEndsAt } = await sendTo(good, false);
      expect([result.error, certificateEndsAt]).toEqual(['tls', null]);
    });
  });
});
