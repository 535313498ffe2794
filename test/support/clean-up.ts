/** A test, or whatever else ends one day. */
export interface Lifetime {
  after(cleanUp: () => unknown): void;
}

type CleanUp = () => unknown;
const stacks = new WeakMap<Lifetime, CleanUp[]>();

/** Like `t.after`, but last come, first gone: what was built on something is taken down before it. */
export function cleanUpAfter(t: Lifetime, cleanUp: CleanUp): void {
  const known = stacks.get(t);
  if (known) {
    known.push(cleanUp);
    return;
  }
  const stack = [cleanUp];
  stacks.set(t, stack);
  t.after(async () => {
    // One that fails must not keep the others from ending: a server left running would hold up the whole run.
    const failures: unknown[] = [];
    // What is built from now on is for another time.
    stacks.delete(t);
    for (const next of stack.reverse()) await Promise.try(next).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
  });
}
