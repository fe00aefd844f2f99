// Says plainly what a machine lacks before a script fails in a way only programmers understand.
'use strict';

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  const carried = ['linux-x64', 'linux-arm64', 'win32-x64'].includes(`${process.platform}-${process.arch}`);
  process.stderr.write(
    `error: this needs Node 22.19 or newer, and the Node found is ${process.versions.node} (${process.execPath}).\n` +
      (carried
        ? 'hint: run "npm ci" in the checkout; it brings a newer Node along (without --omit=optional).\n'
        : `hint: install a newer Node; none is brought along for ${process.platform}-${process.arch}.\n`),
  );
  process.exit(1);
}
