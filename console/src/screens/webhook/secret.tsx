import { Button, Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { revealSecret, rotateSecret } from '../../api/queries/webhooks';
import { ageOf, formatSpan } from '../../lib/durations';
import { formatWhen } from '../../lib/format';
import { CopyButton } from '../../parts/copy-button';
import { WriteButton } from '../../parts/write-button';
import { webhookWords } from '../../words/en/webhook';

const accountRoute = getRouteApi('/a/$accountId');
const OVERLAP_S = 24 * 3_600;

type Shown = Awaited<ReturnType<typeof revealSecret>>;

/** The signing secret, revealed and rotated with a proof. It is gone when the screen is left. */
export function Secret({ onReveal }: { readonly onReveal: (secret: string | null) => void }) {
  const { account } = accountRoute.useRouteContext();
  const [shown, setShown] = useState<Shown | null>(null);
  const [isRotating, setRotating] = useState(false);
  const keep = (next: Shown | null): void => {
    setShown(next);
    onReveal(next?.secret ?? null);
  };
  const reveal = useMutation({ mutationFn: () => revealSecret(account.id), onSuccess: keep, gcTime: 0 });
  return (
    <>
      {shown !== null && (
        <dl className="secrets">
          <SecretRow name={webhookWords.secretHex} value={shown.secret} />
          <SecretRow name={webhookWords.secretStandard} value={shown.standard_secret} />
        </dl>
      )}
      {shown !== null && <p className="small sub">{sentenceOf(shown)}</p>}
      <div className="part-actions">
        {shown === null ? (
          <WriteButton loading={reveal.isPending} onClick={() => reveal.mutate()}>
            {webhookWords.reveal}
          </WriteButton>
        ) : (
          <Button onClick={() => keep(null)}>{webhookWords.hide}</Button>
        )}
        <Button onClick={() => setRotating(true)}>{webhookWords.rotate}</Button>
      </div>
      {reveal.error && (
        <p role="alert" className="refused small">
          {problemFacts(reveal.error).text}
        </p>
      )}
      <Rotate isOpen={isRotating} onRotate={keep} onClose={() => setRotating(false)} />
    </>
  );
}

interface RotateProps {
  readonly isOpen: boolean;
  readonly onRotate: (shown: Shown) => void;
  readonly onClose: () => void;
}

function Rotate({ isOpen, onRotate, onClose }: RotateProps) {
  const { account } = accountRoute.useRouteContext();
  const rotate = useMutation({
    mutationFn: () => rotateSecret(account.id),
    gcTime: 0,
    onSuccess: (next) => {
      onRotate(next);
      onClose();
    },
  });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={webhookWords.rotateTitle}
      closeButtonProps={{ 'aria-label': webhookWords.cancel }}
      centered
    >
      <div className="dialog-form">
        <p className="sub">{webhookWords.rotateLoss}</p>
        {rotate.error && (
          <p role="alert" className="refused small">
            {problemFacts(rotate.error).text}
          </p>
        )}
        <div className="dialog-actions">
          <Button onClick={onClose}>{webhookWords.cancel}</Button>
          <WriteButton variant="filled" loading={rotate.isPending} onClick={() => rotate.mutate()}>
            {webhookWords.rotate}
          </WriteButton>
        </div>
      </div>
    </Modal>
  );
}

function SecretRow({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <code dir="ltr">{value}</code>
        <CopyButton text={value} name={name} label={webhookWords.copy} copiedLabel={webhookWords.copied} />
      </dd>
    </div>
  );
}

function sentenceOf({ rotated_at: rotatedAt }: Shown): string {
  if (rotatedAt === null) return webhookWords.neverRotated;
  const leftS = OVERLAP_S - Math.max(1, ageOf(rotatedAt));
  return leftS > 0 ? webhookWords.oldValid(formatSpan(leftS)) : webhookWords.rotated(formatWhen(rotatedAt));
}
