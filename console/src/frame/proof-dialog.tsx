import { Button, Modal, PasswordInput, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { IconFingerprint } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { ApiProblem, problemFacts } from '../api/problem';
import { isProofAsked, onProofAsked, settleProof } from '../api/proof';
import { factorsQuery, signatureFor } from '../api/queries/factors';
import { meQuery, prove, type Proof } from '../api/queries/session';
import { canUsePasskeys, isDeclined } from '../lib/passkeys';
import { missing, useForm } from '../lib/use-form';
import { Alert } from '../parts/alert';
import { factorsWords } from '../words/en/factors';
import { proofWords } from '../words/en/proof';
import { secondFactorWords } from '../words/en/second-factor';
import { signInWords } from '../words/en/sign-in';
import './proof-dialog.css';

/** Asks for a proof when a request of the page needs one. The request is repeated after it. */
export function ProofDialog() {
  const isAsked = useSyncExternalStore(onProofAsked, isProofAsked);
  return (
    <Modal
      opened={isAsked}
      onClose={() => settleProof(false)}
      title={proofWords.title}
      closeButtonProps={{ 'aria-label': proofWords.cancel }}
      size={400}
      centered
    >
      <ProofForm />
    </Modal>
  );
}

function ProofForm() {
  const [isCode, setCode] = useState(false);
  const attempt = useProof(() => {
    form.select('text');
  });
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: missing(text, isCode ? secondFactorWords.missing : proofWords.missing) }),
    onSend: ({ text }) => attempt.mutate(isCode ? { totp: text.replaceAll(/\s/g, '') } : { password: text }),
  });
  const shared = { ...form.text('text'), 'data-autofocus': true };
  return (
    <form className="proof" noValidate onSubmit={form.submit}>
      <p className="sub">{proofWords.why}</p>
      <Alert text={attempt.error && messageOf(attempt.error, isCode)} />
      {isCode ? (
        <TextInput {...shared} label={secondFactorWords.code} autoComplete="one-time-code" inputMode="numeric" />
      ) : (
        <PasswordInput
          {...shared}
          label={proofWords.password}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': signInWords.showPassword, tabIndex: 0 }}
        />
      )}
      <OtherProofs
        isCode={isCode}
        isSigning={attempt.isPending && attempt.variables === 'passkey'}
        onPasskey={() => attempt.mutate('passkey')}
        onCode={() => {
          setCode(!isCode);
          form.reset();
          attempt.reset();
        }}
      />
      <div className="proof-actions">
        <Button onClick={() => settleProof(false)}>{proofWords.cancel}</Button>
        <Button type="submit" variant="filled" loading={attempt.isPending && attempt.variables !== 'passkey'}>
          {proofWords.submit}
        </Button>
      </div>
    </form>
  );
}

/** A proof; once it is accepted, the dialog closes and the refused requests are repeated. */
function useProof(onWrong: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (proof: Proof | 'passkey') =>
      prove(proof === 'passkey' ? { passkey: await signatureFor('proof') } : proof),
    onSuccess: () => {
      settleProof(true);
      void queries.invalidateQueries({ queryKey: meQuery.queryKey });
    },
    onError: (error) => {
      onWrong();
      // 401 is a wrong proof or an ended session. Reading the person again fails if the session has ended.
      if (error instanceof ApiProblem && error.status === 401) void queries.invalidateQueries(meQuery);
    },
  });
}

interface OtherProofsProps {
  readonly isCode: boolean;
  readonly isSigning: boolean;
  readonly onPasskey: () => void;
  readonly onCode: () => void;
}

/** The proofs of the person beside the one that is shown. */
function OtherProofs({ isCode, isSigning, onPasskey, onCode }: OtherProofsProps) {
  const factors = useQuery(factorsQuery);
  const kinds = factors.data?.data.map(({ kind }) => kind) ?? [];
  return (
    <>
      {kinds.includes('passkey') && canUsePasskeys() && (
        <Button leftSection={<IconFingerprint size={16} aria-hidden />} loading={isSigning} onClick={onPasskey}>
          {secondFactorWords.passkey}
        </Button>
      )}
      {kinds.includes('totp') && (
        <Button variant="subtle" onClick={onCode}>
          {isCode ? proofWords.usePassword : secondFactorWords.useCode}
        </Button>
      )}
    </>
  );
}

function messageOf(error: Error, isCode: boolean): string {
  if (isDeclined(error)) return factorsWords.notSigned;
  if (error instanceof ApiProblem && error.status === 401) return isCode ? secondFactorWords.wrong : proofWords.wrong;
  if (error instanceof ApiProblem && error.status === 429) return signInWords.rateLimited(error.retryAfter ?? 60);
  return problemFacts(error).text;
}
