import { expect, test } from 'vitest';
import { auditKinds } from '../../gateway/src/rollout/auditEntries.ts';
import { actionOf } from '../../shell/src/admin/auditActions.ts';

test.each(auditKinds)('R252 the page translates entries of the kind %s, also without their arguments', (kind) => {
  expect(actionOf({ kind, arguments: [] })).toMatch(/\w/);
});
