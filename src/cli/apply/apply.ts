import { dirname } from 'node:path';
import type { Environment } from '../../config/config.ts';
import type { ApplyContext, NewSecret, Plan } from '../framework/apply-part.ts';
import type { CommandContext } from '../framework/command.ts';
import { CommandError, onlyArgument } from '../framework/command-error.ts';
import { readDesired } from '../framework/desired-members.ts';
import { withDatabase } from '../framework/open-database.ts';
import { APPLY_PARTS } from './parts.ts';

/** Makes the database match the file and prints the settings to change. Does not touch what the file omits. */
export const apply = async (context: CommandContext): Promise<void> => {
  const { environment, args, options, print, note } = context;
  const parts = await readFile(onlyArgument(args, 'apply: one file, see latchkey apply --help'));
  return withDatabase(environment, async (db, name, config) => {
    // Everything is checked before anything is changed.
    const plans: Plan[] = [];
    for (const { plan } of parts) plans.push(await plan({ ...context, db, config }));
    const steps = plans.flatMap((plan) => plan.steps);
    const remaining = plans.flatMap((plan) => plan.remaining ?? []);
    for (const { message, take } of steps) {
      const secret = options['dry-run'] ? null : await take();
      print(formatStep(message, secret), { change: message, ...asMember(secret) });
    }
    if (steps.length === 0 && remaining.length === 0) print('nothing to change');
    const isSame = options['dry-run'] || steps.length === 0;
    note(`${isSame ? 'nothing was changed' : 'changed'} in the database ${name}`);
    for (const line of remaining) {
      if (!options['dry-run']) throw new CommandError(line);
      note(line);
    }
  });
};

export const TEST_SETTINGS: Environment = Object.assign({}, ...APPLY_PARTS.map(({ testSettings }) => testSettings));

/** Prepares an empty database for tests. Returns the secrets that were generated, by what they belong to. */
export async function applyForTests(file: string, context: ApplyContext): Promise<Readonly<Record<string, string>>> {
  const secrets: Record<string, string> = {};
  for (const { testSettings, plan } of await readFile(file)) {
    if (!testSettings) continue;
    for (const { take } of (await plan(context)).steps) {
      const secret = await take();
      if (secret) secrets[secret.of] = secret.value;
    }
  }
  return secrets;
}

async function readFile(file: string) {
  const desired = readDesired(
    file,
    APPLY_PARTS.map(({ member }) => member),
  );
  const parts = await Promise.all(APPLY_PARTS.map(async (part) => ({ ...part, read: await part.load() })));
  return parts.map(({ testSettings, read }) => ({ testSettings, plan: read(desired, dirname(file)) }));
}

const asMember = (secret: NewSecret | null) => (secret === null ? {} : { [secret.name]: secret.value });

const formatStep = (message: string, secret: NewSecret | null): string =>
  secret === null ? message : `${message}\n${secret.name}=${secret.value}`;
