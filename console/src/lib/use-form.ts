import { useRef, useState, type SubmitEvent } from 'react';
import { useKeptValues } from './kept-forms';

/** Why the API refused a form: the texts of the fields that it names, and the text as a whole. */
export interface Refusal {
  readonly byField: Readonly<Record<string, string>>;
  readonly text: string;
}

interface FormOptions<V, F extends string> {
  /** What the fields hold at first. */
  readonly initial: V;
  /** A text for each field that is not right, in the order of the fields. A form may have fields that it does not hold. */
  readonly check?: (values: V) => { readonly [K in F]?: string | null };
  /** The name of a form whose values are there again after the session ended and the person signed in. */
  readonly keptAs?: string;
  /** Whether the texts of `check` are shown before the form is sent for the first time. */
  readonly isEager?: boolean;
  /** Sends values in which nothing is wrong. */
  readonly onSend: (values: V) => void;
  /** Is called before each change of a field, for what is no longer true then. */
  readonly onEdit?: () => void;
  readonly refusal?: Refusal | null;
  /** The fields that have another name in the API, by that name. */
  readonly names?: Readonly<Record<string, NoInfer<F> | Key<V>>>;
  /** The field that shows a refusal which belongs to none. Without it, the form shows `refusal`. */
  readonly refusedAt?: NoInfer<F> | Key<V>;
}

type Key<V> = keyof V & string;

/** The fields that hold a text of any kind. */
type TextKey<V> = { [K in Key<V>]: string extends V[K] ? K : never }[Key<V>];

/** What the input of a text needs. */
export interface TextField {
  readonly ref: (element: HTMLElement | null) => void;
  readonly value: string;
  readonly error: string | null;
  readonly onChange: (event: { readonly currentTarget: { readonly value: string } }) => void;
}

export interface Form<V, F extends string> {
  readonly values: V;
  readonly set: (next: Partial<V>) => void;
  /** Puts the first values back, without problems. */
  readonly reset: () => void;
  /** The handler of the form. If something is wrong, the first field of it gets the focus. */
  readonly submit: (event: SubmitEvent) => void;
  readonly text: (name: TextKey<V>) => TextField;
  /** The ref of a field that is no text: of its input, or of what contains it. */
  readonly at: (name: F | Key<V>) => TextField['ref'];
  readonly problemOf: (name: F | Key<V>) => string | null;
  /** Selects what a field holds, for another try. */
  readonly select: (name: F | Key<V>) => void;
  /** The text of a refusal that belongs to no field. */
  readonly refusal: string | null;
}

/** A form: what its fields hold, what is wrong with them, and where the focus goes. */
export function useForm<V extends object, F extends string = never>(options: FormOptions<V, F>): Form<V, F> {
  const { initial, check, isEager = false, onSend, onEdit, refusal = null, names = {}, refusedAt = null } = options;
  const [values, setValues] = useKeptValues(options.keptAs, initial);
  const [isSent, setSent] = useState(false);
  const elements = useRef(new Map<string, HTMLElement>());
  const problems: Readonly<Record<string, string | null | undefined>> = check?.(values) ?? {};
  // Only a field that is shown can show a refusal, which arrives after the fields.
  const refused = placed(refusal, (name) => {
    const field = names[name] ?? name;
    return elements.current.has(field) ? field : null;
  });
  const problemOf = (name: string): string | null => {
    const own = isSent || isEager ? problems[name] : null;
    return own ?? refused[name] ?? (name === refusedAt ? refused[WHOLE] : null) ?? null;
  };
  const set = (next: Partial<V>): void => {
    onEdit?.();
    setValues((before) => ({ ...before, ...next }));
  };
  const at =
    (name: string): TextField['ref'] =>
    (element) => {
      if (element === null) elements.current.delete(name);
      else elements.current.set(name, element);
    };
  return {
    values,
    set,
    reset: () => {
      setValues(initial);
      setSent(false);
    },
    submit: (event) => {
      event.preventDefault();
      setSent(true);
      const wrong = Object.keys(problems).find((name) => problems[name]);
      if (wrong === undefined) onSend(values);
      else inputOf(elements.current.get(wrong))?.focus();
    },
    text: (name) => ({
      ref: at(name),
      value: String(values[name] ?? ''),
      error: problemOf(name),
      onChange: ({ currentTarget: { value } }) => set({ [name]: value } as Partial<V>),
    }),
    at,
    problemOf,
    select: (name) => inputOf(elements.current.get(name))?.select(),
    refusal: refusedAt === null ? (refused[WHOLE] ?? null) : null,
  };
}

/** The name of the form as a whole among those of its fields. */
const WHOLE = '';

/** The texts of a refusal by field; that of the whole form if it names no field, or one that the form does not have. */
export function placed(
  refusal: Refusal | null,
  fieldOf: (name: string) => string | null,
): Readonly<Record<string, string>> {
  if (refusal === null) return {};
  const texts = Object.entries(refusal.byField).map(([name, text]) => [fieldOf(name), text] as const);
  const isWhole = texts.length === 0 || texts.some(([field]) => field === null);
  return isWhole ? { [WHOLE]: refusal.text } : Object.fromEntries(texts);
}

type Input = HTMLInputElement | HTMLTextAreaElement;

function inputOf(element: HTMLElement | undefined): Input | null {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return element;
  return element?.querySelector<Input>('input, textarea') ?? null;
}

/** The problem of a field that must not be empty. */
export const missing = (text: string, problem: string): string | null => (text.trim() === '' ? problem : null);
