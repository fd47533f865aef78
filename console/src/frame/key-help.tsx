import { Modal } from '@mantine/core';
import { useFocusReturn } from '../lib/focus-return';
import { keysInUse, MOD } from '../lib/keys';
import { keysWords } from '../words/en/keys';

/** Lists the keys of the screen that is shown. */
export function KeyHelp({ onClose }: { readonly onClose: () => void }) {
  useFocusReturn();
  const { keys, hasSingleKeys } = keysInUse();
  const rows = [...keys].flatMap(([key, own]) => {
    const text = own ?? keysWords.actions[key];
    return text === undefined ? [] : [{ key, text }];
  });
  return (
    <Modal opened onClose={onClose} title={keysWords.title} size={480}>
      {!hasSingleKeys && <p className="sub small">{keysWords.off}</p>}
      <dl className="key-list">
        {rows.map(({ key, text }) => (
          <div key={key}>
            <dt>{text}</dt>
            <dd>
              {key.split(/[ +]/).map((part) => (
                <kbd key={part}>{part === 'mod' ? MOD : (keysWords.names[part] ?? part.toUpperCase())}</kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
