import { useId, type ReactNode, type SubmitEvent } from 'react';
import './settings-form.css';

interface SettingsFormProps {
  readonly title: string;
  readonly intro?: string;
  readonly onSubmit?: (event: SubmitEvent) => void;
  readonly children: ReactNode;
}

/** A section of settings with one column of fields. */
export function SettingsForm({ title, intro, onSubmit, children }: SettingsFormProps) {
  const id = useId();
  return (
    <section className="settings-form" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {intro !== undefined && <p className="small sub">{intro}</p>}
      <form noValidate onSubmit={onSubmit ?? ((event) => event.preventDefault())}>
        {children}
      </form>
    </section>
  );
}
