import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { i18n } from '../../../language/i18n.ts';
import { numberInWords } from '../../../language/locale.ts';
import { Managed } from '../notice.tsx';
import './field.css';

type FieldProps = {
  label: string;
  value: string;
  onInput: (value: string) => void;
  hint?: string | undefined;
  /** What is wrong with the value, in words; empty where nothing is. */
  problem?: string | undefined;
  kind?: 'text' | 'email' | 'url' | 'password';
  lines?: number;
  /** Maximum number of characters. More can be pasted: the browser would cut it off without a word. */
  maxLength: number;
  optional?: boolean;
  /** Addresses and keys: monospace, no spelling check, always left to right. */
  code?: boolean;
  /** Enter in a field of one line. */
  onEnter?: () => void;
  /** Counts up each time the field must take the focus, because what it holds is wrong. */
  attention?: number;
  placeholder?: string | undefined;
  /** Who decides this in the person's place, in words; absent where the person does. */
  managed?: string | undefined;
  children?: ComponentChildren;
};

export function Field({ label, value, onInput, hint, kind = 'text', lines = 1, ...rest }: FieldProps) {
  const { maxLength, optional, code, onEnter, attention = 0, placeholder, managed, children } = rest;
  const isTooLong = value.length > maxLength;
  const [most, length] = [maxLength, value.length].map(numberInWords) as [string, string];
  const problem = isTooLong ? i18n.t('problem.tooLong', { most, length }) : rest.problem;
  const id = useId();
  const element = useRef<HTMLElement | null>(null);
  useEffect(() => {
    if (attention > 0) element.current?.focus();
  }, [attention]);
  const input = {
    id,
    ref: (node: HTMLElement | null) => {
      element.current = node;
    },
    class: code ? 'field-input code' : 'field-input',
    value,
    placeholder,
    'data-long': isTooLong || undefined,
    disabled: managed !== undefined,
    spellcheck: !code,
    autocomplete: kind === 'email' ? 'email' : 'off',
    dir: code ? 'ltr' : 'auto',
    'aria-invalid': problem ? true : undefined,
    'aria-describedby':
      [(hint || managed) && `${id}-hint`, problem && `${id}-problem`].filter(Boolean).join(' ') || undefined,
    onInput: (event: Event) => onInput((event.currentTarget as HTMLInputElement).value),
  } as const;
  return (
    <div class="field">
      <label for={id} class="strong">
        {label}
        {optional && <span class="quiet field-optional"> ({i18n.t('action.optional')})</span>}
      </label>
      {lines > 1 ? (
        <textarea {...input} rows={lines} />
      ) : (
        <div class="field-line">
          <input
            {...input}
            {...typeOf(kind)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !onEnter || event.isComposing) return;
              event.preventDefault();
              onEnter();
            }}
          />
          {children}
        </div>
      )}
      {(hint || managed) && (
        <div id={`${id}-hint`}>
          {hint && <p class="small quiet">{hint}</p>}
          {managed && <Managed words={managed} />}
        </div>
      )}
      <p id={`${id}-problem`} class="small field-problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

// Preact's types want a literal; the four behave alike here.
const typeOf = (kind: NonNullable<FieldProps['kind']>) => ({ type: kind as 'text' });
