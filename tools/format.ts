// `npm run format`: formats every file.
import { bin, run } from './run.ts';

const { status } = await run(bin('oxfmt'), []);
process.exitCode = status;
