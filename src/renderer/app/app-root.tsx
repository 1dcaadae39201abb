import { StrictMode } from 'react';
import { message } from '../../protocol/catalogue/catalogue';
import { Dialogs } from './dialogs';
import { DropZone } from '../features/reproductions/drop-zone';
import { SurroundingsContext, type Surroundings } from './app-context';
import { Announcer } from './announcer';
import { Footer } from './footer';
import { Header } from './header';
import { ConnectionNotice, Problem } from './notices';
import { Workspace } from './workspace';

/** The whole page. */
export function AppRoot({ surroundings }: { readonly surroundings: Surroundings }) {
  return (
    <StrictMode>
      <SurroundingsContext value={surroundings}>
        <div className="app">
          <Header />
          <main className="app-main" aria-label={message('app.name')}>
            <ConnectionNotice />
            <Problem />
            <Workspace />
          </main>
          <Footer />
          <Announcer />
        </div>
        <Dialogs />
        <DropZone />
      </SurroundingsContext>
    </StrictMode>
  );
}
