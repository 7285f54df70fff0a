'use strict';
const { createHash } = require('node:crypto');
const { readdirSync, statSync } = require('node:fs');
const { join } = require('node:path');

/**
 * Names, sizes and times of files as one hash. Not the version of Node: a command run by another Node must not rebuild `dist/` under a
 * running service. Not only the newest time: a file that was removed, or put back as it was
 * before, is a change too.
 *
 * @param root the folder that `names`, of files and of folders, are in.
 * @param accepts which files of a folder count, by their name.
 */
function digestOf(root, names, accepts = () => true) {
  const hash = createHash('sha256');
  const add = (path, { size, mtimeMs }) => hash.update(`${path}\0${size}\0${mtimeMs}\n`);
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else if (accepts(entry.name)) add(path, statSync(path));
    }
  };
  for (const name of names) {
    const path = join(root, name);
    const stats = statSync(path);
    if (stats.isDirectory()) walk(path);
    else add(path, stats);
  }
  return hash.digest('hex');
}

module.exports = { digestOf };
