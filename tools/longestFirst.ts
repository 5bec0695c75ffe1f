// The order in which vitest runs the files: the longest first, so that no core is idle at the end.
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { root } from './run.ts';

/** The longest files; no other takes ten seconds. */
const longestFiles = [
  'tools/size.long.test.ts',
  'e2e/twoEngines/model.long.test.ts',
  'e2e/hostile/hostile.long.test.ts',
  'shell/engine/sealing/interleavings.long.test.ts',
  'gateway/src/api/policy.test.ts',
  'e2e/twoEngines/pair.long.test.ts',
  'gateway/src/main.long.test.ts',
  'gateway/src/notifications/push.long.test.ts',
  'shell/engine/after/honest.long.test.ts',
  'gateway/src/transport/hostile.long.test.ts',
  'gateway/src/db/killed.long.test.ts',
  'shell/engine/sealing/encryption.long.test.ts',
  'e2e/release/release.long.test.ts',
  'e2e/twoEngines/files.long.test.ts',
  'gateway/src/db/postgres/postgres.long.test.ts',
  'gateway/src/bots/answers.long.test.ts',
  'gateway/src/backup/backup.long.test.ts',
  'shell/engine/after/missing.long.test.ts',
  'gateway/src/files/ownStore/ownStore.long.test.ts',
];

const rank = ({ moduleId }: TestSpecification): number => {
  const index = longestFiles.indexOf(relative(root, moduleId));
  return index < 0 ? longestFiles.length : index;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}
