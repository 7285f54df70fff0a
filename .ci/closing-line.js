/** Prints the slowest files and "N passed, N failed" from Jest's report; exits with 1 when anything failed or nothing ran. */
const fs = require('node:fs');
const path = require('node:path');

const SLOWEST = 10;

const [file, status] = process.argv.slice(2);
if (!fs.existsSync(file)) {
  console.error('Jest wrote no report.');
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const report = JSON.parse(fs.readFileSync(file, 'utf8'));
const suites = report.testResults.filter((suite) => suite.status === 'failed' && suite.assertionResults.length === 0);
const failed = report.numFailedTests + suites.length;

const timed = report.testResults
  .map((suite) => ({
    name: path.relative(process.cwd(), suite.name),
    seconds: (suite.endTime - suite.startTime) / 1_000,
  }))
  .sort((a, b) => b.seconds - a.seconds);
console.log('\nThe slowest files:');
for (const { name, seconds } of timed.slice(0, SLOWEST)) console.log(`${seconds.toFixed(1).padStart(7)} s  ${name}`);

console.log(`\n${report.numPassedTests} passed, ${failed} failed`);
process.exit(failed > 0 || report.numPassedTests === 0 || status !== '0' ? 1 : 0);
