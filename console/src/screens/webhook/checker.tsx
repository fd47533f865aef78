import { Button, PasswordInput, Textarea } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useState, type SubmitEvent } from 'react';
import { checkDelivery, type Checked } from '../../lib/check-delivery';
import { formatSpan } from '../../lib/durations';
import { looksLikeSecret } from '../../lib/signature';
import { words } from '../../words/en';

const ALLOWED_S = 300;

/** Says which part of a pasted request differs from what was signed. Everything stays in the browser. */
export function Checker({ secret: revealed }: { readonly secret: string | null }) {
  const [headers, setHeaders] = useState('');
  const [body, setBody] = useState('');
  const [typed, setTyped] = useState('');
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isSent, setSent] = useState(false);
  const secret = typed === '' ? (revealed ?? '') : typed;
  const isSecret = looksLikeSecret(secret.trim());
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    setChecked(null);
    if (isSecret) void checkDelivery({ headers, body, secret }, Date.now()).then(setChecked);
  };
  return (
    <form className="checker" noValidate onSubmit={submit}>
      <Textarea
        label={words.webhook.checkHeaders}
        description={words.webhook.checkHeadersHelp}
        rows={5}
        spellCheck={false}
        dir="ltr"
        value={headers}
        onChange={(event) => setHeaders(event.currentTarget.value)}
      />
      <Textarea
        label={words.webhook.checkBody}
        description={words.webhook.checkBodyHelp}
        rows={6}
        spellCheck={false}
        dir="ltr"
        value={body}
        onChange={(event) => setBody(event.currentTarget.value)}
      />
      <PasswordInput
        label={words.webhook.checkSecret}
        description={words.webhook.checkSecretHelp}
        autoComplete="off"
        visibilityToggleButtonProps={{ 'aria-label': words.signIn.showPassword, tabIndex: 0 }}
        error={isSent && !isSecret ? words.webhook.checkSecretBad : null}
        value={typed === '' && revealed !== null ? revealed : typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div className="part-actions">
        <Button type="submit" variant="filled">
          {words.webhook.check}
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
        {isValid && <b>{words.webhook.checkOk}</b>}
        {findings.map((finding) => (
          <b key={finding}>{words.webhook.findings[finding]}</b>
        ))}
        {isOld && ageS !== null && (
          <p className="sub">{ageS > 0 ? words.webhook.checkOld(formatSpan(ageS)) : words.webhook.checkAhead}</p>
        )}
      </div>
    </div>
  );
}
