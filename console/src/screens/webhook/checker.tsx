import { Button, PasswordInput, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { checkDelivery, type Checked } from '../../lib/check-delivery';
import { formatSpan } from '../../lib/durations';
import { looksLikeSecret } from '../../lib/signature';
import { useForm } from '../../lib/use-form';
import { signInWords } from '../../words/en/sign-in';
import { webhookWords } from '../../words/en/webhook';

const ALLOWED_S = 300;

/** Says which part of a pasted request differs from what was signed. Everything stays in the browser. */
export function Checker({ secret: revealed }: { readonly secret: string | null }) {
  const [checked, setChecked] = useState<Checked | null>(null);
  const secretOf = (typed: string): string => (typed === '' ? (revealed ?? '') : typed);
  const form = useForm({
    initial: { headers: '', body: '', secret: '' },
    check: ({ secret }) => ({
      secret: looksLikeSecret(secretOf(secret).trim()) ? null : webhookWords.checkSecretBad,
    }),
    onSend: ({ headers, body, secret }) => {
      setChecked(null);
      void checkDelivery({ headers, body, secret: secretOf(secret) }, Date.now()).then(setChecked);
    },
  });
  return (
    <form className="checker" noValidate onSubmit={form.submit}>
      <Textarea
        label={webhookWords.checkHeaders}
        description={webhookWords.checkHeadersHelp}
        rows={5}
        spellCheck={false}
        dir="ltr"
        {...form.text('headers')}
      />
      <Textarea
        label={webhookWords.checkBody}
        description={webhookWords.checkBodyHelp}
        rows={6}
        spellCheck={false}
        dir="ltr"
        {...form.text('body')}
      />
      <PasswordInput
        label={webhookWords.checkSecret}
        description={webhookWords.checkSecretHelp}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': signInWords.showPassword, tabIndex: 0 }}
        {...form.text('secret')}
        value={secretOf(form.values.secret)}
      />
      <div className="part-actions">
        <Button type="submit" variant="filled">
          {webhookWords.check}
        </Button>
      </div>
      <div role="status">{checked && <Result checked={checked} />}</div>
    </form>
  );
}

function Result({ checked: { isValid, findings, ageS } }: { readonly checked: Checked }) {
  const isOld = ageS !== null && Math.abs(ageS) > ALLOWED_S;
  const isFine = isValid && !isOld;
  const Shape = isFine ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className={`banner ${isFine ? 'ok-note' : isValid ? 'warn-note' : 'bad'}`}>
      <Shape className="icon" size={16} stroke={1.75} aria-hidden />
      <div>
        {isValid && <b>{webhookWords.checkOk}</b>}
        {findings.map((finding) => (
          <b key={finding}>{webhookWords.findings[finding]}</b>
        ))}
        {isOld && ageS !== null && (
          <p className="sub">{ageS > 0 ? webhookWords.checkOld(formatSpan(ageS)) : webhookWords.checkAhead}</p>
        )}
      </div>
    </div>
  );
}
