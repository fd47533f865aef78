import { Select } from '@mantine/core';
import { IconBuilding } from '@tabler/icons-react';
import { scopeWords } from '../words/en/scope';
import './scope-picker.css';

/** A folder or an object with its value in the address: `folder:3`, `object:17`. */
export interface ScopeChoice {
  readonly value: string;
  readonly name: string;
}

interface ScopePickerProps {
  /** Undefined: all objects. */
  readonly value: string | undefined;
  readonly objects: readonly ScopeChoice[];
  readonly folders: readonly ScopeChoice[];
  /** The number of objects of the account. */
  readonly total: number;
  readonly onChoose: (scope: string | undefined) => void;
}

const ALL = 'all';
const MOST_SHOWN = 60;

/** Chooses the whole account, a folder or an object, by name. */
export function ScopePicker({ value, objects, folders, total, onChoose }: ScopePickerProps) {
  const options = (choices: readonly ScopeChoice[]) =>
    choices.map((choice) => ({ value: choice.value, label: choice.name }));
  return (
    <Select
      className="scope-picker"
      variant="unstyled"
      aria-label={scopeWords.label}
      searchable
      allowDeselect={false}
      limit={MOST_SHOWN}
      nothingFoundMessage={scopeWords.nothing}
      leftSection={<IconBuilding size={16} stroke={1.75} aria-hidden />}
      comboboxProps={{ width: 320, position: 'bottom-start' }}
      value={value ?? ALL}
      data={[
        { value: ALL, label: scopeWords.all(total) },
        ...(folders.length === 0 ? [] : [{ group: scopeWords.folders, items: options(folders) }]),
        ...(objects.length === 0 ? [] : [{ group: scopeWords.objects, items: options(objects) }]),
      ]}
      onChange={(chosen) => onChoose(chosen === null || chosen === ALL ? undefined : chosen)}
    />
  );
}
