import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FolderMember } from '../../api/queries/folders';
import { foundObjectsQuery, OBJECTS_AT_ONCE, objectsQuery } from '../../api/queries/objects';
import { SearchField } from '../../parts/filters';
import { foldersWords } from '../../words/en/folders';
import { objectsWords } from '../../words/en/objects';

const SHOWN = 50;

interface ObjectChoiceProps {
  readonly accountId: number;
  readonly inFolder: ReadonlySet<number>;
  readonly onAdd: (object: FolderMember) => void;
}

/** The objects that are not in the folder. Of more than 1,000 the server finds those with the text. */
export function ObjectChoice({ accountId, inFolder, onAdd }: ObjectChoiceProps) {
  const [search, setSearch] = useState('');
  const all = useQuery(objectsQuery(accountId)).data;
  const isLarge = (all?.total ?? 0) > OBJECTS_AT_ONCE;
  const text = search.trim().slice(0, 100);
  const filter = { sort_by: 'name', ...(text === '' ? {} : { search: text }) } as const;
  const found = useInfiniteQuery({ ...foundObjectsQuery(accountId, filter), enabled: isLarge }).data?.pages;
  const objects = isLarge ? (found?.flatMap(({ data }) => data) ?? []) : (all?.data ?? []);
  const fitting = objects
    .filter(({ id, name }) => !inFolder.has(id) && name.toLocaleLowerCase().includes(text.toLocaleLowerCase()))
    .sort((a, b) => a.name.localeCompare(b.name));
  return (
    <div>
      <h3>{foldersWords.all}</h3>
      <SearchField label={foldersWords.searchObjects} value={search} onSearch={setSearch} />
      {fitting.length === 0 && all && <p className="sub">{text === '' ? foldersWords.allIn : objectsWords.noMatch}</p>}
      <ul className="member-list">
        {fitting.slice(0, SHOWN).map((object) => (
          <li key={object.id}>
            <bdi className="member-name">{object.name}</bdi>
            <Button variant="subtle" aria-label={foldersWords.addOf(object.name)} onClick={() => onAdd(object)}>
              {foldersWords.addObject}
            </Button>
          </li>
        ))}
      </ul>
      {fitting.length > SHOWN && <p className="small muted">{foldersWords.moreObjects(fitting.length - SHOWN)}</p>}
    </div>
  );
}
