// `npm run format`: writes every file as the formatter has it.
import { bin, run } from './run.ts';

const { status } = await run(bin('oxfmt'), []);
process.exitCode = status;
