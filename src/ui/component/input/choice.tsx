import { useId } from 'preact/hooks';
import './choice.css';

type Option<V extends string> = { value: V; label: string; hint?: string };
type ChoiceProps<V extends string> = {
  title: string;
  options: readonly Option<V>[];
  value: V;
  onChoose: (value: V) => void;
};

/** One of several. */
export function Choice<V extends string>({ title, options, value, onChoose }: ChoiceProps<V>) {
  const name = useId();
  return (
    <fieldset class="choice">
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
    </fieldset>
  );
}

type ToggleProps = { label: string; hint?: string; on: boolean; onToggle: (on: boolean) => void };

/** On or off. */
export const Toggle = ({ label, hint, on, onToggle }: ToggleProps) => (
  <ChoiceLine kind="checkbox" label={label} hint={hint} checked={on} onChange={onToggle} />
);

type LineProps = {
  kind: 'radio' | 'checkbox';
  name?: string;
  label: string;
  hint?: string | undefined;
  checked: boolean;
  onChange: (checked: boolean) => void;
};

function ChoiceLine({ kind, name, label, hint, checked, onChange }: LineProps) {
  const id = useId();
  return (
    <div class="choice-line">
      <input
        id={id}
        type={kind}
        name={name}
        checked={checked}
        aria-describedby={hint && `${id}-hint`}
        onChange={(event) => {
          const { checked: wanted } = event.currentTarget;
          event.currentTarget.checked = checked;
          onChange(wanted);
        }}
      />
      <div>
        <label for={id}>{label}</label>
        {hint && (
          <p id={`${id}-hint`} class="small quiet">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
