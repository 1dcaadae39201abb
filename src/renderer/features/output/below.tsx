import { lazy, Suspense, useState } from 'react';
import {
  Button,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
  Tab,
  TabList,
  TabPanel,
  Tabs,
} from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Execution } from '../../../protocol/execution';
import type { ReproductionState } from '../../../protocol/reproduction/state';
import { useApp, useAppState, useReproduction } from '../../app/app-context';
import { lookedAtAttempt, lookedAtTerminal } from '../../app/follow-document';
import { Icon } from '../../components/icon';
import { Observations } from '../observations/observations';
import { describeExecution, listOutputs, type OutputChoice } from './output-choices';
import './output.css';

const TerminalView = lazy(async () => ({ default: (await import('./terminal-view')).TerminalView }));

const Charts = lazy(async () => ({ default: (await import('../charts/charts')).Charts }));

/** Below the document: what the run printed, and what was observed in it. */
export function Below() {
  const app = useApp();
  const state = useReproduction();
  const view = useAppState((it) => it.view);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  if (!state) return null;
  const attempt = lookedAtAttempt(state, view);
  const terminalId = lookedAtTerminal(state, view);
  const execution = state.executions.find((it) => it.terminalId === terminalId) ?? null;
  const observed = recordedOf(state, execution);
  const spread = state.attempts.find((it) => it.id === observed?.attemptId)?.verdict?.spread ?? null;
  const outputs = listOutputs(state, execution?.attemptId ?? attempt?.id ?? null);
  return (
    <Tabs
      className="tab-panel below"
      selectedKey={view.below}
      onSelectionChange={(key) => app.look({ below: key === 'observations' || key === 'charts' ? key : 'output' })}
    >
      <div className="tabs">
        <TabList className="tab-list" aria-label={message('app.output.title')}>
          <Tab id="output" className="tab">
            {message('app.output.title')}
          </Tab>
          <Tab id="observations" className="tab">
            {message('app.observations.title')}
          </Tab>
          <Tab id="charts" className="tab">
            {message('app.charts.title')}
          </Tab>
        </TabList>
        <span className="grow" />
        {execution && <span className="below-facts small faint">{describeExecution(execution)}</span>}
        {outputs.length > 1 && <OutputPicker outputs={outputs} terminalId={terminalId} />}
        <div className="term-acts" ref={setSlot} />
      </div>
      <TabPanel id="output" className="tab-panel">
        {terminalId === null ? (
          <div className="empty term-empty">{message('app.output.none')}</div>
        ) : (
          <Suspense fallback={<div className="empty term-empty">{message('app.loading')}</div>}>
            <TerminalView key={terminalId} terminalId={terminalId} slot={slot} />
          </Suspense>
        )}
      </TabPanel>
      <TabPanel id="observations" className="tab-panel">
        <Observations execution={observed} instead={observed !== execution} spread={spread} />
      </TabPanel>
      <TabPanel id="charts" className="tab-panel">
        <Suspense fallback={<div className="empty">{message('app.loading')}</div>}>
          <Charts />
        </Suspense>
      </TabPanel>
    </Tabs>
  );
}

/** The run itself, or where it had no recorder, the attempt's last one that had: that is where there is something to observe. */
function recordedOf(state: ReproductionState, execution: Execution | null): Execution | null {
  if (execution === null || execution.result?.record) return execution;
  return state.executions.findLast((it) => it.attemptId === execution.attemptId && it.result?.record) ?? execution;
}

interface OutputPickerProps {
  readonly outputs: readonly OutputChoice[];
  readonly terminalId: string | null;
}

function OutputPicker({ outputs, terminalId }: OutputPickerProps) {
  const app = useApp();
  const selected = outputs.find((output) => output.terminalId === terminalId)?.id ?? null;
  return (
    <Select
      className="output-picker"
      aria-label={message('app.output.which')}
      selectedKey={selected}
      onSelectionChange={(key) => app.look({ output: String(key) })}
    >
      <Button className="button plain">
        <SelectValue />
        <Icon name="chevron" />
      </Button>
      <Popover className="popover" placement="top end">
        <ListBox className="menu" items={outputs}>
          {(output) => (
            <ListBoxItem id={output.id} className="menu-item">
              {output.label}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </Select>
  );
}
