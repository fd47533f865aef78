import { Modal } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { factorsQuery, newRecoveryCodes } from '../../api/queries/factors';
import { RecoveryCodes } from '../../parts/recovery-codes';
import { SectionHead } from '../../parts/section-head';
import { Loading, Problem } from '../../parts/states';
import { WriteButton } from '../../parts/write-button';
import { factorsWords } from '../../words/en/factors';
import { securityWords } from '../../words/en/security';
import { FactorList } from './factor-list';
import { PasswordForm } from './password-form';
import './security.css';

/** The second factors, the recovery codes and the password of the person. */
export function SecurityScreen() {
  const factors = useQuery(factorsQuery);
  const queries = useQueryClient();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useMutation({ mutationFn: newRecoveryCodes, onSuccess: setCodes });
  const refresh = (): void => void queries.invalidateQueries({ queryKey: factorsQuery.queryKey });
  if (factors.isPending) return <Loading rows={3} onRetry={() => void factors.refetch()} />;
  if (factors.error) return <Problem {...problemFacts(factors.error)} onRetry={() => void factors.refetch()} />;
  const { data, recovery_codes_left: left, is_required: isRequired } = factors.data;
  return (
    <>
      <title>{securityWords.title}</title>
      <FactorList factors={data} isRequired={isRequired} onCodes={setCodes} onChanged={refresh} />
      {data.length > 0 && (
        <section aria-labelledby="codes-title">
          <SectionHead
            id="codes-title"
            title={securityWords.codes}
            intro={`${securityWords.codesLeft(left)} ${securityWords.newCodesHelp}`}
          >
            <WriteButton loading={renew.isPending} onClick={() => renew.mutate()}>
              {securityWords.newCodes}
            </WriteButton>
          </SectionHead>
          <p role="status" className="small security-news">
            {renew.error !== null && <span className="refused">{problemFacts(renew.error).text}</span>}
          </p>
        </section>
      )}
      <PasswordForm />
      <Modal
        opened={codes !== null}
        // The codes are shown once: only the button closes.
        onClose={() => undefined}
        withCloseButton={false}
        closeOnEscape={false}
        closeOnClickOutside={false}
        title={factorsWords.codesTitle}
        size={420}
        centered
      >
        <RecoveryCodes
          codes={codes ?? []}
          onStored={() => {
            setCodes(null);
            refresh();
          }}
        />
      </Modal>
    </>
  );
}
