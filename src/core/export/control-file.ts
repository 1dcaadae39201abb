/** Name of the file that a control differs by: the script, or the packages. */
export function controlFile({ lock }: { readonly lock?: string }): string {
  return lock === undefined ? 'control.py' : 'control-requirements.lock';
}
