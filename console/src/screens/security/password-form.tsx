import { PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalOf } from '../../api/problem';
import { changePassword } from '../../api/queries/factors';
import { sessionsQuery } from '../../api/queries/session';
import { useForm, type Refusal } from '../../lib/use-form';
import { SectionHead } from '../../parts/section-head';
import { WriteButton } from '../../parts/write-button';
import { securityWords } from '../../words/en/security';
import { signInWords } from '../../words/en/sign-in';

/** A new password. It ends the other sessions. */
export function PasswordForm() {
  const queries = useQueryClient();
  const attempt = useMutation({
    mutationFn: changePassword,
    onSuccess: () => {
      form.reset();
      void queries.invalidateQueries({ queryKey: sessionsQuery.queryKey });
    },
    onError: (error) => {
      form.select(isWrong(error) ? 'current' : 'next');
    },
  });
  const form = useForm({
    initial: { current: '', next: '' },
    check: ({ current, next }) => ({
      current: current === '' ? securityWords.currentMissing : null,
      next: next === '' ? securityWords.nextMissing : null,
    }),
    onSend: (passwords) => attempt.mutate(passwords),
    refusal: refusalOfPassword(attempt.error),
    refusedAt: 'next',
  });
  const shown = { 'aria-label': signInWords.showPassword, tabIndex: 0 };
  return (
    <section aria-labelledby="password-title">
      <SectionHead id="password-title" title={securityWords.password} intro={securityWords.passwordHelp} />
      <form className="password-form" noValidate onSubmit={form.submit}>
        <PasswordInput
          label={securityWords.current}
          autoComplete="current-password"
          visibilityToggleButtonProps={shown}
          {...form.text('current')}
        />
        <PasswordInput
          label={securityWords.next}
          autoComplete="new-password"
          visibilityToggleButtonProps={shown}
          {...form.text('next')}
        />
        <div>
          <WriteButton type="submit" loading={attempt.isPending}>
            {securityWords.change}
          </WriteButton>
        </div>
        <p role="status" className="small sub security-news">
          {attempt.isSuccess && securityWords.changed}
        </p>
      </form>
    </section>
  );
}

const isWrong = (error: Error): boolean => 'current' in (refusalOf(error)?.byField ?? {});

const refusalOfPassword = (error: Error | null): Refusal | null =>
  error !== null && isWrong(error)
    ? { byField: { current: securityWords.currentWrong }, text: securityWords.currentWrong }
    : refusalOf(error);
