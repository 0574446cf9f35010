import { useId } from 'preact/hooks';
import './field.css';

type SelectProps<V extends string> = {
  label: string;
  options: readonly { readonly value: V; readonly label: string }[];
  value: V;
  onChoose: (value: V) => void;
};

/** One of many, where showing them all would hide the rest. */
export function Select<V extends string>({ label, options, value, onChoose }: SelectProps<V>) {
  const id = useId();
  return (
    <div class="field">
      <label for={id} class="small quiet">
        {label}
      </label>
      <select id={id} class="field-input" value={value} onChange={(event) => onChoose(event.currentTarget.value as V)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
