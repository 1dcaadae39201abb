/**
 * Known wrappers around a message, with where the inner one begins. A data table: Keras and TensorFlow name the layer or the
 * node around the first error, and a DataLoader puts its worker's whole traceback into the message.
 */
const wrappers: readonly { readonly name: string; readonly inner: RegExp }[] = [
  {
    name: 'Keras',
    inner:
      /^Exception encountered when calling (?:layer )?.{0,300}?(?:\(type [\w.]{1,80}\)\.?|\.\.\.|\.call\(\)\.)\s*(?:.{0,20}\n)?\s*([^\n][\s\S]{0,7000}?)(?:\n\s*\n?\s*(?:Call arguments received|Arguments received)[\s\S]*)?$/,
  },
  {
    // The frames of the graph's node, and how many of its nodes failed, stand before what went wrong.
    name: 'TensorFlow',
    inner:
      /^Graph execution error:[\s\S]{0,8000}?\n(?:Node: [^\n]{1,500}|<stack traces unavailable>)\n(?:\d{1,3} root error\(s\) found\.\n)?\s{0,4}(?:\(\d{1,2}\) (?:[A-Z_]{1,40}|[A-Z][a-z]\w{1,40}): {1,3})?([^\n][\s\S]{0,3000}?)(?:\n\s*\[\[\{\{node[\s\S]*)?$/,
  },
  {
    name: 'TensorFlow',
    inner: /^Graph execution error:\s*(?:[\s\S]{0,6000}?\n\s*\n)?([^\n][\s\S]{0,3000}?)(?:\n\s*\[\[\{\{node[\s\S]*)?$/,
  },
  {
    name: 'TensorFlow',
    inner: /^in user code:[\s\S]{0,7000}?\n\s*(?:[A-Za-z_][\w.]{0,100}(?:Error|Exception)): ([\s\S]{1,4000})$/,
  },
  {
    name: 'DataLoader',
    inner:
      /^Caught [\w.]{1,100} in [\s\S]{0,200}?Original Traceback[\s\S]*?\n(?:[A-Za-z_][\w.]{0,100}): ([\s\S]{1,4000})$/,
  },
  {
    name: 'TorchScript',
    inner:
      /^The following operation failed in the TorchScript interpreter\.[\s\S]{0,8000}?<--- HERE\n(?:[A-Za-z_][\w.]{0,100}): ([\s\S]{1,4000})$/,
  },
  {
    name: 'spawned process',
    inner:
      /^-- Process \d{1,9} terminated with the following error:\nTraceback[\s\S]*?\n(?:[A-Za-z_][\w.]{0,100}): ([\s\S]{1,4000})$/,
  },
  { name: 'torch.compile', inner: /^([\s\S]{1,7000}?)\n\s*\nfrom user code:\n[\s\S]*$/ },
];

/** The message, and what is within the wrappers around it, outermost first. */
export function unwrapMessage(message: string): string[] {
  const found = [message];
  let current = message.slice(0, 16_000);
  for (let depth = 0; depth < 4; depth++) {
    const inner = wrappers.map((wrapper) => wrapper.inner.exec(current.trim())?.[1]).find((text) => text !== undefined);
    if (inner === undefined || inner.trim() === '' || inner === current) break;
    found.push(inner.trim());
    current = inner;
  }
  return found;
}

/** The class named inside a wrapper whose own class is another: `Caught ValueError in DataLoader worker`. */
export function innerTypes(message: string): string[] {
  const caught = /^Caught ([\w.]{1,100}) in /.exec(message)?.[1];
  const listed = [...message.slice(0, 16_000).matchAll(/^\s*([A-Za-z_][\w.]{0,100}(?:Error|Exception)): /gm)].map(
    (match) => match[1] ?? '',
  );
  return [...(caught ? [caught] : []), ...listed].map((name) => name.split('.').at(-1) ?? name);
}
