// Copies the template of a remote under the name of a new one.
import { cpSync, existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const namePattern = /^[a-z][a-z0-9]{1,11}$/;

/** The output of builds and installs, which is not copied. */
const outputFolders = new Set(['dist', 'node_modules']);

/** Replaces the template's name, in the middle and at the beginning of a sentence, by the remote's. */
const replaceTemplateName = (text: string, to: string): string =>
  text.replaceAll('template', to).replaceAll('Template', to[0]!.toUpperCase() + to.slice(1));

function renamedPackageJson(text: string, to: string): string {
  const manifest = JSON.parse(text) as { amber: { template?: boolean } };
  delete manifest.amber.template;
  return `${replaceTemplateName(JSON.stringify(manifest, null, 2), to)}\n`;
}

/** @throws Error that says why the name is invalid, or that the folder exists. */
export function checkNewRemote(remoteName: string, folder: string, shownFolder: string): void {
  if (!namePattern.test(remoteName)) {
    throw new Error(
      `A remote's name has 2 to 12 small letters and digits and begins with a letter, such as "polls"; "${remoteName}" has not`,
    );
  }
  if (existsSync(folder)) throw new Error(`${shownFolder} exists already; choose another name`);
}

/** Creates the folder from the template; each file has the remote's name in place of the template's. */
export function copyTemplate(template: string, folder: string, remoteName: string): void {
  cpSync(template, folder, {
    recursive: true,
    // The template may itself be in a folder of node_modules.
    filter: (path) => path === template || !outputFolders.has(basename(path)),
  });
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const text = readFileSync(file, 'utf8');
    writeFileSync(
      file,
      entry.name === 'package.json' ? renamedPackageJson(text, remoteName) : replaceTemplateName(text, remoteName),
    );
    renameSync(file, join(entry.parentPath, replaceTemplateName(entry.name, remoteName)));
  }
}
