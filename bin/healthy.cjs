'use strict';
/**
 * The health check of a container: `node bin/healthy.cjs api` or `… worker`, with the settings of that process. An API is
 * healthy from when it is ready, and a worker from when it runs, for as long as they answer. While Postgres is away, say,
 * an API is not ready, but a restart would help nobody.
 */
const { existsSync, writeFileSync } = require('node:fs');
const { request: http } = require('node:http');
const { request: https } = require('node:https');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const isApi = process.argv[2] === 'api';
const port = isApi ? process.env.PORT : process.env.WORKER_METRICS_PORT;
const wasReady = join(tmpdir(), `partner-events-ready-${port}`);

function judge({ statusCode }) {
  if (isApi && statusCode === 200) writeFileSync(wasReady, '');
  process.exit(!isApi || existsSync(wasReady) ? 0 : 1);
}

const call = isApi && process.env.TLS_CERT ? https : http;
// The certificate names the public host, not this address.
const options = { host: '127.0.0.1', port, path: isApi ? '/readyz' : '/', rejectUnauthorized: false, timeout: 4_000 };
call(options, judge)
  .on('timeout', () => process.exit(1))
  .on('error', () => process.exit(1))
  .end();
