// `npm run dev` in a remote's own repository: shows it inside a running Amber while it is written.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { devRemote } from '../../devRemote.ts';
import { gatewayUrl } from '../../releasing/gateway.ts';
import { printStatus } from '../../run.ts';
import { setGatewayUrlFrom } from '../ownRepository.ts';

const context = process.cwd();
try {
  setGatewayUrlFrom(context);
  const { name } = JSON.parse(readFileSync(join(context, 'package.json'), 'utf8')) as { name: string };
  const { url, close } = await devRemote({
    name: name.replace('@amber/remote-', ''),
    target: gatewayUrl(),
    port: Number(process.env['PORT'] ?? 3101),
    context,
  });
  printStatus(`open ${url}; everything but this remote comes from ${gatewayUrl()}`);
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void close().then(() => process.exit()));
} catch (error) {
  console.error(`amber: ${(error as Error).message}`);
  process.exitCode = 1;
}
