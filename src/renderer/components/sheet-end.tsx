import { Button } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';

/** Why an act was refused, read out at once. Nothing while there is no refusal. */
export function Refusal({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p role="alert" className="tone-bad">
      {text}
    </p>
  );
}

/** The end of a sheet that keeps what was entered, or leaves all as it was. */
export function KeepOrCancel(props: {
  readonly keepLabel: string;
  readonly isActing: boolean;
  readonly onKeep: () => void;
  readonly onCancel: () => void;
}) {
  return (
    <div className="sheet-foot">
      <span className="grow" />
      <Button className="button" onPress={props.onCancel}>
        {message('app.cancel')}
      </Button>
      <Button className="button primary" isDisabled={props.isActing} onPress={props.onKeep}>
        {props.keepLabel}
      </Button>
    </div>
  );
}
