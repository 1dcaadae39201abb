import { Button, Tooltip, TooltipTrigger } from 'react-aria-components';
import { Icon, type IconName } from './icon';

interface IconButtonProps {
  readonly icon: IconName;
  readonly label: string;
  readonly onPress: () => void;
  readonly isDisabled?: boolean;
  readonly pressed?: boolean;
}

/** A button with a picture; its words are its name and its tooltip. */
export function IconButton({ icon, label, onPress, isDisabled = false, pressed }: IconButtonProps) {
  return (
    <TooltipTrigger delay={500}>
      <Button
        className="button plain square"
        aria-label={label}
        onPress={onPress}
        isDisabled={isDisabled}
        {...(pressed === undefined ? {} : { 'aria-pressed': pressed })}
      >
        <Icon name={icon} />
      </Button>
      <Tooltip className="tooltip" offset={6}>
        {label}
      </Tooltip>
    </TooltipTrigger>
  );
}
