import { Button } from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { Icon } from '../../components/icon';
import { TourOffer } from '../tour/tour-offer';
import './reproductions.css';

/** What is there before anything is open: what this is, how to begin, and examples that run as they are. */
export function Welcome() {
  const app = useApp();
  const opened = useAppState((it) => it.opened);
  if (opened.kind === 'loading') return <div className="empty">{message('app.loading')}</div>;
  return (
    <section className="welcome scroll" aria-label={message('app.welcome.title')}>
      <div className="welcome-body">
        {opened.kind === 'failed' && (
          <div className="notice bad" role="alert">
            <Icon name="warning" />
            <span className="grow">{opened.message}</span>
          </div>
        )}
        <h1 className="welcome-title">{message('app.welcome.title')}</h1>
        <p className="welcome-lead">{message('app.welcome.lead')}</p>
        <div className="welcome-acts">
          <Button className="button" onPress={() => app.dialog({ kind: 'new', name: '', text: '' })}>
            <Icon name="plus" />
            {message('app.welcome.paste')}
          </Button>
          <span className="faint small">{message('app.welcome.drop')}</span>
        </div>
        <TourOffer />
        <Examples />
      </div>
    </section>
  );
}

function Examples() {
  const acts = useActs();
  const examples = useAppState((it) => it.examples);
  const acting = useAppState((it) => it.acting);
  if (examples.length === 0) return null;
  return (
    <>
      <h2>{message('app.welcome.examples')}</h2>
      <ul className="examples">
        {examples.map((example) => (
          <li key={example.id} className="example">
            <span className="example-title">{example.title}</span>
            <span className="small quiet">{example.summary}</span>
            <Button
              className="button"
              aria-label={message('app.welcome.runExample', { title: example.title })}
              isDisabled={acting !== null}
              onPress={() => void acts.runExample(example.id)}
            >
              <Icon name="play" />
              {message('app.welcome.run')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
