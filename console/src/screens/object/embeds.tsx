import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemFacts } from '../../api/problem';
import { createEmbed, deleteEmbed, embedKeys, embedsQuery, type Embed } from '../../api/queries/embeds';
import { CodeBlock } from '../../parts/code-block';
import { Confirm } from '../../parts/confirm';
import { CopyButton } from '../../parts/copy-button';
import { ExternalLink } from '../../parts/external-link';
import { Segments } from '../../parts/segments';
import { WriteButton } from '../../parts/write-button';
import { embedsWords } from '../../words/en/embeds';
import { useOpenObject } from './use-object';

type Choice = keyof typeof embedsWords.choices;

const addressOf = ({ token }: Embed, ending: 'js' | 'html'): string => `${location.origin}/v3/embed/${token}.${ending}`;

const snippetOf = (embed: Embed): string =>
  `<script async src="${addressOf(embed, 'js')}"></script>\n<hrev-reviews token="${embed.token}"></hrev-reviews>`;

/** The public tokens with which web pages show the reviews of the object. */
export function EmbedsCard() {
  const { accountId, object, mayChange } = useOpenObject();
  const embeds = useQuery(embedsQuery(accountId));
  const own = embeds.data?.filter(({ object_id: id }) => id === object.id);
  return (
    <section className="card settings-card">
      <h2>{embedsWords.title}</h2>
      <p className="sub">{embedsWords.help}</p>
      {embeds.error && <p role="alert">{problemFacts(embeds.error).text}</p>}
      {own?.length === 0 && <p className="sub">{embedsWords.none}</p>}
      {own !== undefined && own.length > 0 && (
        <ul className="embeds">
          {own.map((embed) => (
            <li key={embed.id}>
              <EmbedLine embed={embed} />
            </li>
          ))}
        </ul>
      )}
      {mayChange && <NewEmbed />}
    </section>
  );
}

function NewEmbed() {
  const { accountId, object } = useOpenObject();
  const queries = useQueryClient();
  const [choice, setChoice] = useState<Choice>('all');
  const create = useMutation({
    mutationFn: () => createEmbed(accountId, object.id, choice === 'all' ? null : Number(choice)),
    onSuccess: () => queries.invalidateQueries({ queryKey: embedKeys.all(accountId) }),
  });
  return (
    <>
      <Segments label={embedsWords.ratings} value={choice} choices={embedsWords.choices} onChoose={setChoice} />
      <WriteButton loading={create.isPending} onClick={() => create.mutate()}>
        {embedsWords.create}
      </WriteButton>
      <span role="status" className="small sub">
        {create.isSuccess && embedsWords.created}
      </span>
      {create.error && <p role="alert">{problemFacts(create.error).text}</p>}
    </>
  );
}

function EmbedLine({ embed }: { readonly embed: Embed }) {
  const { mayChange } = useOpenObject();
  const name = embedsWords.shown(embed.options.min_rating);
  return (
    <>
      <h3>{name}</h3>
      <CodeBlock label={`${embedsWords.snippet}: ${name}`} text={snippetOf(embed)} />
      <div className="row-actions">
        <CopyButton
          text={snippetOf(embed)}
          label={embedsWords.copy}
          copiedLabel={embedsWords.copied}
          name={embedsWords.snippet}
        />
        <ExternalLink url={addressOf(embed, 'html')} name={embedsWords.preview} />
        {mayChange && <Revocation embed={embed} />}
      </div>
    </>
  );
}

function Revocation({ embed }: { readonly embed: Embed }) {
  const { accountId } = useOpenObject();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const revoke = useMutation({
    mutationFn: () => deleteEmbed(accountId, embed.id),
    onSuccess: () => queries.invalidateQueries({ queryKey: embedKeys.all(accountId) }),
  });
  return (
    <>
      <Button className="danger" size="compact-sm" onClick={() => setOpen(true)}>
        {embedsWords.revoke}
      </Button>
      <Confirm
        title={embedsWords.revokeTitle}
        action={embedsWords.revoke}
        isOpen={isOpen}
        isPending={revoke.isPending}
        problem={revoke.error && problemFacts(revoke.error).text}
        onConfirm={() => revoke.mutate()}
        onClose={() => setOpen(false)}
      >
        <p>{embedsWords.revokeLoss}</p>
      </Confirm>
    </>
  );
}
