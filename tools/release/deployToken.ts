// The deploy token of the environment, and how an operator makes one.
import { createInterface } from 'node:readline/promises';
import { Fault } from '@amber/proto/faults';
import { callGateway } from './gateway.ts';
import { Sentence } from './sentence.ts';

/** @throws Sentence when there is none. */
export function deployTokenOf(remote: string): string {
  const token = process.env['AMBER_DEPLOY_TOKEN'];
  if (token) return token;
  throw new Sentence(`AMBER_DEPLOY_TOKEN is not set. An operator makes a token for this remote with: npm run release -- token ${remote} NAME`);
}

/** Asks an operator to sign in, and prints a new token, which is shown once. */
export async function createToken(remote: string | undefined, name: string | undefined): Promise<void> {
  if (!remote || !name) throw new Sentence('Say for which remote, and whose token it is: npm run release -- token chat ci');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const deviceId = crypto.randomUUID();
  try {
    const phone = await terminal.question('An operator\'s phone number: ');
    await callGateway('login.getSms', { phone, deviceId });
    const code = await terminal.question('The code that was sent there: ');
    const { token } = await callGateway('login.login', { phone, code, appId: 1, deviceId });
    try {
      const { deployToken } = await callGateway('rollout.createToken', { remote, name }, token).catch((error: unknown) => {
        if (Fault.of(error).code !== 'NO_AUTH') throw error;
        throw new Sentence('This person is no operator. Whoever runs the gateway names the operators: AMBER_OPERATORS', { cause: error });
      });
      console.error('Keep it where the builds are made, as AMBER_DEPLOY_TOKEN. It is not shown again:');
      console.log(deployToken);
    } finally {
      await callGateway('user.logOut', {}, token);
    }
  } finally {
    terminal.close();
  }
}
