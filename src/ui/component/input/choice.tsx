import { useId } from 'preact/hooks';
import { Managed } from './managed.tsx';
import './choice.css';

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
