import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { sharedCodeVersion, sharedCodeVersionFile } from './sharedCodeVersion.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'amber-shared-code-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The version once this file has this text. */
function versionWith(path: string, text: string): string {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
  return sharedCodeVersion(folder);
}

it('R210 R160 every change of the shared packages, of what they are made from and of their build is another version', () => {
  const versions = [
    versionWith('shared/conversation/src/timeline/Timeline.tsx', 'one'),
    versionWith('shared/conversation/src/timeline/Timeline.tsx', 'two'),
    versionWith('shared/ui/src/Button.module.css', 'one'),
    versionWith('shared/conversation/src/words/zh-Hans.json', 'one'),
    versionWith('shared/conversationScreen/package.json', '{ "dependencies": { "virtua": "0.54.2" } }'),
    versionWith('proto/message.proto', 'one'),
    versionWith('tools/rspack/common.ts', 'one'),
  ];
  expect(new Set(versions).size).toBe(versions.length);
  expect(versions.every((version) => /^[0-9a-f]{16}$/.test(version))).toBe(true);
});

it('R210 tests, generated files and other packages change nothing', () => {
  const version = versionWith('shared/ui/src/Button.tsx', 'one');
  expect(versionWith('shared/ui/src/Button.test.tsx', 'one')).toBe(version);
  expect(versionWith('shared/ui/src/words/gen/ui.ts', 'one')).toBe(version);
  expect(versionWith('remotes/chat/src/ChatHome.tsx', 'one')).toBe(version);
});

it('R210 the kit has the version of the sources that it was compiled from', () => {
  expect(versionWith(sharedCodeVersionFile, '"0123456789abcdef"')).toBe('0123456789abcdef');
});
