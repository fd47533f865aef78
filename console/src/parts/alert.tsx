import { IconAlertTriangle } from '@tabler/icons-react';

/** Why a form was refused; nothing without a text. */
export function Alert({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p className="banner bad" role="alert">
      <IconAlertTriangle className="icon" size={16} aria-hidden />
      {text}
    </p>
  );
}
