// `npm run test:all`: every test that `npm test` leaves out; then compares the checklist with the results of both.
import { checklist, findStateProblems, findTitleProblems } from './checklist.ts';
import { writeFeatures } from './features.ts';
import { printStatus } from './run.ts';
import { moveTmpdirToMemory } from './scratch.ts';
import { browserTests } from './testing/browserTests.ts';
import { nodeTests } from './testing/nodeTests.ts';
import { reportOutcome, runSuites } from './testing/runSuites.ts';
import { savedResults } from './testing/savedResults.ts';
import { buildSuite, shortSuites } from './testing/shortSuites.ts';

moveTmpdirToMemory();
const earlier = savedResults();
printStatus(
  earlier ? '`npm test` has passed on this source' : '`npm test` has not passed on this source, so its suites run too',
);
const outcome = await runSuites([
  ...(!earlier ? shortSuites : earlier.isBuilt ? [] : [buildSuite]),
  { name: 'long unit and gateway', run: () => nodeTests('long') },
  { name: 'other browser tests', run: () => browserTests('others') },
]);
const results = [...(earlier?.results ?? []), ...outcome.results];
outcome.failures.push(...findTitleProblems(checklist(), outcome.results));
// Failed tests and tests that did not run prove nothing for or against a line.
if (outcome.failures.length === 0 && results.every(({ passed }) => passed)) {
  outcome.failures.push(...findStateProblems(checklist(), results));
  writeFeatures(results);
}
reportOutcome(outcome);
