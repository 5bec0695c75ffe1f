// Helpers for the kit's programs, which run in a remote's own repository.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCatalogues } from '../words/generate.ts';

/** Generates the modules of the remote's message catalogue. @throws Error with the problems of the catalogue. */
export function generateRemoteWords(folder: string): void {
  generateCatalogues([join(folder, 'src', 'words')].filter(existsSync));
}

/** The gateway in the remote's package.json is the one to use, unless AMBER_URL names another. */
export function setGatewayUrlFrom(folder: string): void {
  const file = join(folder, 'package.json');
  if (process.env['AMBER_URL'] || !existsSync(file)) return;
  const { amber } = JSON.parse(readFileSync(file, 'utf8')) as { amber?: { gateway?: string } };
  if (amber?.gateway) process.env['AMBER_URL'] = amber.gateway;
}
