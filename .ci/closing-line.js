/**
 * Prints the slowest files, each test that failed, and how each run of Jest ended, and last "N passed, N failed" over all of them; exits with 1
 * when anything failed, or a run had no tests.
 *
 *     node .ci/closing-line.js <name> <report> <exit code> [<name> <report> <exit code> …]
 */
const fs = require('node:fs');
const path = require('node:path');
const { stripVTControlCharacters } = require('node:util');

const SLOWEST = 10;
const SHOWN_LINES = 8;

const args = process.argv.slice(2);
const runs = [];
while (args.length > 0) runs.push(read(...args.splice(0, 3)));

function read(name, file, status) {
  if (!fs.existsSync(file))
    return { name, passed: 0, failed: 1, files: [], failures: [], fault: 'Jest wrote no report' };
  const report = JSON.parse(fs.readFileSync(file, 'utf8'));
  const suites = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
  const failed = report.numFailedTests + suites.length;
  const [passed, code] = [report.numPassedTests, Number(status)];
  const fault = passed === 0 ? 'no test passed' : code !== 0 && failed === 0 ? `Jest ended with ${status}` : '';
  const files = report.testResults.map((suite) => ({
    name: path.relative(process.cwd(), suite.name),
    seconds: (suite.endTime - suite.startTime) / 1_000,
  }));
  const failures = report.testResults.flatMap((suite) => failuresOf(path.relative(process.cwd(), suite.name), suite));
  return { name, passed, failed: failed || (fault ? 1 : 0), files, failures, fault };
}

/** The end of a long log may be all that you see: each failure with its first lines. */
function failuresOf(file, { assertionResults, message, status }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length === 0) return status === 'failed' ? [`${file}\n${firstLines(message)}`] : [];
  return failed.map((test) => `${file} › ${test.fullName}\n${firstLines(test.failureMessages.join('\n'))}`);
}

function firstLines(text) {
  const lines = stripVTControlCharacters(text).split('\n');
  return lines
    .filter((line) => line.trim() !== '' && !line.includes('node_modules/jest'))
    .slice(0, SHOWN_LINES)
    .map((line) => `    ${line}`)
    .join('\n');
}

console.log('\nThe slowest files:');
const timed = runs.flatMap(({ files }) => files).sort((a, b) => b.seconds - a.seconds);
for (const { name, seconds } of timed.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);

for (const { name, failures } of runs) {
  for (const failure of failures) console.log(`\nFailed in ${name}: ${failure}`);
}

console.log('');
for (const { name, passed, failed, fault } of runs) {
  console.log(`${name}: ${passed} passed, ${failed} failed${fault && ` (${fault})`}`);
}
const sum = (kind) => runs.reduce((total, run) => total + run[kind], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exit(sum('failed') > 0 || runs.length === 0 ? 1 : 0);
