// `npm run check`: types of every package, each under its own library, the lint table, the format, and unused code.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from './build.ts';
import { findPhysical } from './readingDirection.ts';
import { bin, root, run, say, seconds } from './run.ts';

const remotes = readdirSync(join(root, 'remotes')).map((name) => `remotes/${name}`);

const projects = [
  'proto',
  'shared/words',
  'shared/client',
  'shared/ui',
  'shared/conversation',
  'shared/conversationScreen',
  'shell',
  'shell/engine',
  'shell/sw',
  ...remotes,
  'gateway',
  'tools',
  'tools/demo',
  'e2e',
  'bench',
];

/** The tests of these packages have a project of their own: they also use Node and the DOM. */
const testProjects = [
  'proto',
  'shared/words',
  'shared/client',
  'shared/ui',
  'shared/conversation',
  'shared/conversationScreen',
  'shell',
  'shell/engine',
  'shell/sw',
  'remotes/chat',
].map((folder) => `${folder}/tsconfig.tests.json`);

/**
 * Returns the problems as the tools print them; empty when there are none. Unchanged files are not checked again.
 * `yielding`: runs at low priority.
 */
export async function check({ yielding = false } = {}): Promise<string[]> {
  const start = Date.now();
  const jobs = [
    { what: 'types', program: bin('tsc'), args: ['-b', ...projects, ...testProjects] },
    { what: 'lint', program: bin('oxlint'), args: ['--deny-warnings'] },
    { what: 'format (npm run format mends it)', program: bin('oxfmt'), args: ['--check'] },
    { what: 'unused or undeclared', program: bin('knip'), args: ['--no-progress'] },
  ];
  const wrong = await Promise.all(
    jobs.map(async ({ what, program, args }) => {
      const { status, output } = await run(program, args, { quiet: true, yielding });
      return status === 0 ? [] : [`${what}:\n${output}`];
    }),
  );
  const sided = findPhysical();
  if (sided.length > 0)
    wrong.push([`fixed to one side of the screen (see tools/readingDirection.ts):\n${sided.join('\n')}`]);
  say(`checked ${projects.length} packages in ${seconds(start)}`);
  return wrong.flat();
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  await generate();
  const wrong = await check();
  if (wrong.length > 0) {
    console.error(wrong.join('\n'));
    process.exitCode = 1;
  }
}
