// Run by npm after each install. postgres 3.4.9 goes wrong when the server closes a connection that is being written to:
// - a small message is written a moment later, to a socket that is gone, and the process ends;
// - the timer of such a message is cleared and still remembered, and the connection never writes again;
// - what was asked between the error and the close is never answered;
// - a transaction goes on asking on its connection, which by then may belong to somebody else.
// See porsager/postgres#1154 and #1208. It fails where it finds another text: a new release has to be looked at.
const { readFileSync, writeFileSync } = require('node:fs');

const index = require.resolve('postgres');

edit(index.replace(/index\.js$/, 'connection.js'), [
  [
    '  function nextWrite(fn) {\n',
    "    if (!socket) {\n      chunk = nextWriteTimer = null\n      error(Errors.connection('CONNECTION_CLOSED', options))\n      return false\n    }\n",
  ],
  [
    "      error(Errors.connection('CONNECTION_DESTROYED', options))\n\n    clearImmediate(nextWriteTimer)\n",
    '    chunk = nextWriteTimer = null\n',
  ],
  ['    incomings = null\n    clearImmediate(nextWriteTimer)\n', '    chunk = nextWriteTimer = null\n'],
  [
    '    socket.removeAllListeners()\n    socket = null\n',
    "\n    const lost = errorResponse || Errors.connection('CONNECTION_CLOSED', options)\n    query && query !== initial && queryError(query, lost)\n    while (sent.length)\n      queryError(sent.shift(), lost)\n    stream && (stream.destroy(lost), stream = null)\n    query = results = errorResponse = null\n    result = new Result()\n",
  ],
  ['        return fetchArrayTypes()', '.catch(() => needsTypes = true)'],
]);
edit(index, [
  ['    let savepoints = 0\n      , connection\n', '      , dead = null\n'],
  [
    '        scope(connection, fn),\n        new Promise((_, reject) => connection.onclose = ',
    'e => (dead = e, reject(e))) //',
  ],
  [
    '      function handler(q) {\n        q.catch(e => uncaughtError || (uncaughtError = e))\n',
    '        if (dead)\n          return q.reject(dead)\n\n',
  ],
]);

/** Puts each second text behind the first, once. */
function edit(file, additions) {
  let text = readFileSync(file, 'utf8');
  for (const [place, added] of additions) {
    if (text.includes(place + added)) continue;
    if (text.split(place).length !== 2) throw new Error(`${file} is not the text that tools/patch-postgres.cjs knows`);
    text = text.replace(place, () => place + added);
  }
  writeFileSync(file, text);
}
