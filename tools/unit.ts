// `npm run unit [-- --project gateway tokens]`: runs the Node tests: all, or one project and one file.
import { generate } from './build.ts';
import { bin, run } from './run.ts';

await generate();
const { status } = await run(bin('vitest'), ['run', ...process.argv.slice(2)]);
process.exitCode = status;
