import { useId } from 'preact/hooks';
import { Managed } from '../notice.tsx';
import './choice.css';
import './field.css';

type Option<V extends string> = { value: V; label: string; hint?: string };
type ChoiceProps<V extends string> = {
  title: string;
  options: readonly Option<V>[];
  value: V;
  onChoose: (value: V) => void;
  /** Who decides this in the person's place, in words; absent where the person does. */
  managed?: string | undefined;
  /** Who set the value, in words, where the person may change it. */
  setBy?: string | undefined;
};

/** One of several. */
export function Choice<V extends string>({ title, options, value, onChoose, managed, setBy }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset class="choice" disabled={managed !== undefined}>
      <legend class="choice-title">{title}</legend>
      {options.map((option) => (
        <ChoiceLine
          key={option.value}
          kind="radio"
          name={name}
          {...option}
          checked={option.value === value}
          onChange={() => onChoose(option.value)}
        />
      ))}
      {managed !== undefined && <Managed words={managed} />}
      {setBy !== undefined && <p class="small quiet">{setBy}</p>}
    </fieldset>
  );
}

type ToggleProps = {
  label: string;
  hint?: string;
  on: boolean;
  onToggle: (on: boolean) => void;
  managed?: string | undefined;
  setBy?: string | undefined;
};

/** On or off. */
export const Toggle = ({ on, onToggle, ...line }: ToggleProps) => (
  <ChoiceLine kind="checkbox" checked={on} onChange={onToggle} {...line} />
);

type LineProps = {
  kind: 'radio' | 'checkbox';
  name?: string;
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
  managed?: string | undefined;
  setBy?: string | undefined;
};

function ChoiceLine({ kind, name, label, hint, checked, onChange, managed, setBy }: LineProps) {
  const id = useId();
  return (
    <div class="choice-line">
      <input
        id={id}
        type={kind}
        name={name}
        checked={checked}
        disabled={managed !== undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const { checked: wanted } = event.currentTarget;
          event.currentTarget.checked = checked;
          onChange(wanted);
        }}
      />
      <div>
        <label for={id}>{label}</label>
        <div id={`${id}-hint`}>
          {hint && <p class="small quiet">{hint}</p>}
          {managed !== undefined && <Managed words={managed} />}
          {setBy !== undefined && <p class="small quiet">{setBy}</p>}
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
      <legend class="chips-title">{title}</legend>
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

type SelectProps<V extends string> = {
  label: string;
  /** `lang` where a label is in another language than the page. */
  options: readonly { readonly value: V; readonly label: string; readonly lang?: string | undefined }[];
  value: V;
  onChoose: (value: V) => void;
  managed?: string | undefined;
  setBy?: string | undefined;
};

/** One of many, where showing them all would hide the rest. */
export function Select<V extends string>({ label, options, value, onChoose, managed, setBy }: SelectProps<V>) {
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
        disabled={managed !== undefined}
        aria-describedby={managed === undefined && setBy === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChoose(event.currentTarget.value as V)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value} lang={option.lang}>
            {option.label}
          </option>
        ))}
      </select>
      <div id={`${id}-hint`}>
        {managed !== undefined && <Managed words={managed} />}
        {setBy !== undefined && <p class="small quiet">{setBy}</p>}
      </div>
    </div>
  );
}
