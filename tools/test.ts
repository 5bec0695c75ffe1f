// `npm test`: the tests that a change must pass before it is shared, on a machine with nothing installed. `npm run
// test:all` runs the rest.
import { checklist, findTitleProblems } from './checklist.ts';
import { printStatus } from './run.ts';
import { moveTmpdirToMemory } from './scratch.ts';
import { reportOutcome, runSuites } from './testing/runSuites.ts';
import { saveResults } from './testing/savedResults.ts';
import { shortSuites } from './testing/shortSuites.ts';
import { slowness } from '../gateway/src/testing/machine.ts';

moveTmpdirToMemory();
if (slowness() > 1.2)
  printStatus(
    `this machine is ${slowness().toFixed(1)} times slower than the tests expect: their time limits are longer`,
  );
const outcome = await runSuites(shortSuites);
outcome.failures.push(...findTitleProblems(checklist(), outcome.results));
reportOutcome(outcome);
if (process.exitCode === 0) saveResults(outcome.results);
