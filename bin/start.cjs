#!/usr/bin/env node
'use strict';

const { spawn } = require('node:child_process');
const { existsSync } = require('node:fs');
const { connect } = require('node:net');
const path = require('node:path');

const root = path.join(__dirname, '..');
const installer = path.join(root, 'node_modules', 'electron', 'install.js');

/** How long a look at the network may take, in milliseconds. */
const LOOK_MS = 700;
/** A window program that ends sooner than this with an error never showed a window. */
const SOON_MS = 5_000;

/** Path of Electron's program where its files are there; null where not. */
function electronProgram() {
  const folder = process.env.ELECTRON_OVERRIDE_DIST_PATH || path.join(root, 'node_modules', 'electron', 'dist');
  const names = { darwin: ['Electron.app', 'Contents', 'MacOS', 'Electron'], win32: ['electron.exe'] };
  const program = path.join(folder, ...(names[process.platform] || ['electron']));
  return existsSync(program) ? program : null;
}

/** Why the window cannot be shown here, whatever is installed; null where it can. */
function obstacle() {
  if (process.platform !== 'linux') return null;
  if (process.getuid() === 0) return 'Electron does not run as root with its sandbox on';
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return 'there is no screen';
  return null;
}

/** The place that Electron's own install step would fetch from, or the proxy before it. */
function source() {
  const proxy = process.env.HTTPS_PROXY || process.env.https_proxy;
  const mirror = process.env.ELECTRON_MIRROR || process.env.npm_config_electron_mirror || 'https://github.com/';
  try {
    const { hostname, port, protocol } = new URL(proxy || mirror);
    return { host: hostname, port: Number(port) || (protocol === 'http:' ? 80 : 443) };
  } catch {
    return null;
  }
}

/** Whether a place takes connections, within a fixed time. */
function isReached(place) {
  return new Promise((resolve) => {
    if (place === null) return resolve(false);
    const socket = connect(place);
    const end = (reached) => {
      clearTimeout(late);
      socket.destroy();
      resolve(reached);
    };
    const late = setTimeout(() => end(false), LOOK_MS);
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
  });
}

/** Runs a program in front of the user. Resolves with its exit code; a signal counts as 1. */
function run(program, args) {
  return new Promise((resolve) => {
    const env = { ...process.env };
    delete env.ELECTRON_RUN_AS_NODE;
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', env });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
    const end = (code) => {
      for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(signal, forward);
      resolve(code);
    };
    child.once('error', () => end(1));
    child.once('exit', (code) => end(code ?? 1));
  });
}

/** Fetches Electron by its own install step where that can be done. Null: it could not. */
async function fetchElectron() {
  if (process.env.ELECTRON_OVERRIDE_DIST_PATH || !existsSync(installer) || !(await isReached(source()))) return null;
  process.stdout.write('Fetching Electron once, about 100 MB…\n');
  return (await run(process.execPath, [installer])) === 0 ? electronProgram() : null;
}

function serve(reason) {
  process.stdout.write(`No window here: ${reason}. Reprise is served to a browser on this machine instead.\n`);
  process.argv.splice(2, process.argv.length, 'serve', '--open');
  require('./reprise.cjs');
}

async function start() {
  const hindered = obstacle();
  if (hindered !== null) return serve(hindered);
  const program = electronProgram() || (await fetchElectron());
  if (program === null) return serve('Electron is not installed and cannot be fetched now');
  const began = Date.now();
  const code = await run(program, [root]);
  // 3 and 4 are Reprise's own words: it ran, and has said why it ended.
  if (code === 0 || code === 3 || code === 4 || Date.now() - began > SOON_MS) return process.exit(code);
  return serve(`Electron ended at once (exit code ${code})`);
}

void start();
