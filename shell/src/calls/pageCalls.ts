// The calls of this page.
import { createCallController } from './callController.ts';
import { callPorts } from './callPorts.ts';

export const calls = createCallController(callPorts);
