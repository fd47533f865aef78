import { Menu } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { copyText } from '../lib/copy-text';
import { curlOf, type ApiCall } from '../lib/curl';
import { copyCurlWords } from '../words/en/copy-curl';
import { showToast } from './toasts';

/** Copies a call of the API as a command. If the browser refuses the clipboard, the person can copy it from a dialog. */
export async function copyCurl(call: ApiCall): Promise<void> {
  const command = curlOf(call, window.location.origin);
  if (await copyText(command)) showToast({ text: copyCurlWords.copied });
  else window.prompt(copyCurlWords.byHand, command);
}

/** An entry of a menu that copies the call of the API whose result the screen shows. */
export function CopyCurl({ call }: { readonly call: ApiCall }) {
  return (
    <Menu.Item leftSection={<IconTerminal2 size={16} stroke={1.75} aria-hidden />} onClick={() => void copyCurl(call)}>
      {copyCurlWords.copy}
    </Menu.Item>
  );
}
