// `npm test`: what a change needs before it is shared, on a machine with nothing installed. `npm run test:all` runs the rest.
import { checklist, wrongTitles } from './checklist.ts';
import { say } from './run.ts';
import { useScratch } from './scratch.ts';
import { closeWith, runSuites } from './testing/runSuites.ts';
import { saveResults } from './testing/savedResults.ts';
import { shortSuites } from './testing/shortSuites.ts';
import { slowness } from '../gateway/src/testing/machine.ts';

useScratch();
if (slowness() > 1.2)
  say(`this machine is ${slowness().toFixed(1)} times slower than the tests expect: their time limits are longer`);
const outcome = await runSuites(shortSuites);
outcome.failures.push(...wrongTitles(checklist(), outcome.results));
closeWith(outcome);
if (process.exitCode === 0) saveResults(outcome.results);
