import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { assertNever } from '../../../protocol/primitives';
import type { Evidence, RuleResult, Verdict } from '../../../protocol/verdict';
import { useApp } from '../../app/app-context';
import { Icon, type IconName } from '../../components/icon';
import type { Tone } from '../../app/describe-state';

const looks: Readonly<Record<RuleResult['result'], { readonly icon: IconName; readonly tone: Tone }>> = {
  passed: { icon: 'check', tone: 'good' },
  failed: { icon: 'cross', tone: 'bad' },
  waived: { icon: 'waived', tone: 'warn' },
  notReached: { icon: 'circle', tone: 'still' },
};

/** Why the verdict is what it is: each rule by name, with its result and its evidence. */
export function Rules({ verdict }: { readonly verdict: Verdict }) {
  return (
    <>
      <h2 className="verdict-heading">{message('app.verdict.why')}</h2>
      <ul className="rules">
        {verdict.rules.map((rule) => (
          <Rule key={rule.rule} rule={rule} />
        ))}
      </ul>
    </>
  );
}

function Rule({ rule }: { readonly rule: RuleResult }) {
  const { icon, tone } = looks[rule.result];
  return (
    <li className="rule">
      <Icon name={icon} className={`tone-${tone}`} />
      <div>
        <p className="rule-name">
          {message(`app.rule.${rule.rule}`)}
          <span className={`small ${rule.result === 'passed' ? 'visually-hidden' : `rule-result tone-${tone}`}`}>
            {message(`app.rule.result.${rule.result}`)}
          </span>
        </p>
        {rule.evidence.map((evidence, at) => (
          <EvidenceLine key={at} evidence={evidence} />
        ))}
      </div>
    </li>
  );
}

function EvidenceLine({ evidence }: { readonly evidence: Evidence }) {
  const app = useApp();
  const { reference } = evidence;
  if (!reference) return <p className="small quiet wrap">{evidence.text}</p>;
  const go = (): void => {
    const turn = Date.now();
    switch (reference.kind) {
      case 'report':
        return app.look({ document: 'report', reportSpan: { span: reference.span, turn } });
      case 'output':
        return app.look({ below: 'output', output: reference.executionId, outputText: { text: reference.text, turn } });
      case 'script':
        return app.look({ document: 'script', scriptLine: { line: reference.line, turn } });
      default:
        return assertNever(reference);
    }
  };
  return (
    <Button className="button link calm small evidence" onPress={go}>
      {evidence.text}
    </Button>
  );
}
