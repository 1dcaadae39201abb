import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { ScriptCheck } from '../../../protocol/script-facts';
import { Icon } from '../../components/icon';

interface MarksProps {
  readonly check: ScriptCheck;
  readonly onGo: (line: number) => void;
}

/** What the environment says of the script, line by line: the marks of the editor for the keyboard and for screen readers. */
export function Marks({ check, onGo }: MarksProps) {
  if (check.kind === 'notChecked') return <p className="marks small quiet">{check.reason}</p>;
  const { marks } = check;
  return (
    <section className="marks small" aria-label={message('app.marks')}>
      <p role="status" className="quiet">
        {marks.length === 0 ? message('app.marks.none') : message('app.marks.some', { count: marks.length })}
      </p>
      {marks.map(({ line, text, isReported }, at) => (
        <Button key={at} className="lack" onPress={() => onGo(line ?? 1)}>
          <Icon name={isReported ? 'speech' : 'warning'} />
          <span>{isReported ? `${text} ${message('app.marks.reported')}` : text}</span>
        </Button>
      ))}
    </section>
  );
}
