#!/usr/bin/env node
'use strict';

const { existsSync } = require('node:fs');
const path = require('node:path');

const root = path.join(__dirname, '..');
const bundle = path.join(root, 'out', 'node', 'cli.cjs');

/** One sentence and an exit code where the program itself cannot run. */
function refuse(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(3);
}

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  refuse(
    `Reprise needs Node 20.19 or newer, and this is ${process.versions.node}. Install a newer Node and run this again.`,
  );
}
if (!existsSync(bundle)) {
  refuse('Reprise is not built yet. Run `npm install`, or `npm run build`, in its folder and run this again.');
}

/** What is read to the end by no one (`reprise … | head`) is no failure of ours. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
}

let interrupts = 0;
const listeners = new Set();
/** The first wish to end is the program's to follow; the second ends it at once. */
function interrupt() {
  interrupts += 1;
  if (interrupts > 1 || listeners.size === 0) process.exit(130);
  for (const listener of [...listeners]) listener();
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, interrupt);

void require(bundle)
  .runCommandLine({
    arguments: process.argv.slice(2),
    programFolder: root,
    version: require('../package.json').version,
    environmentBlock: process.env,
    homeFolder: process.env.HOME === '' ? '' : require('node:os').homedir(),
    workingFolder: process.cwd(),
    platform: process.platform,
    input: process.stdin,
    output: process.stdout,
    errors: process.stderr,
    interrupt,
    onInterrupt: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  })
  .then((exitCode) => {
    // Pipes may still hold text; it is through when an empty write is.
    process.stdout.write('', () => process.stderr.write('', () => process.exit(exitCode)));
  });
