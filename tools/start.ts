// `npm start`: builds, then runs the gateway in this process.
import { build } from './build.ts';

try {
  await build();
} catch (error) {
  console.error(`amber: ${(error as Error).message}`);
  process.exit(1);
}
await import('../gateway/src/main.ts');
