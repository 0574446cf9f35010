import { useId } from 'preact/hooks';
import './chips.css';

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
