import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { IconFingerprint } from '@tabler/icons-react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { signatureForSignIn } from '../../api/queries/factors';
import { signIn, signInWithPasskey, type SignedIn } from '../../api/queries/session';
import { Mark } from '../../frame/mark';
import { canUsePasskeys, isDeclined } from '../../lib/passkeys';
import { PLACE_OF_STEP } from '../../lib/sign-in-search';
import { useForm } from '../../lib/use-form';
import { Alert } from '../../parts/alert';
import { factorsWords } from '../../words/en/factors';
import { signInWords } from '../../words/en/sign-in';
import '../../parts/sign-in-form.css';

const route = getRouteApi('/sign-in');

/** The sign-in, with e-mail and password or with a passkey. */
export function SignInScreen() {
  const { next } = route.useSearch();
  const attempt = useAttempt(next, signIn);
  const passkey = useAttempt(next, async () => signInWithPasskey(await signatureForSignIn()));
  const form = useForm({
    initial: { email: '', password: '' },
    check: ({ email, password }) => ({
      email: email === '' ? signInWords.emailMissing : null,
      password: password === '' ? signInWords.passwordMissing : null,
    }),
    onSend: (credentials) => attempt.mutate(credentials),
  });
  return (
    <main className="sign-in">
      <title>{signInWords.title}</title>
      <form className="card" noValidate onSubmit={form.submit}>
        <Mark />
        <h1>{signInWords.title}</h1>
        <Alert text={messageOf(attempt.error) ?? messageOfPasskey(passkey.error)} />
        <TextInput label={signInWords.email} type="email" autoComplete="username" {...form.text('email')} />
        <PasswordInput
          label={signInWords.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': signInWords.showPassword, tabIndex: 0 }}
          {...form.text('password')}
        />
        <Button type="submit" variant="filled" loading={attempt.isPending}>
          {signInWords.submit}
        </Button>
        <PasskeyButton
          isPending={passkey.isPending}
          onChoose={() => {
            attempt.reset();
            passkey.mutate({ email: '', password: '' });
          }}
        />
        <Link to="/reset">{signInWords.forgotten}</Link>
      </form>
    </main>
  );
}

function PasskeyButton({ isPending, onChoose }: { readonly isPending: boolean; readonly onChoose: () => void }) {
  if (!canUsePasskeys()) return null;
  return (
    <Button leftSection={<IconFingerprint size={16} aria-hidden />} loading={isPending} onClick={onChoose}>
      {signInWords.passkey}
    </Button>
  );
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** A sign-in; it leads to the second factor, to its set-up, to `next`, or to the first screen. */
function useAttempt(next: string | undefined, mutationFn: (given: Credentials) => Promise<SignedIn>) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: async ({ next: step }) => {
      queries.clear();
      if (step === 'done') await navigate({ to: next ?? '/' });
      else await navigate({ to: PLACE_OF_STEP[step], search: { next } });
    },
  });
}

function messageOf(error: Error | null): string | null {
  if (error === null) return null;
  if (error instanceof ApiProblem && error.status === 401) return signInWords.wrong;
  if (error instanceof ApiProblem && error.status === 429) return signInWords.rateLimited(error.retryAfter ?? 60);
  return problemFacts(error).text;
}

function messageOfPasskey(error: Error | null): string | null {
  if (error === null) return null;
  if (isDeclined(error)) return factorsWords.notSigned;
  return error instanceof ApiProblem && error.status === 401 ? signInWords.unknownPasskey : messageOf(error);
}
