import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { createKey, keyKeys, type CreatedKey, type NewKey as Settings } from '../../api/queries/keys';
import { CopyButton } from '../../parts/copy-button';
import { DialogActions } from '../../parts/dialog-actions';
import { words } from '../../words/en';

const accountRoute = getRouteApi('/a/$accountId');
const SCOPES = ['read_only', 'full'] as const;
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
      title={isShown ? words.apiKeys.createdTitle(created.name ?? '') : words.apiKeys.newTitle}
      closeButtonProps={{ 'aria-label': words.apiKeys.cancel }}
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
  const [name, setName] = useState('');
  const [scope, setScope] = useState<Scope>('read_only');
  const [expiry, setExpiry] = useState('');
  const [isSent, setSent] = useState(false);
  const nameField = useRef<HTMLInputElement>(null);
  const expiryField = useRef<HTMLInputElement>(null);
  const create = useCreate(onCreate);
  const isNameMissing = name.trim() === '';
  const isExpiryBad = expiry !== '' && !(Date.parse(`${expiry}T00:00:00Z`) > Date.now());
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    if (isNameMissing) nameField.current?.focus();
    else if (isExpiryBad) expiryField.current?.focus();
    else create.mutate({ name: name.trim(), scope, ...(expiry === '' ? {} : { expires_at: `${expiry}T00:00:00Z` }) });
  };
  return (
    <form className="dialog-form" noValidate onSubmit={submit}>
      <TextInput
        ref={nameField}
        data-autofocus
        label={words.apiKeys.newName}
        description={words.apiKeys.newNameHelp}
        maxLength={100}
        error={isSent && isNameMissing ? words.apiKeys.nameMissing : null}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <ScopeChoice scope={scope} onChange={setScope} />
      <TextInput
        ref={expiryField}
        type="date"
        label={words.apiKeys.newExpiry}
        description={words.apiKeys.newExpiryHelp}
        error={isSent && isExpiryBad ? words.apiKeys.badExpiry : null}
        value={expiry}
        onChange={(event) => setExpiry(event.currentTarget.value)}
      />
      {create.error && (
        <p role="alert" className="refused small">
          {problemFacts(create.error).text}
        </p>
      )}
      <DialogActions
        cancel={words.apiKeys.cancel}
        onCancel={onClose}
        action={words.apiKeys.create}
        isPending={create.isPending}
      />
    </form>
  );
}

function ScopeChoice({ scope, onChange }: { readonly scope: Scope; readonly onChange: (scope: Scope) => void }) {
  const group = useId();
  return (
    <fieldset className="choices">
      <legend>{words.apiKeys.newScope}</legend>
      {SCOPES.map((one) => (
        <label key={one} className="check key-scope">
          <input type="radio" name={group} checked={scope === one} onChange={() => onChange(one)} />
          <span>
            {words.apiKeys.scopes[one]} <span className="small sub">{words.apiKeys.scopeHelp[one]}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Created({ created, onClose }: { readonly created: CreatedKey; readonly onClose: () => void }) {
  const [isStored, setStored] = useState(false);
  return (
    <div className="dialog-form">
      <p className="sub">{words.apiKeys.shownOnce}</p>
      <code className="new-key" dir="ltr">
        {created.key}
      </code>
      <div>
        <CopyButton text={created.key} label={words.apiKeys.copy} copiedLabel={words.apiKeys.copied} />
      </div>
      <label className="check">
        <input type="checkbox" checked={isStored} onChange={(event) => setStored(event.currentTarget.checked)} />
        {words.apiKeys.stored}
      </label>
      <div className="dialog-actions">
        <Button variant="filled" disabled={!isStored} onClick={onClose}>
          {words.apiKeys.close}
        </Button>
      </div>
    </div>
  );
}
