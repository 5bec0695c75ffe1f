// Starts a program of the kit only on a Node that can run it.

const needed = 24;

/** The import follows the check: an older Node fails while it links the modules, with an error that names no version. */
export async function onNode24(program: () => Promise<unknown>, version = process.versions.node): Promise<void> {
  if (Number(version.split('.')[0]) >= needed) return void (await program());
  console.error(`amber: this needs Node ${needed} or newer, and this is Node ${version}; https://nodejs.org has it`);
  process.exitCode = 1;
}
