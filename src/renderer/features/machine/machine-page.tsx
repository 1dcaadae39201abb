import { Button, Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp, useReproduction } from '../../app/app-context';
import { EnvironmentsPanel } from './environments-panel';
import { HardwarePanel } from './hardware-panel';
import { useEnvironments } from './use-environments';
import './machine.css';

/** Everything of the machine that runs depend on: its environments, and its cards. */
export function MachinePage() {
  const app = useApp();
  const state = useReproduction();
  const environments = useEnvironments();
  return (
    <section className="machine" aria-label={message('app.machine.title')}>
      <Tabs className="tab-panel">
        <div className="tabs">
          <TabList className="tab-list" aria-label={message('app.machine.title')}>
            <Tab id="environments" className="tab">
              {message('app.machine.environments')}
            </Tab>
            <Tab id="hardware" className="tab">
              {message('app.machine.hardware')}
            </Tab>
          </TabList>
          <span className="grow" />
          {state && (
            <Button className="button plain machine-back" onPress={() => app.look({})}>
              {message('app.machine.back')}
            </Button>
          )}
        </div>
        <TabPanel id="environments" className="tab-panel">
          <EnvironmentsPanel environments={environments} />
        </TabPanel>
        <TabPanel id="hardware" className="tab-panel">
          <HardwarePanel environments={environments.list?.environments ?? []} />
        </TabPanel>
      </Tabs>
    </section>
  );
}
