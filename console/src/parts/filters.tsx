import { TextInput } from '@mantine/core';
import { IconSearch, IconX } from '@tabler/icons-react';
import { useEffect, useState, type Ref } from 'react';
import { filtersWords } from '../words/en/filters';
import './filters.css';

const PAUSE_MS = 300;

interface SearchFieldProps {
  readonly label: string;
  readonly value: string;
  /** Called when typing pauses. */
  readonly onSearch: (text: string) => void;
  readonly ref?: Ref<HTMLInputElement>;
}

export function SearchField({ label, value, onSearch, ref }: SearchFieldProps) {
  const [text, setText] = useState(value);
  useEffect(() => setText(value), [value]);
  useEffect(() => {
    if (text === value) return;
    const pause = setTimeout(() => onSearch(text), PAUSE_MS);
    return () => clearTimeout(pause);
  }, [text, value, onSearch]);
  return (
    <TextInput
      ref={ref}
      type="search"
      className="search-field"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} aria-hidden />}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

/** An active filter; pressing it removes it. */
export function FilterChip({
  name,
  value,
  onRemove,
}: {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}) {
  return (
    <button
      type="button"
      className="filter"
      data-print
      aria-label={filtersWords.remove(`${name} ${value}`)}
      onClick={onRemove}
    >
      {name} <b>{value}</b>
      <IconX size={14} aria-hidden />
    </button>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly choices: Readonly<Record<T, string>>;
  readonly onChoose: (value: T) => void;
}

export function Choice<T extends string>({ label, value, choices, onChoose }: ChoiceProps<T>) {
  return (
    <select
      className="choice"
      aria-label={label}
      value={value}
      onChange={(event) => onChoose(event.currentTarget.value as T)}
    >
      {(Object.entries(choices) as [T, string][]).map(([key, text]) => (
        <option key={key} value={key}>
          {text}
        </option>
      ))}
    </select>
  );
}
