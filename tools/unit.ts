// `npm run unit [-- --project gateway tokens]`: what runs in Node, all of it or one part of the house and one file.
import { generate } from './build.ts';
import { bin, run } from './run.ts';

await generate();
const { status } = await run(bin('vitest'), ['run', ...process.argv.slice(2)]);
process.exitCode = status;
