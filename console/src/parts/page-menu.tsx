import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconDownload } from '@tabler/icons-react';
import { saveCsv, type Cell } from '../lib/csv';
import type { ApiCall } from '../lib/curl';
import { usePageActions, type PageAction } from '../lib/page-actions';
import { copyCurlWords } from '../words/en/copy-curl';
import { pageMenuWords } from '../words/en/page-menu';
import { CopyCurl, copyCurl } from './copy-curl';

interface PageMenuProps {
  /** The call of the API whose result the page shows. */
  readonly call?: ApiCall;
  /** The rows of the page as a file, once they are read; the first row has the names of the columns. */
  readonly csv?:
    | { readonly name: string; readonly label?: string; readonly rows: () => readonly (readonly Cell[])[] }
    | undefined;
  /** Actions that the page has buttons for; the palette offers them too. */
  readonly actions?: readonly PageAction[];
}

/** The menu of a page: its content as a call of the API and as a file. The palette offers the same. */
export function PageMenu({ call, csv, actions = [] }: PageMenuProps) {
  const save = csv && ((): void => saveCsv(csv.name, csv.rows()));
  const saveLabel = csv?.label ?? pageMenuWords.csv;
  usePageActions([
    ...actions,
    ...(call ? [{ label: copyCurlWords.copy, run: () => void copyCurl(call) }] : []),
    ...(save ? [{ label: saveLabel, run: save }] : []),
  ]);
  return (
    <Menu position="bottom-end" width={220} loop={false}>
      <Menu.Target>
        <ActionIcon aria-label={pageMenuWords.label}>
          <IconDots size={16} stroke={1.75} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {save && (
          <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={save}>
            {saveLabel}
          </Menu.Item>
        )}
        {call && <CopyCurl call={call} />}
      </Menu.Dropdown>
    </Menu>
  );
}
