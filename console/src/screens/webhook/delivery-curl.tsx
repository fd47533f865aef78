import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { problemFacts } from '../../api/problem';
import type { WholeDelivery } from '../../api/queries/deliveries';
import { mayActAs } from '../../api/queries/session';
import { revealSecret, webhookQuery } from '../../api/queries/webhooks';
import { formatSeconds } from '../../lib/format';
import { plainSignature, standardSignature } from '../../lib/signature';
import { wireOf } from '../../lib/since';
import { CodeBlock } from '../../parts/code-block';
import { CopyButton } from '../../parts/copy-button';
import { WriteButton } from '../../parts/write-button';
import { webhookWords } from '../../words/en/webhook';

const accountRoute = getRouteApi('/a/$accountId');

/** In the command for a delivery of a listener, whose receiver the service does not know. */
const LOCAL_RECEIVER = 'http://localhost:9000/hook';

interface Signatures {
  readonly timestamp: string;
  readonly plain: string;
  readonly standard: string;
}

/** A delivery whose body is still kept. */
type KeptDelivery = WholeDelivery & { readonly body: string };

/** The command that sends the same request; it is signed on request, which needs a proof. */
export function DeliveryCurl({ delivery }: { readonly delivery: KeptDelivery }) {
  const { account } = accountRoute.useRouteContext();
  const { data: webhook } = useQuery(webhookQuery(account.id, delivery.webhook_id));
  const sign = useMutation({
    mutationFn: async (): Promise<Signatures> => {
      const { secret } = await revealSecret(account.id);
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signed = { id: String(delivery.delivery_id), timestamp, body: delivery.body };
      return {
        timestamp,
        plain: await plainSignature(secret, signed),
        standard: await standardSignature(secret, signed),
      };
    },
  });
  if (webhook === undefined) return null;
  const command = commandOf(webhook.target ?? LOCAL_RECEIVER, delivery, sign.data ?? null);
  return (
    <section className="panel-part">
      <header className="part-head">
        <p className="small sub">
          {sign.data
            ? webhookWords.curlSigned(formatSeconds(wireOf(Number(sign.data.timestamp) * 1000)))
            : webhookWords.curlUnsigned}
        </p>
      </header>
      <div className="part-actions">
        {mayActAs(account.role, 'member') && (
          <WriteButton loading={sign.isPending} onClick={() => sign.mutate()}>
            {webhookWords.sign}
          </WriteButton>
        )}
        <CopyButton text={command} label={webhookWords.copy} copiedLabel={webhookWords.copied} />
      </div>
      {sign.error && (
        <p role="alert" className="refused small">
          {problemFacts(sign.error).text}
        </p>
      )}
      <CodeBlock label={webhookWords.curl} text={command} />
    </section>
  );
}

function commandOf(target: string, delivery: KeptDelivery, signatures: Signatures | null): string {
  const id = String(delivery.delivery_id);
  const headers = [
    ['Content-Type', 'application/json'],
    ['X-Hrev-Event', delivery.event],
    ['X-Hrev-Delivery-Id', id],
    ['webhook-id', id],
    ...(signatures === null
      ? []
      : [
          ['X-Hrev-Timestamp', signatures.timestamp],
          ['X-Hrev-Signature', `sha256=${signatures.plain}`],
          ['webhook-timestamp', signatures.timestamp],
          ['webhook-signature', `v1,${signatures.standard}`],
        ]),
  ];
  return [
    'curl -X POST',
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    `--data-binary ${quoted(delivery.body)}`,
    quoted(target),
  ].join(' \\\n  ');
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
