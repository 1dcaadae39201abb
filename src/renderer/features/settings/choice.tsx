import { Label, Radio, RadioGroup } from 'react-aria-components';
import { message, type MessageKey } from '../../../protocol/catalogue/catalogue';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly T[];
  readonly words: (option: T) => MessageKey;
  readonly hints?: (option: T) => MessageKey;
  readonly value: T;
  readonly onChange: (value: T) => void;
  readonly inline?: boolean;
}

/** One of a few, each with a word on what it means. */
export function Choice<T extends string>({
  label,
  options,
  words,
  hints,
  value,
  onChange,
  inline = false,
}: ChoiceProps<T>) {
  return (
    <RadioGroup
      className={`field choice ${inline ? 'inline' : ''}`}
      value={value}
      onChange={(chosen) => {
        const option = options.find((it) => it === chosen);
        if (option !== undefined) onChange(option);
      }}
    >
      <Label>{label}</Label>
      <div className="choice-options">
        {options.map((option) => (
          <Radio key={option} value={option} className="choice-option">
            <span className="choice-dot" aria-hidden="true" />
            <span>
              {message(words(option))}
              {hints && <span className="small quiet choice-hint">{message(hints(option))}</span>}
            </span>
          </Radio>
        ))}
      </div>
    </RadioGroup>
  );
}
