#!/usr/bin/env node
'use strict';
/** The command line: `partner-events <area> <verb>`. In a checkout it compiles the sources first when they have changed. */
const { buildIfStale } = require('./build.cjs');

const status = buildIfStale();
if (status !== 0) process.exit(status);
require('../dist/src/cli/main.js');
