import { FitAddon } from '@xterm/addon-fit';
import { SearchAddon } from '@xterm/addon-search';
import { Unicode11Addon } from '@xterm/addon-unicode11';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { Terminal } from '@xterm/xterm';
import { readToken } from '../../components/use-theme';
import { openableAddress, refuseEscapes } from '../../terminal/refuse-escapes';

export interface ShownTerminal {
  readonly terminal: Terminal;
  readonly search: SearchAddon;
  fit(): void;
}

/** Colours of the terminal from the tokens. Its ground stays dark in the light theme, as programs expect. */
export function terminalTheme() {
  return {
    background: readToken('term'),
    foreground: readToken('term-ink'),
    cursor: readToken('term'),
    selectionBackground: readToken('term-selection'),
  };
}

/**
 * A terminal that only shows: nothing is typed into it, and what the output asks of a terminal beyond its own text is
 * refused. `onAddress` gets addresses that a person pressed on; it is to ask before anything opens.
 */
export function createTerminal(onAddress: (address: string) => void): ShownTerminal {
  const follow = (_event: MouseEvent, text: string): void => {
    const address = openableAddress(text);
    if (address !== null) onAddress(address);
  };
  const terminal = new Terminal({
    allowProposedApi: true,
    convertEol: true,
    cursorBlink: false,
    cursorInactiveStyle: 'none',
    disableStdin: true,
    fontFamily: readToken('mono'),
    fontSize: 12.5,
    lineHeight: 1.25,
    linkHandler: { activate: follow, allowNonHttpProtocols: false },
    minimumContrastRatio: 4.5,
    scrollback: 50_000,
    theme: terminalTheme(),
    windowOptions: {},
  });
  refuseEscapes(terminal.parser);
  const fit = new FitAddon();
  const search = new SearchAddon();
  terminal.loadAddon(fit);
  terminal.loadAddon(search);
  terminal.loadAddon(new Unicode11Addon());
  terminal.loadAddon(new WebLinksAddon(follow));
  terminal.unicode.activeVersion = '11';
  return { terminal, search, fit: () => fit.fit() };
}
