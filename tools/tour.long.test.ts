import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root, run } from './run.ts';

// It installs the packages of a team from npm's registry, which takes longer than the rest of the suite may.
const wanted = process.env['AMBER_TOUR'] === 'full';

test.runIf(wanted)(
  'R206 the tour runs through without waiting, and leaves nothing behind',
  async () => {
    const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('amber-tour-'));
    const before = leftovers();
    const { status, output } = await run(process.execPath, [join(root, 'tools', 'tour.ts'), '--auto'], { quiet: true });
    expect({ status, output }).toMatchObject({ status: 0 });
    expect(output).toContain('amber: this was all');
    expect(leftovers()).toEqual(before);
  },
  600_000,
);
