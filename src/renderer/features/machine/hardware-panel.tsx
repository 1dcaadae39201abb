import { useState } from 'react';
import { message } from '../../../protocol/catalogue/catalogue';
import type { EnvironmentSummary } from '../../../protocol/environment';
import type { Accelerator, Hardware } from '../../../protocol/hardware';
import { useReproduction } from '../../app/app-context';
import { formatBytes } from '../../app/format';
import { ChoiceSelect } from '../../components/choice-select';
import { CopyButton } from '../../components/copy-button';
import { Icon } from '../../components/icon';
import { CardChoice } from './card-choice';
import { useHardware, useStepsOf } from './use-hardware';

/** Cards with their live use, the choice of them for runs, and step by step why one is or is not usable. */
export function HardwarePanel({ environments }: { readonly environments: readonly EnvironmentSummary[] }) {
  const hardware = useHardware();
  if (!hardware) return <div className="empty">{message('app.loading')}</div>;
  const { accelerators, processors, memoryBytes, platform } = hardware;
  return (
    <div className="machine-hardware scroll" tabIndex={0} role="region" aria-label={message('app.machine.hardware')}>
      <p className="quiet">
        {message('app.machine.processors', { count: processors, memory: formatBytes(memoryBytes), platform })}
      </p>
      {accelerators.length === 0 && (
        <div className="notice">
          <Icon name="warning" />
          <span className="grow wrap">{hardware.reason ?? message('app.machine.noCards')}</span>
        </div>
      )}
      {accelerators.map((card, at) => (
        <Card key={card.uuid ?? at} card={card} />
      ))}
      <CardChoice cards={accelerators} />
      <Ladder hardware={hardware} environments={environments} />
    </div>
  );
}

function Card({ card }: { readonly card: Accelerator }) {
  const { name, index, memoryBytes, usedBytes, utilization, driver, capability, slices, processes } = card;
  const facts = [
    ...(typeof utilization === 'number' ? [message('app.machine.card.busy', { percent: utilization })] : []),
    ...(typeof capability === 'string' ? [message('app.machine.card.capability', { capability })] : []),
    ...(driver === null ? [] : [message('app.machine.card.driver', { driver })]),
  ];
  return (
    <section className="machine-card" aria-label={name}>
      <h2 className="machine-name">
        {index === undefined ? '' : `${index} · `}
        {name}
      </h2>
      {memoryBytes !== null && (
        <div className="machine-memory">
          <meter
            min={0}
            max={memoryBytes}
            value={usedBytes ?? 0}
            aria-label={message('app.machine.card.memoryOf', { name })}
          />
          <span className="small">
            {message('app.machine.card.memory', {
              used: typeof usedBytes === 'number' ? formatBytes(usedBytes) : '?',
              total: formatBytes(memoryBytes),
            })}
          </span>
        </div>
      )}
      <p className="small quiet">{facts.join(' · ')}</p>
      {slices && (
        <ul className="small">
          {slices.map((slice, at) => (
            <li key={slice.uuid ?? at}>
              {message('app.machine.card.slice', {
                number: at,
                memory: slice.memoryBytes === null ? '?' : formatBytes(slice.memoryBytes),
              })}
            </li>
          ))}
        </ul>
      )}
      {processes && processes.length > 0 ? (
        <table className="machine-processes small" aria-label={message('app.machine.card.processes', { name })}>
          <thead>
            <tr>
              <th>{message('app.machine.card.process')}</th>
              <th>{message('app.machine.card.processId')}</th>
              <th>{message('app.machine.card.processMemory')}</th>
            </tr>
          </thead>
          <tbody>
            {processes.map((process) => (
              <tr key={process.id}>
                <td className="wrap">{process.name}</td>
                <td className="mono">{process.id}</td>
                <td>{process.memoryBytes === null ? '?' : formatBytes(process.memoryBytes)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ) : (
        <p className="small faint">{message('app.machine.card.noProcesses')}</p>
      )}
    </section>
  );
}

function Ladder({
  hardware,
  environments,
}: {
  readonly hardware: Hardware;
  readonly environments: readonly EnvironmentSummary[];
}) {
  const state = useReproduction();
  const prefix = state?.environment.ready?.prefix ?? state?.options.environment;
  const usable = environments.filter(({ broken, frameworks }) => broken === null && frameworks.length > 0);
  const [picked, setPicked] = useState<string | null>(null);
  const chosen = picked ?? usable.find((one) => one.prefix === prefix)?.id ?? null;
  const told = useStepsOf(chosen);
  const steps = told ?? hardware.steps ?? [];
  if (steps.length === 0) return null;
  const copied = (): string => steps.map(({ passed, text }) => `${passed ? '✓' : '✗'} ${text}`).join('\n');
  return (
    <section className="machine-section" aria-label={message('app.machine.ladder')}>
      <div className="machine-title">
        <h2 className="grow">{message('app.machine.ladder')}</h2>
        <CopyButton text={copied} label={message('app.machine.ladder.copy')} />
      </div>
      {usable.length > 0 && (
        <ChoiceSelect
          label={message('app.machine.ladder.of')}
          options={usable.map(({ id, name, pythonVersion }) => ({
            id,
            words: `${name} · Python ${pythonVersion ?? '?'}`,
          }))}
          value={chosen}
          onChange={setPicked}
        />
      )}
      <ol className="machine-steps">
        {steps.map(({ name, passed, text }) => (
          <li key={name}>
            <Icon name={passed ? 'check' : 'cross'} className={passed ? 'tone-good' : 'tone-bad'} />
            <span className="visually-hidden">
              {message(passed ? 'app.machine.ladder.passed' : 'app.machine.ladder.failed')}
            </span>
            <span className="wrap">{text}</span>
          </li>
        ))}
      </ol>
      {chosen !== null && told === null && (
        <p className="small faint" role="status">
          {message('app.machine.ladder.asking')}
        </p>
      )}
    </section>
  );
}
