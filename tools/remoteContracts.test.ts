import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { contractVersion } from '../proto/src/contract.ts';
import { root } from './run.ts';

const remotes = join(root, 'remotes');

// Their builds take from the host what the current contract has: a host with an older contract could not run them.
it.each(readdirSync(remotes))('R207 remotes/%s declares the current contract', (remote) => {
  const { amber } = JSON.parse(readFileSync(join(remotes, remote, 'package.json'), 'utf8')) as {
    amber: { contract: string };
  };
  expect(amber.contract).toBe(`^${contractVersion}`);
});
