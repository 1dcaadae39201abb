import { useState } from 'react';
import { Button, Input, Tab, TabList, TabPanel, Tabs, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp, useAppState } from '../../app/app-context';
import { Problem } from '../../app/notices';
import { Sheet } from '../../components/sheet';
import { SettingsForm } from './settings-form';
import { SettingsJson } from './settings-json';
import './settings.css';

/** The settings that hold for new reproductions, and how the workspace looks: one by one, or as a text. */
export function SettingsDialog() {
  const app = useApp();
  const about = useAppState((it) => it.about);
  const [search, setSearch] = useState('');
  const close = (): void => app.dialog({ kind: 'none' });
  return (
    <Sheet title={message('command.app.settings')} onClose={close}>
      <Problem />
      <Tabs className="settings">
        <div className="tabs">
          <TabList className="tab-list" aria-label={message('app.settings.view')}>
            <Tab id="form" className="tab">
              {message('app.settings.view.form')}
            </Tab>
            <Tab id="json" className="tab">
              {message('app.settings.view.json')}
            </Tab>
          </TabList>
        </div>
        <TabPanel id="form" className="sheet-body scroll">
          <TextField
            className="field"
            type="search"
            aria-label={message('app.settings.search')}
            value={search}
            onChange={setSearch}
          >
            <Input className="input" placeholder={message('app.settings.search')} />
          </TextField>
          <SettingsForm search={search} />
          {about && search === '' && (
            <p className="small faint wrap">
              {message('app.settings.about', { version: about.version, folder: about.dataFolder })}
            </p>
          )}
        </TabPanel>
        <TabPanel id="json" className="sheet-body scroll">
          <SettingsJson />
        </TabPanel>
      </Tabs>
      <div className="sheet-foot">
        <span className="grow" />
        <Button className="button primary" onPress={close}>
          {message('app.done')}
        </Button>
      </div>
    </Sheet>
  );
}
