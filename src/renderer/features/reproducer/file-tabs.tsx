import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { SharedFile } from '../../../protocol/sharing';
import { CopyButton } from '../../components/copy-button';

/** Every file whole, as text. */
export function FileTabs({ files }: { readonly files: readonly SharedFile[] }) {
  const first = files.find((file) => file.path.endsWith('.py')) ?? files[0];
  if (!first) return null;
  return (
    <Tabs className="tab-panel" defaultSelectedKey={first.path}>
      <div className="tabs">
        <TabList className="tab-list" aria-label={message('app.reproducer.files')} items={files}>
          {(file) => (
            <Tab id={file.path} className="tab mono">
              {file.path}
            </Tab>
          )}
        </TabList>
      </div>
      {files.map((file) => (
        <TabPanel key={file.path} id={file.path} className="tab-panel">
          <div className="reproducer-acts">
            <CopyButton text={() => file.text} label={message('app.reproducer.copyFile', { name: file.path })} />
          </div>
          <pre className="reproducer-text scroll" tabIndex={0}>
            {file.text}
          </pre>
        </TabPanel>
      ))}
    </Tabs>
  );
}
