import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { addApp, addPasskey, confirmApp, factorsQuery, type AddedFactor } from '../../api/queries/factors';
import { signOut } from '../../api/queries/session';
import { Mark } from '../../frame/mark';
import { canUsePasskeys, isDeclined } from '../../lib/passkeys';
import { Alert } from '../../parts/alert';
import { AppSetup } from '../../parts/app-setup';
import { RecoveryCodes } from '../../parts/recovery-codes';
import { enrolWords } from '../../words/en/enrol';
import { factorsWords } from '../../words/en/factors';
import { secondFactorWords } from '../../words/en/second-factor';
import '../../parts/sign-in-form.css';

const route = getRouteApi('/enrol');

/** The first second factor of a person whose role needs one. Nothing else can be reached before. */
export function EnrolScreen() {
  const { next } = route.useSearch();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const factors = useQuery(factorsQuery);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const finish = async (): Promise<void> => {
    queries.clear();
    await navigate({ to: next ?? '/' });
  };
  const onAdded = ({ recovery_codes: made }: AddedFactor): void => {
    if (made === null) void finish();
    else setCodes(made);
  };
  const isWithoutSession = factors.error instanceof ApiProblem && factors.error.status === 401;
  useEffect(() => {
    if (isWithoutSession) void navigate({ to: '/sign-in', search: { next } });
  }, [isWithoutSession, navigate, next]);
  return (
    <main className="sign-in">
      <title>{enrolWords.title}</title>
      <div className="card">
        <Mark />
        <h1>{codes === null ? enrolWords.title : factorsWords.codesTitle}</h1>
        {codes === null ? <Ways onAdded={onAdded} /> : <RecoveryCodes codes={codes} onStored={() => void finish()} />}
      </div>
    </main>
  );
}

function Ways({ onAdded }: { readonly onAdded: (added: AddedFactor) => void }) {
  const navigate = useNavigate();
  const passkey = useMutation({ mutationFn: () => addPasskey(enrolWords.passkeyName), onSuccess: onAdded });
  const app = useMutation({ mutationFn: () => addApp(enrolWords.appName) });
  const confirm = useMutation({
    mutationFn: ({ id, code }: { readonly id: number; readonly code: string }) => confirmApp(id, code),
    onSuccess: onAdded,
  });
  const leave = useMutation({ mutationFn: signOut, onSettled: () => navigate({ to: '/sign-in' }) });
  const { data: waiting } = app;
  if (waiting !== undefined && waiting.otpauth_url !== null)
    return (
      <>
        <AppSetup
          otpauthUrl={waiting.otpauth_url}
          problem={confirm.error === null ? null : codeProblem(confirm.error)}
          isPending={confirm.isPending}
          onConfirm={(code) => confirm.mutate({ id: waiting.id, code })}
        />
        <Button variant="subtle" onClick={() => app.reset()}>
          {enrolWords.back}
        </Button>
      </>
    );
  const error = passkey.error ?? app.error;
  return (
    <>
      <p className="sub">{enrolWords.intro}</p>
      <Alert text={error && (isDeclined(error) ? factorsWords.declined : problemFacts(error).text)} />
      <PasskeyWay isPending={passkey.isPending} onChoose={() => passkey.mutate()} />
      <div>
        <Button
          fullWidth
          variant={canUsePasskeys() ? 'default' : 'filled'}
          loading={app.isPending}
          onClick={() => app.mutate()}
        >
          {enrolWords.app}
        </Button>
        <p className="small sub">{enrolWords.appHelp}</p>
      </div>
      <Button variant="subtle" onClick={() => leave.mutate()}>
        {enrolWords.signOut}
      </Button>
    </>
  );
}

function PasskeyWay({ isPending, onChoose }: { readonly isPending: boolean; readonly onChoose: () => void }) {
  if (!canUsePasskeys()) return <p className="small sub">{enrolWords.noPasskeys}</p>;
  return (
    <div>
      <Button fullWidth variant="filled" loading={isPending} onClick={onChoose}>
        {enrolWords.passkey}
      </Button>
      <p className="small sub">{enrolWords.passkeyHelp}</p>
    </div>
  );
}

const codeProblem = (error: Error): string =>
  error instanceof ApiProblem && error.status === 422 ? secondFactorWords.wrong : problemFacts(error).text;
