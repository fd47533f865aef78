import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState, type SubmitEvent } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { signIn, type NextStep } from '../../api/queries/session';
import { Mark } from '../../frame/mark';
import { words } from '../../words/en';
import '../../parts/sign-in-form.css';

const route = getRouteApi('/sign-in');

/** Who are you? E-mail and password, then perhaps a second factor. */
export function SignInScreen() {
  const { next } = route.useSearch();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isSent, setSent] = useState(false);
  const emailField = useRef<HTMLInputElement>(null);
  const passwordField = useRef<HTMLInputElement>(null);
  const attempt = useAttempt(next);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (email === '') emailField.current?.focus();
    else if (password === '') passwordField.current?.focus();
    else attempt.mutate({ email, password });
  };
  const message = messageOf(attempt.error, attempt.data?.next);
  return (
    <main className="sign-in">
      <title>{words.signIn.title}</title>
      <form className="card" noValidate onSubmit={submit}>
        <Mark />
        <h1>{words.signIn.title}</h1>
        {message !== null && (
          <p className="banner bad" role="alert">
            <IconAlertTriangle className="icon" size={16} aria-hidden />
            {message}
          </p>
        )}
        <TextInput
          ref={emailField}
          label={words.signIn.email}
          type="email"
          autoComplete="username"
          error={isSent && email === '' ? words.signIn.emailMissing : null}
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <PasswordInput
          ref={passwordField}
          label={words.signIn.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': words.signIn.showPassword, tabIndex: 0 }}
          error={isSent && password === '' ? words.signIn.passwordMissing : null}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Button type="submit" variant="filled" loading={attempt.isPending}>
          {words.signIn.submit}
        </Button>
        <Link to="/reset">{words.signIn.forgotten}</Link>
      </form>
    </main>
  );
}

/** A sign-in; it leads to the second factor, to `next`, or to the first screen. */
function useAttempt(next: string | undefined) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ email, password }: { readonly email: string; readonly password: string }) => signIn(email, password),
    onSuccess: async ({ next: step }) => {
      queries.clear();
      if (step === 'second_factor') await navigate({ to: '/second-factor', search: { next } });
      if (step === 'done') await navigate({ to: next ?? '/' });
    },
  });
}

function messageOf(error: Error | null, step: NextStep | undefined): string | null {
  if (step === 'enrol') return words.signIn.enrol;
  if (error === null) return null;
  if (error instanceof ApiProblem && error.status === 401) return words.signIn.wrong;
  if (error instanceof ApiProblem && error.status === 429) return words.signIn.rateLimited(error.retryAfter ?? 60);
  return problemFacts(error).text;
}
