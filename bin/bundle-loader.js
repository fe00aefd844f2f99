// Loads the parts of the bundle with the code V8 compiled in earlier runs. Node's own compile cache keeps only
// what is compiled while a file loads, and the functions, which are compiled when first called, are nearly all
// of the program; code taken at the end of a run has those that ran.
'use strict';

const fs = require('node:fs');
const path = require('node:path');
const vm = require('node:vm');

/** How many runs add the functions they compiled; later ones write only when they loaded another part. */
const RUNS_THAT_ADD = 4;
/** V8 copies what does not start at a multiple of this. */
const ALIGNMENT = 8;
const END_OF_LINE = 10;

/**
 * Loads `entry` of the folder `dist` and answers its exports. `cacheFolder` must be the user's own, since
 * code is run from it; null: nothing is kept. `words` are those of the command line.
 */
exports.loadBundle = function loadBundle(dist, cacheFolder, words, entry = 'main.js') {
  // Read before any part, and written after all of them: what is kept is never of a build half replaced.
  const build = cacheFolder === null ? null : buildOf(dist);
  const file = build === null ? null : path.join(cacheFolder, cacheName(words));
  const kept = file === null ? { runs: 0, parts: new Map() } : readKept(file, build);
  const scripts = new Map();
  const modules = new Map();
  let isMore = kept.runs < RUNS_THAT_ADD;

  function load(name) {
    const loaded = modules.get(name);
    if (loaded !== undefined) return loaded.exports;
    const module = { exports: {} };
    modules.set(name, module);
    const filename = path.join(dist, name);
    const source = fs.readFileSync(filename, 'utf8');
    const cachedData = kept.parts.get(name);
    // On one line, so that the lines of a stack trace are those of the file.
    const wrapped = `(function (exports, require, module, __filename, __dirname) { ${source}\n})`;
    const script = new vm.Script(wrapped, { filename, cachedData });
    if (cachedData === undefined || script.cachedDataRejected) isMore = true;
    scripts.set(name, script);
    const folder = path.posix.dirname(name);
    const requireFrom = (id) => (id.startsWith('.') ? load(path.posix.join(folder, id)) : require(id));
    script.runInThisContext()(module.exports, requireFrom, module, filename, path.dirname(filename));
    return module.exports;
  }

  if (file !== null) {
    process.on('exit', (code) => {
      // A mistyped line is nobody's next one.
      if (!isMore || code !== 0) return;
      try {
        keep(file, build, kept, scripts);
      } catch {
        // A read-only or full disk only costs the speed.
      }
    });
  }
  return load(entry);
};

/** What the parts in `dist` are, as one hash; null when the build did not say. */
function buildOf(dist) {
  try {
    return fs.readFileSync(path.join(dist, 'build-id'), 'latin1');
  } catch {
    return null;
  }
}

/** One file for each first word, so that no command loads what only others need. */
function cacheName(words) {
  const first = words.find((word) => !word.startsWith('-')) || '';
  const command = /^[a-z]{1,20}$/.test(first) ? first : 'other';
  return `${command}-${process.arch}-${process.versions.v8}.bin`;
}

/**
 * What earlier runs kept: a line of JSON, then the code of the parts twice. V8 does not look whether its code is
 * whole, and running what a crash of the machine left of it could do anything; two copies that agree are whole,
 * and comparing them takes less time than loading anything that computes a checksum.
 */
function readKept(file, build) {
  const nothing = { runs: 0, parts: new Map() };
  try {
    const bytes = ownBytes(file);
    const start = bytes.indexOf(END_OF_LINE) + 1;
    const header = JSON.parse(bytes.latin1Slice(0, start));
    if (header.build !== build) return nothing;
    const parts = new Map();
    let end = start;
    for (const [name, length] of header.parts) {
      parts.set(name, bytes.subarray(end, end + length));
      end += padded(length);
    }
    const size = end - start;
    if (size === 0 || bytes.length !== end + size) return nothing;
    if (bytes.compare(bytes, end, end + size, start, end) !== 0) return nothing;
    return { runs: header.runs, parts };
  } catch {
    return nothing;
  }
}

/** The bytes of a file that is ours: while the folder was open to others, they may have left some there. */
function ownBytes(file) {
  const descriptor = fs.openSync(file, 'r');
  try {
    if (process.platform !== 'win32' && fs.fstatSync(descriptor).uid !== process.getuid()) {
      throw new Error(`${file} belongs to somebody else`);
    }
    return fs.readFileSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Keeps the code of this run, and of earlier ones what this run did not load. */
function keep(file, build, kept, scripts) {
  const parts = new Map(kept.parts);
  for (const [name, script] of scripts) parts.set(name, script.createCachedData());
  const names = [...parts].map(([name, code]) => [name, code.length]);
  const line = JSON.stringify({ build, runs: kept.runs + 1, parts: names });
  const header = Buffer.from(`${line.padEnd(padded(line.length + 1) - 1)}\n`, 'latin1');
  const body = [...parts.values()].map((code) =>
    Buffer.concat([code, Buffer.alloc(padded(code.length) - code.length)]),
  );
  const draft = `${file}.${process.pid}`;
  try {
    fs.writeFileSync(draft, Buffer.concat([header, ...body, ...body]), { mode: 0o600, flag: 'wx' });
    fs.renameSync(draft, file);
  } catch (error) {
    fs.rmSync(draft, { force: true });
    throw error;
  }
}

function padded(length) {
  return Math.ceil(length / ALIGNMENT) * ALIGNMENT;
}
