import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { refusalOf } from '../../api/problem';
import { createKey, keyKeys, type CreatedKey, type NewKey as Settings } from '../../api/queries/keys';
import { missing, useForm } from '../../lib/use-form';
import { Choices } from '../../parts/choices';
import { CopyButton } from '../../parts/copy-button';
import { DialogActions } from '../../parts/dialog-actions';
import { apiKeysWords } from '../../words/en/api-keys';

const accountRoute = getRouteApi('/a/$accountId');
const SCOPES = ['read_only', 'propose', 'full'] as const;
type Scope = (typeof SCOPES)[number];

interface NewKeyProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Creates a key, and shows it once: the dialog closes only after the person says that it is stored. */
export function NewKey({ isOpen, onClose }: NewKeyProps) {
  const [created, setCreated] = useState<CreatedKey | null>(null);
  const close = (): void => {
    setCreated(null);
    onClose();
  };
  const isShown = created !== null;
  return (
    <Modal
      opened={isOpen}
      onClose={isShown ? () => undefined : close}
      closeOnEscape={!isShown}
      closeOnClickOutside={!isShown}
      withCloseButton={!isShown}
      title={isShown ? apiKeysWords.createdTitle(created.name ?? '') : apiKeysWords.newTitle}
      closeButtonProps={{ 'aria-label': apiKeysWords.cancel }}
      centered
    >
      {isShown ? <Created created={created} onClose={close} /> : <KeyForm onCreate={setCreated} onClose={close} />}
    </Modal>
  );
}

interface KeyFormProps {
  readonly onCreate: (created: CreatedKey) => void;
  readonly onClose: () => void;
}

function useCreate(onCreate: KeyFormProps['onCreate']) {
  const { account } = accountRoute.useRouteContext();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (settings: Settings) => createKey(account.id, settings),
    gcTime: 0,
    onSuccess: (created) => {
      onCreate(created);
      void queries.invalidateQueries({ queryKey: keyKeys.list(account.id) });
    },
  });
}

function KeyForm({ onCreate, onClose }: KeyFormProps) {
  const create = useCreate(onCreate);
  const form = useForm({
    initial: { name: '', scope: 'read_only' as Scope, expires_at: '' },
    check: ({ name, expires_at: day }) => ({
      name: missing(name, apiKeysWords.nameMissing),
      expires_at: day === '' || Date.parse(midnightOf(day)) > Date.now() ? null : apiKeysWords.badExpiry,
    }),
    onSend: ({ name, scope, expires_at: day }) =>
      create.mutate({ name: name.trim(), scope, ...(day === '' ? {} : { expires_at: midnightOf(day) }) }),
    refusal: refusalOf(create.error),
  });
  return (
    <form className="dialog-form" noValidate onSubmit={form.submit}>
      <TextInput
        data-autofocus
        label={apiKeysWords.newName}
        description={apiKeysWords.newNameHelp}
        maxLength={100}
        {...form.text('name')}
      />
      <ScopeChoice scope={form.values.scope} onChange={(scope) => form.set({ scope })} />
      <TextInput
        type="date"
        label={apiKeysWords.newExpiry}
        description={apiKeysWords.newExpiryHelp}
        {...form.text('expires_at')}
      />
      {form.refusal !== null && (
        <p role="alert" className="refused small">
          {form.refusal}
        </p>
      )}
      <DialogActions
        cancel={apiKeysWords.cancel}
        onCancel={onClose}
        action={apiKeysWords.create}
        isPending={create.isPending}
      />
    </form>
  );
}

const midnightOf = (day: string): string => `${day}T00:00:00Z`;

function ScopeChoice({ scope, onChange }: { readonly scope: Scope; readonly onChange: (scope: Scope) => void }) {
  const group = useId();
  return (
    <Choices legend={apiKeysWords.newScope}>
      {SCOPES.map((one) => (
        <label key={one} className="check key-scope">
          <input type="radio" name={group} checked={scope === one} onChange={() => onChange(one)} />
          <span>
            {apiKeysWords.scopes[one]} <span className="small sub">{apiKeysWords.scopeHelp[one]}</span>
          </span>
        </label>
      ))}
    </Choices>
  );
}

function Created({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  return (
    <div className="dialog-form">
      <p className="sub">{apiKeysWords.shownOnce}</p>
      <code className="new-key" dir="ltr">
        {created.key}
      </code>
      <div>
        <CopyButton text={created.key} label={apiKeysWords.copy} copiedLabel={apiKeysWords.copied} />
      </div>
      <label className="check">
        <input type="checkbox" checked={isStored} onChange={(event) => setStored(event.currentTarget.checked)} />
        {apiKeysWords.stored}
      </label>
      <div className="dialog-actions">
        <Button variant="filled" disabled={!isStored} onClick={onClose}>
          {apiKeysWords.close}
        </Button>
      </div>
    </div>
  );
}
