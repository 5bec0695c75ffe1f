// `npm start [-- --demo]`: builds, then runs the gateway.
import { build } from './build.ts';

try {
  await build();
} catch (error) {
  console.error(`amber: ${(error as Error).message}`);
  process.exit(1);
}
if (process.argv.includes('--demo')) await (await import('./demo/demo.ts')).demo();
else await import('../gateway/src/main.ts');
