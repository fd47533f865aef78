import { Button, PasswordInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { missing, useForm } from '../lib/use-form';
import { Alert } from './alert';
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

const EMPTY: Readonly<Record<string, string>> = {};

/** A card with a few fields and one button, for persons who are not signed in. The first empty field gets the focus. */
export function PersonForm<Name extends string>(props: PersonFormProps<Name>) {
  const { fields, problem, onSubmit } = props;
  const form = useForm({
    initial: EMPTY,
    check: (values) =>
      Object.fromEntries(fields.map((field) => [field.name, missing(values[field.name] ?? '', field.missing)])),
    onSend: (values) => onSubmit(values as Record<Name, string>),
  });
  return (
    <main className="sign-in">
      <title>{props.title}</title>
      <form className="card" noValidate onSubmit={form.submit}>
        {props.mark}
        <h1>{props.title}</h1>
        {props.intro !== null && <p>{props.intro}</p>}
        <Alert text={problem} />
        {fields.map(({ name, label, help, kind, autoComplete }) => {
          const shared = { label, autoComplete, description: help ?? null, ...form.text(name) };
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
        {fields.length > 0 && (
          <Button type="submit" variant="filled" loading={props.isPending}>
            {props.submit}
          </Button>
        )}
        {props.children}
      </form>
    </main>
  );
}
