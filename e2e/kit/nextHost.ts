// Builds this host as the next one, which offers one more contract.
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contractVersion } from '@amber/proto/contract';
import { host } from '../../tools/rspack/host.ts';
import { root } from '../../tools/run.ts';
import { compile } from './fixtureRelease.ts';

interface NextHost {
  /** For `startTestGateway`. */
  shellDir: string;
  remove(): void;
}

/** The page is built again; its workers know nothing of the contract, and come from the build. */
export async function buildNextHost(): Promise<NextHost> {
  const folder = mkdtempSync(join(tmpdir(), 'amber-next-host-'));
  const shellDir = join(folder, 'dist');
  cpSync(join(root, 'shell', 'dist'), shellDir, { recursive: true });
  const contract = join(folder, 'contract.ts');
  const source = readFileSync(join(root, 'proto/src/contract.ts'), 'utf8');
  writeFileSync(contract, source.replace(/contractVersion = \d+;/, `contractVersion = ${contractVersion + 1};`));
  const base = host(join(root, 'shell'));
  await compile({
    ...base,
    resolve: { ...base.resolve, alias: { ...base.resolve!.alias, '@amber/proto/contract': contract } },
    output: { ...base.output, path: shellDir, clean: false },
  });
  return { shellDir, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
