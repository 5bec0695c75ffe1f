import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tarball } from './tarball.ts';

const long = `${'folder/'.repeat(17)}file.js`;
const files = new Map([
  ['package/b.js', Buffer.from('b')],
  ['package/bin.js', Buffer.from('#!/usr/bin/env node\n')],
  [`package/${long}`, Buffer.alloc(1_000, 'x')],
  ['package/empty', Buffer.alloc(0)],
]);

test('an archive has every file, the programs are executable, and long paths stay whole', () => {
  const folder = mkdtempSync(join(tmpdir(), 'amber-tar-'));
  try {
    writeFileSync(join(folder, 'kit.tgz'), tarball(files));
    execFileSync('tar', ['-xzf', 'kit.tgz'], { cwd: folder });
    for (const [path, content] of files) expect(readFileSync(join(folder, path)).equals(content)).toBe(true);
    expect(statSync(join(folder, 'package/bin.js')).mode & 0o111).toBe(0o111);
    expect(statSync(join(folder, 'package/b.js')).mode & 0o111).toBe(0);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('R206 the same files give the same bytes, in whichever order', () => {
  expect(tarball(new Map([...files].reverse())).equals(tarball(files))).toBe(true);
});

test('a path that the format has no room for is refused', () => {
  expect(() => tarball(new Map([[`${'x'.repeat(101)}`, Buffer.alloc(0)]]))).toThrow('too long');
});
