// `npm run pictures [-- FOLDER [LANGUAGE]]`: takes the pictures of README and docs, or those of every screen into a
// folder.
import { run } from './run.ts';

const { status } = await run(process.execPath, ['e2e/pictures/takePictures.ts', ...process.argv.slice(2)]);
process.exitCode = status;
