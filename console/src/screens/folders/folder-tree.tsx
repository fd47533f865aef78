import { IconChevronDown, IconChevronRight, IconFolder } from '@tabler/icons-react';
import { useRef, useState, type KeyboardEvent, type Ref } from 'react';
import { foldersWords } from '../../words/en/folders';
import type { TreeLine } from './tree';

interface FolderTreeProps {
  readonly lines: readonly TreeLine[];
  readonly chosenId: number | null;
  readonly onChoose: (id: number) => void;
  readonly onOpen: (id: number, isOpen: boolean) => void;
  /** Null for a person who may not change folders. */
  readonly onRename: ((id: number) => void) | null;
  readonly onMove: ((id: number) => void) | null;
}

/**
 * The folders as a tree grid, which is one tab stop. The arrow keys move, open and close; Enter shows a folder, F2 renames and M moves it.
 */
export function FolderTree(props: FolderTreeProps) {
  const { lines, chosenId } = props;
  const [focusedId, setFocused] = useState<number | null>(null);
  const rows = useRef(new Map<number, HTMLElement>());
  const isShown = (id: number | null): boolean => lines.some((line) => line.id === id);
  const stopId = isShown(focusedId) ? focusedId : isShown(chosenId) ? chosenId : (lines[0]?.id ?? null);
  const focus = (line: TreeLine | undefined): void => {
    if (line === undefined) return;
    setFocused(line.id);
    rows.current.get(line.id)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, line: TreeLine): void => {
    const action = actionsOf(line, props, focus)[event.key];
    if (!action || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    action();
  };
  return (
    <div role="treegrid" aria-label={foldersWords.tree} className="folder-tree">
      {lines.map((line) => (
        <FolderRow
          key={line.id}
          ref={(row) => {
            if (row === null) rows.current.delete(line.id);
            else rows.current.set(line.id, row);
          }}
          line={line}
          isStop={line.id === stopId}
          isChosen={line.id === chosenId}
          onFocus={() => setFocused(line.id)}
          onKeyDown={(event) => onKeyDown(event, line)}
          onChoose={() => props.onChoose(line.id)}
          onOpen={props.onOpen}
        />
      ))}
    </div>
  );
}

type Actions = Readonly<Record<string, (() => void) | null>>;

/** What the keys do at a line of the tree. */
function actionsOf(line: TreeLine, props: FolderTreeProps, focus: (line: TreeLine | undefined) => void): Actions {
  const { lines, onChoose, onOpen, onRename, onMove } = props;
  const place = lines.indexOf(line);
  const [open, close] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  return {
    ArrowDown: () => focus(lines[place + 1]),
    ArrowUp: () => focus(lines[place - 1]),
    Home: () => focus(lines[0]),
    End: () => focus(lines.at(-1)),
    [open ?? '']: () => (line.isOpen === false ? onOpen(line.id, true) : line.isOpen && focus(lines[place + 1])),
    [close ?? '']: () => (line.isOpen ? onOpen(line.id, false) : focus(lines.find(({ id }) => id === line.parentId))),
    Enter: () => onChoose(line.id),
    ' ': () => onChoose(line.id),
    F2: onRename && (() => onRename(line.id)),
    m: onMove && (() => onMove(line.id)),
  };
}

interface FolderRowProps {
  readonly ref: Ref<HTMLDivElement>;
  readonly line: TreeLine;
  /** Whether it is the tab stop of the tree. */
  readonly isStop: boolean;
  readonly isChosen: boolean;
  readonly onFocus: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onChoose: () => void;
  readonly onOpen: FolderTreeProps['onOpen'];
}

function FolderRow({ ref, line, isStop, isChosen, onFocus, onKeyDown, onChoose, onOpen }: FolderRowProps) {
  return (
    <div
      ref={ref}
      role="row"
      tabIndex={isStop ? 0 : -1}
      aria-level={line.level}
      aria-posinset={line.place}
      aria-setsize={line.of}
      aria-expanded={line.isOpen ?? undefined}
      aria-selected={isChosen}
      className={`folder-row level-${line.level}`}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
      onClick={onChoose}
    >
      <span role="gridcell" className="folder-name">
        <Twist line={line} onOpen={onOpen} />
        <IconFolder className="icon" size={16} aria-hidden />
        <bdi className="clip">{line.name}</bdi>
      </span>
      <span role="gridcell" className="small muted num nowrap">
        {foldersWords.objects(line.objects)}
      </span>
    </div>
  );
}

/** Opens and closes by pointer; the keyboard does it from the row. */
function Twist({ line, onOpen }: { readonly line: TreeLine; readonly onOpen: FolderTreeProps['onOpen'] }) {
  if (line.isOpen === null) return <span className="twist" />;
  const Shape = line.isOpen ? IconChevronDown : IconChevronRight;
  return (
    <span
      className="twist"
      aria-hidden
      onClick={(event) => {
        event.stopPropagation();
        onOpen(line.id, !line.isOpen);
      }}
    >
      <Shape className="icon" size={16} />
    </span>
  );
}
