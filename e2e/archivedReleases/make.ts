// Archives a release for the current contract: `node e2e/archivedReleases/make.ts`, before the contract's number
// increases. Its output is committed, and never changed.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { contractVersion } from '@amber/proto/contract';
import { buildTemplateRelease } from '../kit/templateRelease.ts';
import { archiveEnding } from './archivedReleases.ts';

const release = await buildTemplateRelease({ name: 'polls', version: '1.0.0', title: 'Polls' });
writeFileSync(
  join(import.meta.dirname, `contract${contractVersion}${archiveEnding}`),
  brotliCompressSync(JSON.stringify(release)),
);
