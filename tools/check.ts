// `npm run check`: types of every package, each under its own library, and the lint table.
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { generate } from './build.ts';
import { bin, root, run, say, seconds } from './run.ts';

const remotes = readdirSync(join(root, 'remotes')).map((name) => `remotes/${name}`);

const projects = [
  'proto', 'shared/client', 'shared/ui', 'shared/conversation', 'shared/conversationScreen', 'shell', 'shell/engine', 'shell/sw', ...remotes, 'gateway', 'tools', 'e2e', 'bench',
];

/** Returns what is wrong, in the tools' own words; empty when all is well. `yielding`: other work goes before it. */
export async function check({ yielding = false } = {}): Promise<string[]> {
  const start = Date.now();
  const jobs = [
    ...projects.map((project) => ({ what: `types of ${project}`, program: bin('tsc'), args: ['-p', project] })),
    { what: 'lint', program: bin('oxlint'), args: ['--deny-warnings'] },
  ];
  const wrong: string[] = [];
  const work = async () => {
    for (let job = jobs.shift(); job; job = jobs.shift()) {
      const { status, output } = await run(job.program, job.args, { quiet: true, yielding });
      if (status !== 0) wrong.push(`${job.what}:\n${output}`);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  say(`checked ${projects.length} packages in ${seconds(start)}`);
  return wrong;
}

if (import.meta.url === pathToFileURL(process.argv[1]!).href) {
  await generate();
  const wrong = await check();
  if (wrong.length > 0) {
    console.error(wrong.join('\n'));
    process.exitCode = 1;
  }
}
