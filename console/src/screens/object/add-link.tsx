import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { refusalText } from '../../api/judged-addresses';
import { problemFacts } from '../../api/problem';
import { addLink, detectionQuery, type LinkResult } from '../../api/queries/object-links';
import { objectKeys } from '../../api/queries/objects';
import { sourcesQuery } from '../../api/queries/sources';
import { withScheme } from '../../lib/address';
import { useForm } from '../../lib/use-form';
import { DialogActions } from '../../parts/dialog-actions';
import { objectWords } from '../../words/en/object';

const PAUSE_MS = 300;

interface AddLinkProps {
  readonly accountId: number;
  readonly objectId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** A dialog for one address. It names the platform while the address is typed; a refused one stays, with the reason below it. */
export function AddLink({ accountId, objectId, isOpen, onClose }: AddLinkProps) {
  const queries = useQueryClient();
  const add = useMutation({
    mutationFn: (url: string) => addLink(accountId, objectId, withScheme(url)),
    onSuccess: async (result) => {
      if (result === undefined || result.link_id === null) return;
      form.reset();
      onClose();
      await queries.invalidateQueries({ queryKey: objectKeys.all(accountId) });
    },
  });
  const form = useForm({
    initial: { url: '' },
    onSend: ({ url }) => {
      if (url.trim() !== '') add.mutate(url);
    },
    onEdit: add.reset,
  });
  const { reason, note } = useJudgement(accountId, objectId, withScheme(form.values.url), add.data);
  return (
    <Modal opened={isOpen} onClose={onClose} title={objectWords.addLink}>
      <form noValidate onSubmit={form.submit} className="object-form">
        <TextInput
          data-autofocus
          label={objectWords.address}
          inputMode="url"
          autoComplete="off"
          {...form.text('url')}
          error={add.error ? problemFacts(add.error).text : reason}
        />
        <p role="status" className="small sub detected">
          {note}
        </p>
        <DialogActions
          cancel={objectWords.cancel}
          onCancel={onClose}
          action={objectWords.add}
          isPending={add.isPending}
        />
      </form>
    </Modal>
  );
}

/** What becomes of an address: the reason of a refusal, or a note about its platform. `added` is the result of adding it. */
function useJudgement(
  accountId: number,
  objectId: number,
  url: string,
  added: LinkResult | undefined,
): { readonly reason: string | null; readonly note: string | null } {
  const [typed] = useDebouncedValue(url, PAUSE_MS);
  const sources = useQuery(sourcesQuery(accountId)).data;
  const detected = useQuery(detectionQuery(accountId, typed === '' ? [] : [typed], objectId)).data?.[0];
  const found = added ?? (detected?.url === url ? detected : undefined);
  if (found === undefined) return { reason: null, note: null };
  const platform = sources?.get(found.source_name ?? '')?.display_name ?? found.source_name ?? '';
  const reason = refusalText(found, platform);
  if (reason !== null) return { reason, note: null };
  return { reason, note: detected?.is_short ? objectWords.resolvedLater(platform) : objectWords.wouldLink(platform) };
}
