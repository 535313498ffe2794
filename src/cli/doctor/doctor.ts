import { availableParallelism } from 'node:os';
import { ConfigError, readConfig } from '../../config/config.ts';
import { escapeControlCharacters } from '../../lib/escape-control-characters.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import type { CommandContext } from '../framework/command.ts';
import { ChecksFailed } from '../framework/command-error.ts';
import { type DoctorContext, type Finding, fault, remedyFor, type State, skipped } from '../framework/finding.ts';
import { BEFORE_THE_START, CHECKS, EXAMINE } from './checks.ts';
import { openForDiagnosis } from './database-checks.ts';
import { reachFrontend } from './frontend-checks.ts';

type Line = Finding & { readonly check: string };

/** The number of faults and warnings of each check. */
export type FindingCounts = Readonly<Record<string, Readonly<Record<'fault' | 'warning', number>>>>;

/** Counts findings for the metrics. Omits the check for database damage, which the service runs less often. */
export async function countFindings(
  service: Pick<CommandContext, 'environment' | 'settingsFile'>,
): Promise<FindingCounts> {
  const lines = await runChecks({ ...service, nowMs: Date.now }, CHECKS, { isFirst: false, findsDamage: false });
  const count = (check: string, state: State) =>
    lines.filter((line) => line.check === check && line.state === state).length;
  return Object.fromEntries(
    CHECKS.map((check) => [check, { fault: count(check, 'fault'), warning: count(check, 'warning') }]),
  );
}

/** `check` examines settings and connections before the start; `doctor` also examines the running service. */
export const diagnose =
  (command: 'check' | 'doctor') =>
  async (context: CommandContext): Promise<void> => {
    const isFirst = command === 'check';
    const lines = await runChecks(context, isFirst ? BEFORE_THE_START : CHECKS, { isFirst, findsDamage: true });
    for (const line of lines.map(printable)) context.print(formatLine(line), asMembers(line));
    if (lines.some(({ state }) => state === 'fault')) throw new ChecksFailed();
  };

/** Findings quote other servers, such as the one at FRONTEND_URL. */
const printable = ({ check, state, message, remedy }: Line): Line => ({
  check,
  state,
  message: escapeControlCharacters(message),
  ...(remedy !== undefined && { remedy: escapeControlCharacters(remedy) }),
});

const formatLine = ({ check, state, message, remedy }: Line): string =>
  `${state.padEnd(7)}  ${check.padEnd(12)}  ${message}${remedy === undefined ? '' : `\n${MARGIN}to do: ${remedy}`}`;
const MARGIN = ' '.repeat(23);

const asMembers = ({ check, state, message, ...rest }: Line): object => ({ check, state, says: message, ...rest });

/** `isFirst`: before the first start, when the database may be missing. */
async function runChecks(
  { environment, settingsFile, nowMs }: Pick<CommandContext, 'environment' | 'settingsFile' | 'nowMs'>,
  checks: readonly string[],
  scope: { readonly isFirst: boolean; readonly findsDamage: boolean },
): Promise<Line[]> {
  const config = configOf(environment);
  if (config instanceof ConfigError) {
    const wrong = fault(config.message, 'correct the setting, see docs/configuration.md');
    return checks.map((check) => ({ check, ...(check === 'settings' ? wrong : skipped('needs valid settings')) }));
  }
  const opened = await openForDiagnosis(config, scope);
  try {
    const frontend = checks.includes('frontend') ? await reachFrontend(config, nowMs()) : undefined;
    const context: DoctorContext = { config, settingsFile, nowMs, ...opened, frontend };
    const lines: Line[] = [];
    for (const check of checks) lines.push(...(await runCheck(check, context)));
    return lines;
  } finally {
    await opened.db?.close();
  }
}

function configOf(environment: CommandContext['environment']) {
  try {
    return readConfig(environment, availableParallelism());
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** A check that fails, such as for lack of permission, does not prevent the others. */
async function runCheck(check: string, context: DoctorContext): Promise<Line[]> {
  try {
    const findings = (await EXAMINE[check]?.(context)) ?? [];
    return findings.flatMap((finding) => (finding ? [{ check, ...finding }] : []));
  } catch (error) {
    return [{ check, ...fault(`could not be checked: ${reasonOf(error)}`, remedyFor(error)) }];
  }
}
