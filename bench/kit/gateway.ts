// A gateway for benchmarks: durable, serves the built files compressed, and stores codes instead of sending them.
import { join } from 'node:path';
import { createGateway } from '@amber/gateway';
import { root } from '../../tools/run.ts';
import { waitUntilCompressed } from './waitUntilCompressed.ts';
import { benchDatabaseUrl, dataDir } from './database.ts';

export interface BenchGateway {
  port: number;
  /** The address of its pages; ends in /chat/. */
  url: string;
  codes: ReadonlyMap<string, string>;
  /** Waits for a code of this phone that was not asked for before. */
  codeFor(phone: string): Promise<string>;
  close(): Promise<void>;
}

/** Serves the built shell, or the files of another folder, and the built remotes. */
export async function startGateway(shellDir = join(root, 'shell', 'dist')): Promise<BenchGateway> {
  const codes = new Map<string, string>();
  const gateway = await createGateway({
    databaseUrl: await benchDatabaseUrl(),
    dataDir: await dataDir(),
    host: '127.0.0.1',
    port: 0,
    shellDir,
    remotesDir: join(root, 'remotes'),
    // Compresses as a gateway that has run for a while. Whoever signs in twice is not to wait for a minute.
    limits: { releaseFileRecompressAfter: 0, codeResendAfter: 0 },
    sms: { name: 'bench', send: async (phone, code) => void codes.set(phone, code) },
  });
  const url = `${gateway.url}/chat/`;
  await waitUntilCompressed(url);
  return {
    port: Number(new URL(url).port),
    url,
    codes,
    async codeFor(phone) {
      while (!codes.has(phone)) await new Promise((resolve) => setTimeout(resolve, 20));
      const code = codes.get(phone)!;
      codes.delete(phone);
      return code;
    },
    close: () => gateway.close(),
  };
}
