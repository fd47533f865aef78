import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { problemFacts } from '../../api/problem';
import { consentQuery, type Consent } from '../../api/queries/connections';
import type { Platform } from '../../api/queries/sources';
import { Loading, Problem } from '../../parts/states';
import { connectWords } from '../../words/en/connect';
import { MatchTable } from './match-table';
import { AccountLink, OperatorLink } from './place-links';
import { TestedTable } from './tested-table';

const accountRoute = getRouteApi('/a/$accountId');
const route = getRouteApi('/a/$accountId/connections/$source');

/** A flow after the return from the platform: refused, failed, reading, matching or tested. */
export function ConsentFlow({ platform, flowId }: { readonly platform: Platform; readonly flowId: number }) {
  const { account } = accountRoute.useRouteContext();
  const flow = useQuery(consentQuery(account.id, flowId));
  if (flow.error && !flow.data) return <Problem {...problemFacts(flow.error)} onRetry={() => void flow.refetch()} />;
  if (!flow.data) return <Loading rows={6} onRetry={() => void flow.refetch()} />;
  return <FlowState platform={platform} flow={flow.data} />;
}

function FlowState({ platform, flow }: { readonly platform: Platform; readonly flow: Consent }) {
  const { step } = route.useSearch();
  const name = platform.display_name;
  switch (flow.state) {
    case 'refused':
      return <Stopped title={connectWords.refusedTitle(name)} text={connectWords.refusedText} />;
    case 'expired':
      return <Stopped title={connectWords.failedTitle} text={connectWords.expired} />;
    case 'waiting':
      return <Stopped title={connectWords.failedTitle} text={connectWords.waiting(name)} />;
    case 'failed':
      return (
        <Stopped
          title={connectWords.failedTitle}
          text={connectWords.reasons[flow.reason ?? ''] ?? connectWords.reasons['platform_error'] ?? ''}
          detail={flow.detail}
          link={<ReasonLink platform={platform} reason={flow.reason ?? ''} />}
        />
      );
    case 'reading':
      return (
        <section className="card before" aria-busy>
          <h2 role="status">{connectWords.reading(flow.read_cards)}</h2>
          <div className="working" aria-hidden />
          <p className="sub">{connectWords.readingText}</p>
        </section>
      );
    default:
      return (
        <>
          {flow.healed > 0 && (
            <div className="banner info" role="status">
              <p>{connectWords.healed(flow.healed)}</p>
            </div>
          )}
          {!flow.is_complete && <p className="sub">{connectWords.cut}</p>}
          {step === 'tested' || flow.state === 'testing' ? (
            <TestedTable flow={flow} />
          ) : (
            <MatchTable key={flow.flow_id} platform={platform} flow={flow} />
          )}
        </>
      );
  }
}

interface StoppedProps {
  readonly title: string;
  readonly text: string;
  readonly detail?: string | null;
  readonly link?: ReactNode;
}

/** Reasons that the operator can remove, and those that the person can in the account at the platform. */
const OF_OPERATOR = new Set(['client_refused', 'redirect_uri_refused', 'interface_closed']);
const OF_ACCOUNT = new Set(['no_lasting_access', 'access_revoked']);

function ReasonLink({ platform, reason }: { readonly platform: Platform; readonly reason: string }) {
  if (OF_OPERATOR.has(reason)) return <OperatorLink platform={platform} />;
  return OF_ACCOUNT.has(reason) ? <AccountLink platform={platform} /> : null;
}

function Stopped({ title, text, detail = null, link }: StoppedProps) {
  const navigate = useNavigate({ from: '/a/$accountId/connections/$source' });
  return (
    <div className="banner bad" role="alert">
      <IconAlertTriangle className="icon" size={16} aria-hidden />
      <div>
        <b>{title}</b>
        <p>
          {text} {link}
        </p>
        {detail !== null && <p className="small">{detail}</p>}
        <Button mt={8} onClick={() => void navigate({ search: { step: 'before' } })}>
          {connectWords.again}
        </Button>
      </div>
    </div>
  );
}
