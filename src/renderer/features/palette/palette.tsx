import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from 'react-aria-components';
import { message } from '../../../protocol/catalogue/catalogue';
import { commandRegistry, type CommandName } from '../../../protocol/commands';
import { useActs, useApp, useAppState } from '../../app/app-context';
import { describeSummary } from '../../app/describe-state';
import { Key } from '../../app/header';
import { isAvailable, runCommand } from '../../app/run-command';
import { Icon } from '../../components/icon';
import './palette.css';

/** Every command by name, or every reproduction by title. */
export function Palette({ scope }: { readonly scope: 'commands' | 'reproductions' }) {
  const app = useApp();
  const { contains } = useFilter({ sensitivity: 'base' });
  const close = (): void => app.dialog({ kind: 'none' });
  const label = message(scope === 'commands' ? 'app.palette.search' : 'app.list.search');
  return (
    <ModalOverlay className="scrim" isOpen isDismissable onOpenChange={(open) => !open && close()}>
      <Modal className="sheet palette">
        <Dialog aria-label={label}>
          <Autocomplete filter={contains}>
            <SearchField className="palette-search" aria-label={label} autoFocus>
              <Icon name={scope === 'commands' ? 'commands' : 'search'} />
              <Input className="palette-input" placeholder={label} />
            </SearchField>
            {/* The list is reached from the field by arrow keys; the stop is for those who scroll by keyboard. */}
            <div className="palette-scroll scroll" tabIndex={0}>
              {scope === 'commands' ? <Commands onDone={close} /> : <Reproductions onDone={close} />}
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Nothing() {
  return <p className="palette-nothing faint">{message('app.palette.nothing')}</p>;
}

function Commands({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const acts = useActs();
  const names = (Object.keys(commandRegistry) as CommandName[]).filter(
    (name) => name !== 'palette' && isAvailable(app, name),
  );
  return (
    <Menu
      className="menu palette-menu"
      aria-label={message('command.app.palette')}
      renderEmptyState={Nothing}
      onAction={(key) => {
        onDone();
        // After the dialog has given the focus back, so that a command may move it.
        requestAnimationFrame(() => runCommand(app, acts, key as CommandName));
      }}
    >
      {names.map((name) => (
        <MenuItem key={name} id={name} className="menu-item" textValue={message(commandRegistry[name].title)}>
          <span className="grow">{message(commandRegistry[name].title)}</span>
          <span className="faint">
            <Key command={name} />
          </span>
        </MenuItem>
      ))}
    </Menu>
  );
}

function Reproductions({ onDone }: { readonly onDone: () => void }) {
  const app = useApp();
  const list = useAppState((it) => it.list);
  const newest = [...list].sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, 200);
  return (
    <Menu
      className="menu palette-menu"
      aria-label={message('app.list.title')}
      renderEmptyState={Nothing}
      onAction={(key) => {
        onDone();
        app.open(String(key));
      }}
    >
      {newest.map((item) => {
        const { tone, icon, text } = describeSummary(item);
        return (
          <MenuItem key={item.id} id={item.id} className="menu-item" textValue={`${item.title} ${text}`}>
            <Icon name={icon} className={`tone-${tone}`} />
            <span className="grow palette-title">{item.title}</span>
            <span className="small faint">{text}</span>
          </MenuItem>
        );
      })}
    </Menu>
  );
}
