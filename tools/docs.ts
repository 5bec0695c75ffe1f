// `npm run docs`: writes docs/calls.md, the reference of all calls.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCalls } from '../proto/describeCalls.ts';
import { printStatus, root } from './run.ts';

writeFileSync(join(root, 'docs/calls.md'), describeCalls());
printStatus('docs/calls.md is written');
