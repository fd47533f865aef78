import { PasswordInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { refusalOf } from '../../api/problem';
import { changePassword } from '../../api/queries/factors';
import { sessionsQuery } from '../../api/queries/session';
import { useForm, type Refusal } from '../../lib/use-form';
import { SectionHead } from '../../parts/section-head';
import { WriteButton } from '../../parts/write-button';
import { words } from '../../words/en';

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
      current: current === '' ? words.security.currentMissing : null,
      next: next === '' ? words.security.nextMissing : null,
    }),
    onSend: (passwords) => attempt.mutate(passwords),
    refusal: refusalOfPassword(attempt.error),
    refusedAt: 'next',
  });
  const shown = { 'aria-label': words.signIn.showPassword, tabIndex: 0 };
  return (
    <section aria-labelledby="password-title">
      <SectionHead id="password-title" title={words.security.password} intro={words.security.passwordHelp} />
      <form className="password-form" noValidate onSubmit={form.submit}>
        <PasswordInput
          label={words.security.current}
          autoComplete="current-password"
          visibilityToggleButtonProps={shown}
          {...form.text('current')}
        />
        <PasswordInput
          label={words.security.next}
          autoComplete="new-password"
          visibilityToggleButtonProps={shown}
          {...form.text('next')}
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

const isWrong = (error: Error): boolean => 'current' in (refusalOf(error)?.byField ?? {});

const refusalOfPassword = (error: Error | null): Refusal | null =>
  error !== null && isWrong(error)
    ? { byField: { current: words.security.currentWrong }, text: words.security.currentWrong }
    : refusalOf(error);
