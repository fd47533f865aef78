import { Modal, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useId, useState, type KeyboardEvent } from 'react';
import type { Membership } from '../../api/queries/session';
import { useFocusReturn } from '../../lib/focus-return';
import { paletteWords } from '../../words/en/palette';
import type { Place } from '../places';
import { matching, type Entry, type Group } from './matches';
import { useGroups } from './groups';
import './palette.css';

interface PaletteProps {
  readonly account: Membership;
  readonly places: readonly Place[];
  readonly onClose: () => void;
  readonly onHelp: () => void;
}

/** Searches places, objects, ids, actions of the page and accounts, and opens the chosen one. */
export function Palette({ account, places, onClose, onHelp }: PaletteProps) {
  useFocusReturn();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const list = useId();
  const groups = matching(useGroups({ account, places, text, onHelp, onProblem: setProblem }), text);
  const entries = groups.flatMap((group) => group.entries);
  const run = ({ run: act, staysOpen }: Entry): void => {
    if (!staysOpen) onClose();
    act();
  };
  const { current, choose, onKeyDown } = useChosen(entries, run);
  return (
    <Modal.Root opened onClose={onClose} size={560} yOffset="12vh" padding={0} transitionProps={{ duration: 0 }}>
      <Modal.Overlay />
      <Modal.Content aria-label={paletteWords.title} className="palette">
        <TextInput
          data-autofocus
          role="combobox"
          aria-expanded
          aria-controls={list}
          aria-activedescendant={current && `${list}-${current.id}`}
          aria-label={paletteWords.title}
          placeholder={paletteWords.placeholder}
          leftSection={<IconSearch size={16} aria-hidden />}
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            choose(0);
            setProblem(null);
          }}
          onKeyDown={onKeyDown}
        />
        <Results list={list} groups={groups} current={current} onRun={run} />
        <p role="status" className={entries.length > 0 && problem === null ? 'sr' : 'palette-none'}>
          {problem ?? (entries.length === 0 ? paletteWords.none : paletteWords.count(entries.length))}
        </p>
      </Modal.Content>
    </Modal.Root>
  );
}

/** The chosen entry; arrows move to the others, Enter runs it. */
function useChosen(entries: readonly Entry[], run: (entry: Entry) => void) {
  const [chosen, choose] = useState(0);
  const index = Math.min(chosen, entries.length - 1);
  const current = entries[index];
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || current === undefined) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (step === undefined) run(current);
    else choose((index + step + entries.length) % entries.length);
  };
  return { current, choose, onKeyDown };
}

interface ResultsProps {
  readonly list: string;
  readonly groups: readonly Group[];
  readonly current: Entry | undefined;
  readonly onRun: (entry: Entry) => void;
}

function Results({ list, groups, current, onRun }: ResultsProps) {
  return (
    <div id={list} role="listbox" aria-label={paletteWords.results} className="palette-list">
      {groups.map((group) => (
        <div key={group.title} role="group" aria-label={group.title}>
          <p className="group" aria-hidden>
            {group.title}
          </p>
          {group.entries.map((entry) => (
            <Row
              key={entry.id}
              id={`${list}-${entry.id}`}
              entry={entry}
              isCurrent={entry.id === current?.id}
              onRun={onRun}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface RowProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isCurrent: boolean;
  readonly onRun: (entry: Entry) => void;
}

function Row({ id, entry, isCurrent, onRun }: RowProps) {
  return (
    // The keys are those of the input, which keeps the focus.
    <div
      id={id}
      role="option"
      aria-selected={isCurrent}
      className="palette-row"
      ref={(row) => (isCurrent ? row?.scrollIntoView({ block: 'nearest' }) : undefined)}
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onRun(entry)}
    >
      <bdi className="clip">{entry.label}</bdi>
      {entry.hint !== undefined && <span className="muted small nowrap">{entry.hint}</span>}
    </div>
  );
}
