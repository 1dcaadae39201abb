import { useState } from 'react';
import { Button } from 'react-aria-components';
import { message } from '../../protocol/catalogue/catalogue';
import { Icon } from './icon';

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { readonly text: () => string; readonly label: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text());
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <Button className="button plain" onPress={() => void copy()} aria-label={label}>
      <Icon name={copied ? 'check' : 'copy'} />
      <span aria-live="polite">{message(copied ? 'app.copied' : 'app.copy')}</span>
    </Button>
  );
}
