import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconFingerprint } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { signatureFor } from '../../api/queries/factors';
import { proveSecondFactor, waitingFactorsQuery, type SecondFactor } from '../../api/queries/session';
import { Mark } from '../../frame/mark';
import { canUsePasskeys, isDeclined } from '../../lib/passkeys';
import { missing, useForm } from '../../lib/use-form';
import { Alert } from '../../parts/alert';
import { factorsWords } from '../../words/en/factors';
import { secondFactorWords } from '../../words/en/second-factor';
import { signInWords } from '../../words/en/sign-in';
import '../../parts/sign-in-form.css';

const route = getRouteApi('/second-factor');

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondFactorScreen() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isRecovery, setRecovery] = useState(false);
  const attempt = useMutation({
    mutationFn: async (proof: SecondFactor | 'passkey') =>
      proveSecondFactor(proof === 'passkey' ? { passkey: await signatureFor('second_factor') } : proof),
    onSuccess: async () => {
      queries.clear();
      await navigate({ to: next ?? '/' });
    },
    onError: () => {
      form.select('code');
    },
  });
  const hasPasskey = useHasPasskey(next);
  const form = useForm({
    initial: { code: '' },
    check: ({ code }) => ({ code: missing(code, secondFactorWords.missing) }),
    onSend: ({ code }) =>
      attempt.mutate(isRecovery ? { recovery_code: code.trim() } : { totp: code.replaceAll(/\s/g, '') }),
  });
  return (
    <main className="sign-in">
      <title>{secondFactorWords.title}</title>
      <form className="card" noValidate onSubmit={form.submit}>
        <Mark />
        <h1>{secondFactorWords.title}</h1>
        <Alert text={attempt.error && messageOf(attempt.error)} />
        <TextInput
          label={isRecovery ? secondFactorWords.recovery : secondFactorWords.code}
          description={isRecovery ? null : secondFactorWords.codeHelp}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          {...form.text('code')}
        />
        <Button type="submit" variant="filled" loading={attempt.isPending}>
          {secondFactorWords.submit}
        </Button>
        {hasPasskey && (
          <Button leftSection={<IconFingerprint size={16} aria-hidden />} onClick={() => attempt.mutate('passkey')}>
            {secondFactorWords.passkey}
          </Button>
        )}
        <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? secondFactorWords.useCode : secondFactorWords.useRecovery}
        </Button>
      </form>
    </main>
  );
}

/** Whether the sign-in can continue with a passkey. Without a session that waits for a factor, the page leads to the sign-in. */
function useHasPasskey(next: string | undefined): boolean {
  const navigate = useNavigate();
  const waiting = useQuery(waitingFactorsQuery);
  const isWithoutSession = waiting.error instanceof ApiProblem && waiting.error.status === 401;
  useEffect(() => {
    if (isWithoutSession) void navigate({ to: '/sign-in', search: { next } });
  }, [isWithoutSession, navigate, next]);
  return canUsePasskeys() && waiting.data?.kinds.includes('passkey') === true;
}

function messageOf(error: Error): string {
  if (isDeclined(error)) return factorsWords.notSigned;
  if (error instanceof ApiProblem && error.status === 401) return secondFactorWords.wrong;
  if (error instanceof ApiProblem && error.status === 429) return signInWords.rateLimited(error.retryAfter ?? 60);
  return problemFacts(error).text;
}
