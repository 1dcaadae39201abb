import { useEffect, useState } from 'react';
import { Tab, TabList, TabPanel, Tabs } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import type { Result } from '../../../protocol/methods';
import { useApp, useReproduction } from '../../app/app-context';
import { CopyButton } from '../../components/copy-button';
import './reproducer.css';

type Files = Result<'reproducer/read'>['files'];

/** The bundle to share, file by file, and where it lies. */
export function ReproducerDocument() {
  const app = useApp();
  const state = useReproduction();
  const [files, setFiles] = useState<Files | null>(null);
  const id = state?.id;
  const written = state?.reproducer;
  useEffect(() => {
    if (id === undefined || !written) return;
    let current = true;
    void app.ask('reproducer/read', { reproductionId: id }).then((answer) => {
      if (current && answer) setFiles(answer.files);
    });
    return () => {
      current = false;
    };
  }, [app, id, written]);
  if (!written) return <div className="empty">{message('app.reproducer.none')}</div>;
  return (
    <div className="reproducer">
      <div className="reproducer-head">
        <span className="quiet small">{message('app.reproducer.folder')}</span>
        <code className="grow reproducer-folder" title={written.folder}>
          {written.folder}
        </code>
        <CopyButton text={() => written.folder} label={message('app.reproducer.copyFolder')} />
      </div>
      {files && files.length > 0 && (
        <Tabs className="tab-panel" defaultSelectedKey={files.find((file) => file.path.endsWith('.py'))?.path ?? ''}>
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
      )}
    </div>
  );
}
