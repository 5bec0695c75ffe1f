// The places of this checkout's remotes, for tests: what their teams wrote.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Place } from '@amber/proto';
import { type PlaceManifest, placeOf } from '@amber/proto/placeManifest';
import { root } from './run.ts';

const fileOf = (remote: string) => join(root, 'remotes', remote, 'amber-remote.json');

/** By the remote's name. The template is no feature. */
export const remotePlaces: Readonly<Record<string, Place>> = Object.fromEntries(
  readdirSync(join(root, 'remotes'))
    .filter((remote) => remote !== 'template' && existsSync(fileOf(remote)))
    .map((remote) => [remote, placeOf(JSON.parse(readFileSync(fileOf(remote), 'utf8')) as PlaceManifest)]),
);
