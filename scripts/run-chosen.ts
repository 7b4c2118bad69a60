/** Programs by the name that chooses them; each is a module that runs as it is imported. */
export type Programs = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Runs the program that the first argument of this process names; it sees the arguments after the
 * name. Without a name it prints the names of `programs`, and the process ends with 2.
 */
export async function runChosen(script: string, programs: Programs): Promise<void> {
  const [name = ''] = process.argv.splice(2, 1);
  const program = Object.hasOwn(programs, name) ? programs[name] : undefined;
  if (program) {
    await program();
    return;
  }
  console.error(`npm run ${script} -- NAME, where NAME is ${Object.keys(programs).join(', ')}`);
  process.exitCode = 2;
}
