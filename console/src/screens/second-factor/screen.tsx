import { Button, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { proveSecondFactor } from '../../api/queries/session';
import { Mark } from '../../frame/mark';
import { words } from '../../words/en';
import '../../parts/sign-in-form.css';

const route = getRouteApi('/second-factor');

/** The second step of a sign-in: a code of the app, or a recovery code. */
export function SecondFactorScreen() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [isRecovery, setRecovery] = useState(false);
  const [code, setCode] = useState('');
  const [isSent, setSent] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const attempt = useMutation({
    mutationFn: () =>
      proveSecondFactor(isRecovery ? { recovery_code: code.trim() } : { totp: code.replaceAll(/\s/g, '') }),
    onSuccess: async () => {
      queries.clear();
      await navigate({ to: next ?? '/' });
    },
    onError: () => field.current?.select(),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (code.trim() === '') field.current?.focus();
    else attempt.mutate();
  };
  return (
    <main className="sign-in">
      <title>{words.secondFactor.title}</title>
      <form className="card" noValidate onSubmit={submit}>
        <Mark />
        <h1>{words.secondFactor.title}</h1>
        {attempt.error !== null && (
          <p className="banner bad" role="alert">
            <IconAlertTriangle className="icon" size={16} aria-hidden />
            {messageOf(attempt.error)}
          </p>
        )}
        <TextInput
          ref={field}
          label={isRecovery ? words.secondFactor.recovery : words.secondFactor.code}
          description={isRecovery ? null : words.secondFactor.codeHelp}
          autoComplete="one-time-code"
          inputMode={isRecovery ? 'text' : 'numeric'}
          error={isSent && code.trim() === '' ? words.secondFactor.missing : null}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" loading={attempt.isPending}>
          {words.secondFactor.submit}
        </Button>
        <Button variant="subtle" onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? words.secondFactor.useCode : words.secondFactor.useRecovery}
        </Button>
      </form>
    </main>
  );
}

function messageOf(error: Error): string {
  if (error instanceof ApiProblem && error.status === 401) return words.secondFactor.wrong;
  if (error instanceof ApiProblem && error.status === 429) return words.signIn.rateLimited(error.retryAfter ?? 60);
  return problemFacts(error).text;
}
