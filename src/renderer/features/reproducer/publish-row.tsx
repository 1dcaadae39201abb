import { useState } from 'react';
import { Button, Input, Label, Switch, TextField } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useApp, useAppState } from '../../app/app-context';
import { CopyButton } from '../../components/copy-button';

interface PublishRowProps {
  readonly reproductionId: string;
  readonly isRefused: boolean;
}

/** Who may read the gist, and the way to the button that publishes it: that is the Run surface's. */
export function PublishRow({ reproductionId, isRefused }: PublishRowProps) {
  const app = useApp();
  const published = useAppState((it) => it.published);
  const [isPublic, setPublic] = useState(false);
  const [gist, setGist] = useState('');
  const address = published?.reproductionId === reproductionId ? published.address : null;
  return (
    <>
      <div className="reproducer-head publish-row">
        <Switch className="settings-switch" isSelected={isPublic} onChange={setPublic}>
          <span className="switch-track" aria-hidden="true" />
          {message('app.share.public')}
        </Switch>
        <TextField className="field publish-gist" value={gist} onChange={setGist}>
          <Label>{message('app.share.gist')}</Label>
          <Input className="input" placeholder={message('app.share.gist.new')} />
        </TextField>
        <Button
          className="button"
          isDisabled={isRefused}
          onPress={() =>
            app.askAside({ kind: 'publish', reproductionId, isPublic, gist: gist.trim() === '' ? null : gist.trim() })
          }
        >
          {message('app.share.go')}
        </Button>
      </div>
      {address !== null && (
        <div className="reproducer-head" role="status">
          <span className="small quiet">{message('app.share.published')}</span>
          <code className="grow reproducer-folder">{address}</code>
          <Button className="button plain" onPress={() => app.dialog({ kind: 'link', address })}>
            {message('app.share.open')}
          </Button>
          <CopyButton text={() => address} label={message('app.share.copyAddress')} />
        </div>
      )}
    </>
  );
}
