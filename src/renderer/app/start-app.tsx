import type { Root } from 'react-dom/client';
import '@fontsource/inter/latin-400.css';
import '@fontsource/inter/latin-500.css';
import '@fontsource/inter/latin-600.css';
import '@fontsource/inter/latin-ext-400.css';
import '@fontsource/inter/latin-ext-600.css';
import '@fontsource/jetbrains-mono/latin-400.css';
import '@fontsource/jetbrains-mono/latin-600.css';
import '../styles/base.css';
import '../styles/tokens.css';
import '../styles/controls.css';
import './app.css';
import { findWay } from '../client/open-transport';
import { surfaceAddress } from '../client/surface-address';
import { keepConnected } from '../client/keep-connected';
import { createActs } from '../store/acts';
import { createApp } from '../store/create-app';
import { createMemory } from '../store/memory';
import { AppRoot } from './app-root';
import { applyTheme } from './apply-theme';
import { listenForCommands } from './listen-for-commands';
import { tellWhenDone } from './tell-when-done';

/** Starts the page: state, theme, keys, screen, connection. */
export function startApp(page: Window, root: Root): void {
  const app = createApp(createMemory(page.sessionStorage));
  const acts = createActs(app);
  const way = findWay(page);
  const { surface } = app.store.getState();
  app.store.setState({ surface: { ...surface, address: surfaceAddress(page, way.kind) } });
  applyTheme(page, app);
  listenForCommands(page, app, acts);
  tellWhenDone(page, app);
  root.render(<AppRoot surroundings={{ app, acts }} />);
  keepConnected({
    open: way.open,
    kind: way.kind,
    onConnection: app.setConnection,
    onClient: app.setClient,
    schedule: (run, ms) => page.setTimeout(run, ms),
  });
}
