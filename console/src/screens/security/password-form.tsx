import { PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type SubmitEvent } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { changePassword } from '../../api/queries/factors';
import { sessionsQuery } from '../../api/queries/session';
import { SectionHead } from '../../parts/section-head';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';

/** A new password. It ends the other sessions. */
export function PasswordForm() {
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [isSent, setSent] = useState(false);
  const currentField = useRef<HTMLInputElement>(null);
  const nextField = useRef<HTMLInputElement>(null);
  const attempt = useMutation({
    mutationFn: () => changePassword({ current, next }),
    onSuccess: () => {
      setCurrent('');
      setNext('');
      setSent(false);
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) => (isWrong(error) ? currentField : nextField).current?.select(),
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (current === '') currentField.current?.focus();
    else if (next === '') nextField.current?.focus();
    else attempt.mutate();
  };
  const shown = { 'aria-label': words.signIn.showPassword, tabIndex: 0 };
  return (
    <section aria-labelledby="password-title">
      <SectionHead id="password-title" title={words.security.password} intro={words.security.passwordHelp} />
      <form className="password-form" noValidate onSubmit={submit}>
        <PasswordInput
          ref={currentField}
          label={words.security.current}
          autoComplete="current-password"
          visibilityToggleButtonProps={shown}
          error={isSent && current === '' ? words.security.currentMissing : currentProblem(attempt.error)}
          value={current}
          onChange={(event) => setCurrent(event.currentTarget.value)}
        />
        <PasswordInput
          ref={nextField}
          label={words.security.next}
          autoComplete="new-password"
          visibilityToggleButtonProps={shown}
          error={isSent && next === '' ? words.security.nextMissing : nextProblem(attempt.error)}
          value={next}
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <div>
          <WriteButton type="submit" loading={attempt.isPending}>
            {words.security.change}
          </WriteButton>
        </div>
        <p role="status" className="small sub security-news">
          {attempt.isSuccess && words.security.changed}
        </p>
      </form>
    </section>
  );
}

const isWrong = (error: Error | null): boolean =>
  error instanceof ApiProblem && error.status === 422 && error.message.startsWith('current:');

const currentProblem = (error: Error | null): string | null => (isWrong(error) ? words.security.currentWrong : null);

function nextProblem(error: Error | null): string | null {
  if (error === null || isWrong(error)) return null;
  return error instanceof ApiProblem && error.status === 422 ? error.message : problemFacts(error).text;
}
