import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { mayActAs } from '../../api/queries/session';
import { Segments } from '../../parts/segments';
import { CodeBlock } from '../../parts/code-block';
import { CopyButton } from '../../parts/copy-button';
import { webhookWords } from '../../words/en/webhook';
import { Checker } from './checker';
import { Secret } from './secret';
import { VERIFY_CODE } from './verify-code';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/webhooks/$webhookId/verify');

const LANGUAGE_NAMES = { javascript: 'JavaScript', python: 'Python', php: 'PHP', ruby: 'Ruby', go: 'Go' } as const;

/** The secret, code that checks signatures, and a comparison of a request that was refused. */
export function WebhookVerify() {
  const { account } = accountRoute.useRouteContext();
  const { language = 'javascript' } = route.useSearch();
  const navigate = route.useNavigate();
  const [secret, setSecret] = useState<string | null>(null);
  const code = VERIFY_CODE[language];
  return (
    <div className="verify">
      <section className="card verify-card">
        <h2>{webhookWords.secretTitle}</h2>
        <p className="sub">{webhookWords.secretAbout}</p>
        {mayActAs(account.role, 'member') ? (
          <Secret onReveal={setSecret} />
        ) : (
          <p className="sub">{webhookWords.secretViewer}</p>
        )}
      </section>
      <section className="card verify-card">
        <h2>{webhookWords.codeTitle}</h2>
        <p className="sub">{webhookWords.codeAbout}</p>
        <div className="part-actions">
          <Segments
            label={webhookWords.language}
            value={language}
            choices={LANGUAGE_NAMES}
            onChoose={(next) =>
              void navigate({ search: { language: next === 'javascript' ? undefined : next }, replace: true })
            }
          />
          <CopyButton text={code} label={webhookWords.copy} copiedLabel={webhookWords.copied} />
        </div>
        <CodeBlock label={LANGUAGE_NAMES[language]} text={code} />
      </section>
      <section className="card verify-card">
        <h2>{webhookWords.checkTitle}</h2>
        <p className="sub">{webhookWords.checkAbout}</p>
        <Checker secret={secret} />
      </section>
    </div>
  );
}
