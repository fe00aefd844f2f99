#!/usr/bin/env node
// The launcher: the right Node, then the bundle with its compiled code. CommonJS, because that starts in the time
// of a bare `node -e 0` where an ES module needs 1.15 times as long. It must parse on very old Nodes.
'use strict';

const fs = require('node:fs');
const path = require('node:path');

const home = path.join(__dirname, '..');
const OLDEST_NODE = [22, 19];

function writeAll(fd, text) {
  let bytes = Buffer.from(text);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(fs.writeSync(fd, bytes));
    } catch (error) {
      // A reader that went away ends us quietly; one that is slow is waited for.
      if (error.code !== 'EAGAIN') return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2);
    }
  }
}

function fail(what, hint) {
  writeAll(2, `error: ${what}\nhint: ${hint}\n`);
  process.exitCode = 1;
}

function nodeIsNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

/** Prints the fixed texts that need nothing loaded. True when that was all that was asked. */
function printFixedText(words) {
  if (words.length !== 1) return false;
  const [word] = words;
  if (word === '--version' || word === '-V' || word === 'version') {
    const { version } = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'));
    writeAll(1, `loandesk ${version}\n`);
    return true;
  }
  if (word === '--help' || word === '-h' || word === 'help') {
    // The text is 80 cells wide; a narrower terminal gets it laid out for it.
    if (process.stdout.isTTY && process.stdout.columns < 80) return false;
    let text;
    try {
      text = fs.readFileSync(path.join(home, 'dist', 'help.txt'), 'utf8');
    } catch {
      return false;
    }
    writeAll(1, text);
    return true;
  }
  return false;
}

/** The newer Node a checkout brings along, or null. */
function nodeOfTheCheckout() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const packageName = `node-${system}-${process.arch}`;
  const places = [
    path.join(home, 'node_modules', packageName, 'bin', name),
    path.join(home, '.runtime', 'node_modules', packageName, 'bin', name),
    path.join(home, 'node_modules', '.bin', name),
  ];
  return places.find((place) => fs.existsSync(place)) || null;
}

/** Runs the same command line on another Node and ends as it ends. */
function handOver(node) {
  const { spawn } = require('node:child_process');
  const { signals } = require('node:os').constants;
  const child = spawn(node, [__filename, ...process.argv.slice(2)], {
    stdio: 'inherit',
    // Guards against a replacement that is itself too old handing over to itself for ever.
    env: { ...process.env, LOANDESK_HANDED_OVER: '1' },
  });
  const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGBREAK'].filter(
    (name) => name in signals,
  );
  const handlers = forwarded.map((name) => {
    const handler = () => child.kill(name);
    process.on(name, handler);
    return [name, handler];
  });
  child.on('error', (error) => {
    fail(
      `Node ${process.versions.node} is too old and ${node} does not start: ${error.message}`,
      installHint(),
    );
  });
  child.on('exit', (code, signal) => {
    for (const [name, handler] of handlers) process.removeListener(name, handler);
    if (signal === null) {
      process.exitCode = code;
      return;
    }
    process.exitCode = 128 + (signals[signal] || 0);
    process.kill(process.pid, signal);
  });
}

function installHint() {
  return `install Node ${OLDEST_NODE.join('.')} or newer; in a checkout "npm ci" brings one along.`;
}

/**
 * The folder where V8's compiled code may be kept: made for us alone, and used only when it is ours and nobody
 * else can write there, since code is run from it. null: no such folder, which only costs the speed.
 */
function ownCacheFolder() {
  const folder = cacheFolder();
  if (folder === null) return null;
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    if (process.platform !== 'win32') {
      const found = fs.lstatSync(folder);
      if (!found.isDirectory() || found.uid !== process.getuid()) return null;
      if ((found.mode & 0o077) !== 0) fs.chmodSync(folder, 0o700);
    }
    return folder;
  } catch {
    return null;
  }
}

function cacheFolder() {
  const { env, platform } = process;
  if (env.LOANDESK_HOME) return path.resolve(env.LOANDESK_HOME, 'cache', 'code');
  if (platform === 'win32') {
    return env.LOCALAPPDATA ? path.join(env.LOCALAPPDATA, 'loandesk', 'cache', 'code') : null;
  }
  if (platform === 'darwin')
    return env.HOME ? path.join(env.HOME, 'Library', 'Caches', 'loandesk', 'code') : null;
  if (env.XDG_CACHE_HOME && path.isAbsolute(env.XDG_CACHE_HOME)) {
    return path.join(env.XDG_CACHE_HOME, 'loandesk', 'code');
  }
  return env.HOME && path.isAbsolute(env.HOME) ? path.join(env.HOME, '.cache', 'loandesk', 'code') : null;
}

function start() {
  if (printFixedText(process.argv.slice(2))) return;
  // A shell asks what could stand at its cursor: commander and the commands are not needed for that.
  const isCompletion = process.argv[2] === '__complete';
  if (!nodeIsNewEnough()) {
    const node = process.env.LOANDESK_HANDED_OVER ? null : nodeOfTheCheckout();
    if (node !== null) return handOver(node);
    fail(
      `loandesk needs Node ${OLDEST_NODE.join('.')} or newer; this is Node ${process.versions.node}.`,
      installHint(),
    );
    return;
  }
  const dist = path.join(home, 'dist');
  if (!fs.existsSync(path.join(dist, 'main.js'))) {
    fail('loandesk is not built yet: dist/main.js is missing.', 'run "npm run build" in the checkout.');
    return;
  }
  const { loadBundle } = require('./bundle-loader.js');
  if (isCompletion) {
    const bundle = loadBundle(dist, ownCacheFolder(), ['complete'], 'complete.js');
    bundle.complete({
      words: process.argv.slice(3),
      home,
      machine: {
        environment: process.env,
        platform: process.platform,
        workingFolder: process.cwd(),
        homeFolder: () => require('node:os').homedir(),
      },
      osUser: () => require('node:os').userInfo().username,
      write: (text) => writeAll(1, text),
    });
    return;
  }
  loadBundle(dist, ownCacheFolder(), process.argv.slice(2)).main();
}

start();
