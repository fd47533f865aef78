import { ActionIcon, Button, Checkbox, Modal, TextInput, Textarea } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts, refusalOf } from '../../api/problem';
import {
  addTemplate,
  changeTemplate,
  removeTemplate,
  templateKey,
  templatesQuery,
  type NewTemplate,
  type ReplyTemplate,
} from '../../api/queries/reply-templates';
import { sourcesQuery } from '../../api/queries/sources';
import { useFocusReturn } from '../../lib/focus-return';
import { useForm } from '../../lib/use-form';
import { WriteButton } from '../../parts/write-button';
import { repliesWords } from '../../words/en/replies';

const { templates: text } = repliesWords;
const MOST_NAME = 100;
const MOST_TEXT = 4_000;
const BLANK: NewTemplate = { name: '', text: '', source_ids: [] };

interface TemplatesDialogProps {
  readonly accountId: number;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Adds, changes and deletes the templates of the account. */
export function TemplatesDialog({ accountId, isOpen, onClose }: TemplatesDialogProps) {
  useFocusReturn(isOpen);
  const queries = useQueryClient();
  const [edited, setEdited] = useState<NewTemplate | ReplyTemplate | null>(null);
  const { data } = useQuery(templatesQuery(accountId));
  const refresh = (): Promise<void> => queries.invalidateQueries({ queryKey: templateKey(accountId) });
  const remove = useMutation({ mutationFn: (id: number) => removeTemplate(accountId, id), onSuccess: refresh });
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      size={560}
      title={text.title}
      closeButtonProps={{ 'aria-label': text.cancel }}
    >
      <div className="stack">
        <p className="small sub">{text.help}</p>
        {data?.length === 0 && edited === null && <p className="sub">{text.empty}</p>}
        <ul className="template-rows">
          {data?.map((template) => (
            <li key={template.id}>
              <span>
                <b dir="auto">{template.name}</b>
                <span className="small sub clip" dir="auto">
                  {template.text}
                </span>
              </span>
              <ActionIcon aria-label={text.change(template.name)} onClick={() => setEdited(template)}>
                <IconPencil size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
              <ActionIcon aria-label={text.delete(template.name)} onClick={() => remove.mutate(template.id)}>
                <IconTrash size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
        {remove.error && (
          <p className="refusal" role="alert">
            {problemFacts(remove.error).text}
          </p>
        )}
        {edited === null ? (
          <Button onClick={() => setEdited(BLANK)}>{text.add}</Button>
        ) : (
          <TemplateForm
            key={'id' in edited ? edited.id : 'new'}
            accountId={accountId}
            template={edited}
            onSaved={async () => {
              await refresh();
              setEdited(null);
            }}
            onCancel={() => setEdited(null)}
          />
        )}
      </div>
    </Modal>
  );
}

interface TemplateFormProps {
  readonly accountId: number;
  readonly template: NewTemplate | ReplyTemplate;
  readonly onSaved: () => Promise<void>;
  readonly onCancel: () => void;
}

function TemplateForm({ accountId, template, onSaved, onCancel }: TemplateFormProps) {
  const { data: sources } = useQuery(sourcesQuery(accountId));
  const save = useMutation({
    mutationFn: (value: NewTemplate | ReplyTemplate) =>
      'id' in value ? changeTemplate(accountId, value) : addTemplate(accountId, value),
    onSuccess: onSaved,
  });
  const form = useForm({
    initial: template,
    onSend: (value) => save.mutate(value),
    refusal: refusalOf(save.error),
    refusedAt: 'text',
  });
  const chosen = form.values.source_ids;
  const toggle = (id: number, isChosen: boolean): void =>
    form.set({ source_ids: isChosen ? [...chosen, id] : chosen.filter((other) => other !== id) });
  return (
    <form className="stack" onSubmit={form.submit}>
      <TextInput label={text.name} data-autofocus required maxLength={MOST_NAME} {...form.text('name')} />
      <Textarea label={text.text} required rows={5} dir="auto" maxLength={MOST_TEXT} {...form.text('text')} />
      <fieldset className="filter-platforms">
        <legend className="small sub">{chosen.length === 0 ? text.allSources : text.sources}</legend>
        {[...(sources?.values() ?? [])]
          .filter((source) => source.can_publish_reply)
          .map((source) => (
            <Checkbox
              key={source.id}
              label={source.display_name}
              checked={chosen.includes(source.id)}
              onChange={(event) => toggle(source.id, event.currentTarget.checked)}
            />
          ))}
      </fieldset>
      <div className="dialog-foot">
        <Button onClick={onCancel}>{text.cancel}</Button>
        <WriteButton type="submit" variant="filled" loading={save.isPending}>
          {text.save}
        </WriteButton>
      </div>
    </form>
  );
}
