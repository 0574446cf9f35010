import { useId, useState } from 'preact/hooks';
import { Managed } from '../notice.tsx';
import './choice.css';
import './field.css';

/** Who set a value, in words; nothing where it is as the product comes. */
export type Origin = {
  /** Who decides this in the person's place; absent where the person does. */
  managed?: string | undefined;
  /** Who set the value, where the person may change it. */
  setBy?: string | undefined;
};

const OriginNote = ({ managed, setBy }: Origin) => (
  <>
    {managed !== undefined && <Managed words={managed} />}
    {setBy !== undefined && <p class="small quiet">{setBy}</p>}
  </>
);

type Option<V extends string> = { value: V; label: string; hint?: string };
type ChoiceProps<V extends string> = Origin & {
  title: string;
  options: readonly Option<V>[];
  value: V;
  onChoose: (value: V) => void;
};

/** One of several. */
export function Choice<V extends string>({ title, options, value, onChoose, ...origin }: ChoiceProps<V>) {
  const name = useId();
  const [, drawAgain] = useState({});
  return (
    <fieldset class="choice" disabled={origin.managed !== undefined}>
      <legend class="choice-title">{title}</legend>
      {options.map((option) => (
        <ChoiceLine
          key={option.value}
          kind="radio"
          name={name}
          {...option}
          checked={option.value === value}
          onChange={() => {
            onChoose(option.value);
            // The one in force is checked again, until another value is.
            drawAgain({});
          }}
        />
      ))}
      <OriginNote {...origin} />
    </fieldset>
  );
}

type ToggleProps = Origin & { label: string; hint?: string; on: boolean; onToggle: (on: boolean) => void };

/** In a list or out of it. */
export const Tick = ({ on, onToggle, ...line }: ToggleProps) => (
  <ChoiceLine kind="checkbox" checked={on} onChange={onToggle} {...line} />
);

/** On or off, at once. */
export const Switch = ({ on, onToggle, ...line }: ToggleProps) => (
  <ChoiceLine kind="switch" checked={on} onChange={onToggle} {...line} />
);

type LineProps = Origin & {
  kind: 'radio' | 'checkbox' | 'switch';
  name?: string;
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function ChoiceLine({ kind, name, label, hint, checked, onChange, ...origin }: LineProps) {
  const id = useId();
  return (
    <div class={`choice-line choice-line-${kind}`}>
      <input
        id={id}
        {...(kind === 'switch' ? { type: 'checkbox', role: 'switch' } : { type: kind })}
        name={name}
        checked={checked}
        disabled={origin.managed !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const { checked: wanted } = event.currentTarget;
          if (kind !== 'radio') event.currentTarget.checked = checked;
          onChange(wanted);
        }}
      />
      <div>
        <label for={id}>{label}</label>
        <div id={`${id}-hint`}>
          {hint && <p class="small quiet">{hint}</p>}
          <OriginNote {...origin} />
        </div>
      </div>
    </div>
  );
}

type ChipsProps<V extends string> = {
  title: string;
  options: readonly { readonly value: V; readonly label: string }[];
  /** Empty where none is chosen. */
  value: V | '';
  /** Empty where the person takes the choice back. */
  onChoose: (value: V | '') => void;
};

/** One of several words, or none: a press on the chosen one takes it back. */
export function Chips<V extends string>({ title, options, value, onChoose }: ChipsProps<V>) {
  const name = useId();
  return (
    <fieldset class="chips">
      <legend class="choice-title">{title}</legend>
      <div class="chips-all">
        {options.map((option) => (
          <label key={option.value} class="chip">
            <input
              type="radio"
              name={name}
              checked={option.value === value}
              onClick={() => option.value === value && onChoose('')}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

type SelectProps<V extends string> = Origin & {
  label: string;
  /** `lang` where a label is in another language than the page. */
  options: readonly { readonly value: V; readonly label: string; readonly lang?: string | undefined }[];
  value: V;
  onChoose: (value: V) => void;
};

/** One of many, where showing them all would hide the rest. */
export function Select<V extends string>({ label, options, value, onChoose, ...origin }: SelectProps<V>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class="small quiet">
        {label}
      </label>
      <select
        id={id}
        class="field-input"
        value={value}
        disabled={origin.managed !== undefined}
        aria-describedby={origin.managed === undefined && origin.setBy === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChoose(event.currentTarget.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <div id={`${id}-hint`}>
        <OriginNote {...origin} />
      </div>
    </div>
  );
}
