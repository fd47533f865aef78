import { Button, PasswordInput, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import './sign-in-form.css';

/** A field of a form about a person. All fields are required. */
export interface PersonField<Name extends string> {
  readonly name: Name;
  readonly label: string;
  readonly help?: string;
  readonly missing: string;
  readonly kind: 'text' | 'email' | 'password';
  readonly autoComplete: string;
}

interface PersonFormProps<Name extends string> {
  readonly mark: ReactNode;
  readonly title: string;
  readonly intro: string | null;
  readonly problem: string | null;
  /** None where there is nothing to fill in, such as for a link that was used. */
  readonly fields: readonly PersonField<Name>[];
  readonly showPassword: string;
  readonly submit: string;
  readonly isPending: boolean;
  readonly onSubmit: (values: Readonly<Record<Name, string>>) => void;
  readonly children?: ReactNode;
}

/** A card with a few fields and one button, for persons who are not signed in. The first empty field gets the focus. */
export function PersonForm<Name extends string>(props: PersonFormProps<Name>) {
  const { fields, problem, onSubmit } = props;
  const [values, setValues] = useState<Partial<Record<Name, string>>>({});
  const [isSent, setSent] = useState(false);
  const inputs = useRef(new Map<Name, HTMLInputElement>());
  const valueOf = (name: Name): string => values[name] ?? '';
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setSent(true);
    const empty = fields.find(({ name }) => valueOf(name).trim() === '');
    if (empty !== undefined) inputs.current.get(empty.name)?.focus();
    else onSubmit(Object.fromEntries(fields.map(({ name }) => [name, valueOf(name)])) as Record<Name, string>);
  };
  return (
    <main className="sign-in">
      <title>{props.title}</title>
      <form className="card" noValidate onSubmit={submit}>
        {props.mark}
        <h1>{props.title}</h1>
        {props.intro !== null && <p>{props.intro}</p>}
        {problem !== null && (
          <p className="banner bad" role="alert">
            <IconAlertTriangle className="icon" size={16} aria-hidden />
            {problem}
          </p>
        )}
        {fields.map(({ name, label, help, missing, kind, autoComplete }) => {
          const shared = {
            label,
            autoComplete,
            description: help ?? null,
            error: isSent && valueOf(name).trim() === '' ? missing : null,
            value: valueOf(name),
            ref: (input: HTMLInputElement | null) => {
              if (input !== null) inputs.current.set(name, input);
            },
            onChange: (event: { readonly currentTarget: HTMLInputElement }) => {
              const { value } = event.currentTarget;
              setValues((before) => ({ ...before, [name]: value }));
            },
          };
          return kind === 'password' ? (
            <PasswordInput
              key={name}
              {...shared}
              visibilityToggleButtonProps={{ 'aria-label': props.showPassword, tabIndex: 0 }}
            />
          ) : (
            <TextInput key={name} {...shared} type={kind} />
          );
        })}
        {fields.length > 0 && <Submit text={props.submit} isPending={props.isPending} />}
        {props.children}
      </form>
    </main>
  );
}

function Submit({ text, isPending }: { readonly text: string; readonly isPending: boolean }) {
  return (
    <Button type="submit" variant="filled" loading={isPending}>
      {text}
    </Button>
  );
}
