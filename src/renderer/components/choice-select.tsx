import { Button, Label, ListBox, ListBoxItem, Popover, Select, SelectValue } from 'react-aria-components';
import { Icon } from './icon';

interface ChoiceSelectProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly id: T; readonly words: string }[];
  readonly value: T | null;
  readonly onChange: (value: T) => void;
  /** The label is heard only, where the place says it already. */
  readonly quiet?: boolean;
}

/** One of several, in a list that opens on demand. */
export function ChoiceSelect<T extends string>({ label, options, value, onChange, quiet }: ChoiceSelectProps<T>) {
  return (
    <Select
      className={quiet ? 'choice-select' : 'choice-select field'}
      {...(quiet ? { 'aria-label': label } : {})}
      selectedKey={value}
      onSelectionChange={(key) => {
        const chosen = options.find((option) => option.id === key);
        if (chosen) onChange(chosen.id);
      }}
    >
      {!quiet && <Label>{label}</Label>}
      <Button className="button choice-button">
        <SelectValue className="grow" />
        <Icon name="chevron" />
      </Button>
      <Popover className="popover">
        <ListBox className="menu" items={options}>
          {(option) => (
            <ListBoxItem id={option.id} className="menu-item">
              {option.words}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
