import { Button, Modal, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { problemFacts } from '../../api/problem';
import { addLink, objectKeys } from '../../api/queries/objects';
import { words } from '../../words/en';

interface AddLinkProps {
  readonly accountId: number;
  readonly objectId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A dialog for one address. A refused address stays in the field, with the reason below it. */
export function AddLink({ accountId, objectId, isOpen, onClose }: AddLinkProps) {
  const queries = useQueryClient();
  const [url, setUrl] = useState('');
  const add = useMutation({
    mutationFn: () => addLink(accountId, objectId, url.trim()),
    onSuccess: async (result) => {
      if (result === undefined || result.link_id === null) return;
      setUrl('');
      onClose();
      await queries.invalidateQueries({ queryKey: objectKeys.list(accountId) });
    },
  });
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    if (url.trim() !== '') add.mutate();
  };
  const refusal = add.data?.error_code;
  const reason = refusal === undefined || refusal === null ? null : (words.problem.codes[refusal] ?? add.data?.error);
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={words.object.addLink}
      closeButtonProps={{ 'aria-label': words.drawer.close }}
    >
      <form noValidate onSubmit={submit} className="add-link">
        <TextInput
          data-autofocus
          label={words.object.address}
          inputMode="url"
          value={url}
          error={add.error ? problemFacts(add.error).text : reason}
          onChange={(event) => {
            add.reset();
            setUrl(event.currentTarget.value);
          }}
        />
        <div className="add-link-actions">
          <Button onClick={onClose}>{words.object.cancel}</Button>
          <Button type="submit" variant="filled" loading={add.isPending}>
            {words.object.add}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
