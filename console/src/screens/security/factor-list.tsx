import { Modal } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDeviceMobile, IconFingerprint } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ApiProblem, problemFacts } from '../../api/problem';
import { addApp, addPasskey, confirmApp, removeFactor, type AddedFactor, type Factor } from '../../api/queries/factors';
import { formatExact, formatMoment } from '../../lib/format';
import { canUsePasskeys, isDeclined } from '../../lib/passkeys';
import { AppSetup } from '../../parts/app-setup';
import { SectionHead } from '../../parts/section-head';
import { Empty } from '../../parts/states';
import { Table, type Column } from '../../parts/table';
import { WriteButton } from '../../parts/write-button';
import { factorsWords } from '../../words/en/factors';
import { secondFactorWords } from '../../words/en/second-factor';
import { securityWords } from '../../words/en/security';
import { RenameFactor } from './rename-factor';

interface FactorListProps {
  readonly factors: readonly Factor[];
  readonly isRequired: boolean;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onChanged: () => void;
}

/** The second factors of the person, to add and to remove. */
export function FactorList({ factors, isRequired, onCodes, onChanged }: FactorListProps) {
  const app = useMutation({ mutationFn: () => addApp(securityWords.kinds.totp) });
  const onAdded = ({ recovery_codes: codes }: AddedFactor): void => {
    app.reset();
    onChanged();
    if (codes !== null) onCodes(codes);
  };
  const passkey = useMutation({ mutationFn: () => addPasskey(securityWords.kinds.passkey), onSuccess: onAdded });
  const remove = useMutation({ mutationFn: removeFactor, onSuccess: onChanged });
  const error = passkey.error ?? app.error ?? remove.error;
  const mayRemove = !isRequired || factors.length > 1;
  return (
    <section aria-labelledby="factors-title">
      <Head isRequired={isRequired}>
        {canUsePasskeys() && (
          <WriteButton loading={passkey.isPending} onClick={() => passkey.mutate()}>
            {securityWords.addPasskey}
          </WriteButton>
        )}
        <WriteButton loading={app.isPending} onClick={() => app.mutate()}>
          {securityWords.addApp}
        </WriteButton>
      </Head>
      <News error={error} text={remove.isSuccess ? securityWords.removed : null} />
      {factors.length === 0 ? (
        <Empty text={securityWords.none} />
      ) : (
        <Table
          caption={securityWords.caption}
          columns={columnsOf({
            onChanged,
            onRemove: mayRemove ? (id) => remove.mutate(id) : null,
            removing: remove.isPending ? remove.variables : null,
          })}
          rows={factors}
          keyOf={({ id }) => id}
        />
      )}
      <AppDialog app={app.data} onClose={() => app.reset()} onAdded={onAdded} />
    </section>
  );
}

function Head({ isRequired, children }: { readonly isRequired: boolean; readonly children: ReactNode }) {
  return (
    <SectionHead
      id="factors-title"
      title={securityWords.factors}
      intro={
        <>
          {securityWords.factorsHelp} {isRequired && securityWords.required}
        </>
      }
    >
      <div className="security-actions">{children}</div>
    </SectionHead>
  );
}

function News({ error, text }: { readonly error: Error | null; readonly text: string | null }) {
  const failure = isDeclined(error) ? factorsWords.declined : problemFacts(error).text;
  return (
    <p role="status" className="small sub security-news">
      {error === null ? text : <span className="refused">{failure}</span>}
    </p>
  );
}

interface AppDialogProps {
  readonly app: AddedFactor | undefined;
  readonly onClose: () => void;
  readonly onAdded: (added: AddedFactor) => void;
}

function AppDialog({ app, onClose, onAdded }: AppDialogProps) {
  const confirm = useMutation({
    mutationFn: ({ id, code }: { readonly id: number; readonly code: string }) => confirmApp(id, code),
    onSuccess: onAdded,
  });
  return (
    <Modal
      opened={app !== undefined}
      onClose={onClose}
      title={securityWords.addTitle}
      closeButtonProps={{ 'aria-label': securityWords.close }}
      size={420}
      centered
    >
      {app !== undefined && app.otpauth_url !== null && (
        <AppSetup
          otpauthUrl={app.otpauth_url}
          problem={confirm.error === null ? null : codeProblem(confirm.error)}
          isPending={confirm.isPending}
          onConfirm={(code) => confirm.mutate({ id: app.id, code })}
        />
      )}
    </Modal>
  );
}

const codeProblem = (error: Error): string =>
  error instanceof ApiProblem && error.status === 422 ? secondFactorWords.wrong : problemFacts(error).text;

interface FactorActions {
  readonly onChanged: () => void;
  /** Null if the factor may not be removed. */
  readonly onRemove: ((id: number) => void) | null;
  /** The factor that is being removed. */
  readonly removing: number | null;
}

function columnsOf({ onChanged, onRemove, removing }: FactorActions): readonly Column<Factor>[] {
  return [
    {
      key: 'name',
      title: securityWords.name,
      cell: ({ kind, name }) => {
        const Shape = kind === 'passkey' ? IconFingerprint : IconDeviceMobile;
        return (
          <span>
            <Shape className="icon muted" size={16} stroke={1.75} aria-hidden /> <bdi>{name}</bdi>
          </span>
        );
      },
    },
    { key: 'kind', title: securityWords.kind, cell: ({ kind }) => securityWords.kinds[kind] },
    { key: 'added', title: securityWords.added, cell: ({ created_at: at }) => <Moment at={at} /> },
    {
      key: 'used',
      title: securityWords.used,
      cell: ({ last_used_at: at }) =>
        at === null ? <span className="muted">{securityWords.notUsed}</span> : <Moment at={at} />,
    },
    {
      key: 'state',
      title: securityWords.actions,
      isTitleHidden: true,
      cell: (factor) => (
        <span className="security-actions">
          <RenameFactor factor={factor} onChanged={onChanged} />
          {onRemove !== null && (
            <WriteButton
              aria-label={securityWords.removeOf(factor.name)}
              loading={removing === factor.id}
              onClick={() => onRemove(factor.id)}
            >
              {securityWords.remove}
            </WriteButton>
          )}
        </span>
      ),
    },
  ];
}

function Moment({ at }: { readonly at: string }) {
  return (
    <span className="num nowrap" title={formatExact(at)}>
      {formatMoment(at)}
    </span>
  );
}
