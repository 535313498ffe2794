import { availableParallelism } from 'node:os';
import { type Config, ConfigError, readConfig } from '../../config/config.ts';
import { createLanguages } from '../../config/languages.ts';
import { availableLanguages, readTextsFolder } from '../../config/texts-folder.ts';
import { warningsOf } from '../../config/warnings.ts';
import { escapeControlCharacters } from '../../lib/escape-control-characters.ts';
import { reasonOf } from '../../lib/reason-of.ts';
import { readMailLogos } from '../../mail/render/logo.ts';
import { readTemplates } from '../../mail/render/template-overrides.ts';
import { readCustomCss } from '../../pages/custom-css.ts';
import type { CommandContext } from '../command.ts';
import { ChecksFailed } from '../command-error.ts';
import { explainError, isOperatorError } from '../explain-error.ts';
import { counted } from '../print.ts';
import { checkClock, checkInstances, checkSchema, openForDiagnosis } from './database-checks.ts';
import { checkFeatures } from './feature-checks.ts';
import { checkDisk, checkFiles } from './file-checks.ts';
import { type DoctorContext, type Finding, fault, ok, remedyFor, type State, skipped, warning } from './finding.ts';
import { checkFrontend } from './frontend-checks.ts';
import { checkDataKeys, checkKeyFolders, checkSigningKeys } from './key-checks.ts';
import { checkMail } from './mail-checks.ts';
import { checkProviders } from './provider-checks.ts';

/** Every check, in the order of the report; docs/troubleshooting.md has a section for each. */
export const CHECKS = [
  'settings',
  'database',
  'schema',
  'signing-keys',
  'data-keys',
  'mail',
  'providers',
  'disk',
  'files',
  'instances',
  'clock',
  'key-folders',
  'frontend',
  'proxy',
  'off',
] as const;
type Check = (typeof CHECKS)[number];

/** Checks that need no running service, for `latchkey check`. */
const BEFORE_THE_START: readonly Check[] = CHECKS.slice(0, CHECKS.indexOf('instances'));

type Report = Partial<Record<Check, readonly Finding[]>>;

/** The number of faults and warnings of each check. */
export type FindingCounts = Readonly<Record<string, Readonly<Record<'fault' | 'warning', number>>>>;

/** For metrics. The service checks its database for damage itself, less often. */
export async function countFindings(
  service: Pick<CommandContext, 'environment' | 'settingsFile'>,
): Promise<FindingCounts> {
  const report = await examine({ ...service, nowMs: Date.now }, { isFirst: false, findsDamage: false });
  const count = (check: Check, state: State) => report[check]?.filter((one) => one.state === state).length ?? 0;
  return Object.fromEntries(
    CHECKS.map((check) => [check, { fault: count(check, 'fault'), warning: count(check, 'warning') }]),
  );
}

/** `check` examines settings and connections before the start; `doctor` also examines the running service. */
export const diagnose =
  (command: 'check' | 'doctor') =>
  async (context: CommandContext): Promise<void> => {
    const isFirst = command === 'check';
    const report = await examine(context, { isFirst, findsDamage: true });
    const names = isFirst ? BEFORE_THE_START : CHECKS;
    const lines = names.flatMap((check) =>
      (report[check] ?? [skipped('needs right settings')]).map((one) => ({ check, ...printable(one) })),
    );
    for (const line of lines) context.print(inWords(line), line);
    if (lines.some(({ state }) => state === 'fault')) throw new ChecksFailed();
  };

/** Findings quote other servers, such as the one at FRONTEND_URL. */
const printable = ({ state, says, remedy }: Finding): Finding => ({
  state,
  says: escapeControlCharacters(says),
  ...(remedy !== undefined && { remedy: escapeControlCharacters(remedy) }),
});

const inWords = ({ check, state, says, remedy }: Finding & { readonly check: Check }): string =>
  [
    `${state.padEnd(7)}  ${check.padEnd(12)}  ${says}`,
    ...(remedy === undefined ? [] : [`${MARGIN}to do: ${remedy}`]),
  ].join('\n');
const MARGIN = ' '.repeat(23);

interface Scope {
  /** Before the first start, when the database may be missing. */
  readonly isFirst: boolean;
  readonly findsDamage: boolean;
}

async function examine(
  { environment, settingsFile, nowMs }: Pick<CommandContext, 'environment' | 'settingsFile' | 'nowMs'>,
  scope: Scope,
): Promise<Report> {
  const { isFirst } = scope;
  let config: Config;
  try {
    config = readConfig(environment, availableParallelism());
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return { settings: [fault(error.message, 'correct the setting, see docs/configuration.md')] };
  }
  const { findings: database, db } = await openForDiagnosis(config, scope);
  try {
    const schema = db ? await checkSchema(db, isFirst) : skipped('needs the database');
    const isCurrent = schema.says.startsWith('schema ') && schema.state === 'ok';
    const context: DoctorContext = { config, settingsFile, nowMs, db, isCurrent };
    const [mail, providers, disk] = await Promise.all([
      guarded(async () => [await checkMail(context)]),
      guarded(() => checkProviders(context)),
      guarded(() => checkDisk(context)),
    ]);
    return {
      settings: await guarded(() => checkSettings(config, settingsFile.path)),
      database,
      schema: [schema],
      'signing-keys': await guarded(() => checkSigningKeys(context)),
      'data-keys': await guarded(() => checkDataKeys(context)),
      mail,
      providers,
      disk,
      files: await guarded(() => checkFiles(context)),
      ...(isFirst ? {} : await examineService(context)),
    };
  } finally {
    await db?.close();
  }
}

/** A check that fails, such as for lack of permission, does not prevent the others. */
async function guarded(check: () => readonly Finding[] | Promise<readonly Finding[]>): Promise<readonly Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [unseen(error)];
  }
}

const unseen = (error: unknown): Finding => fault(`could not be checked: ${reasonOf(error)}`, remedyFor(error));

async function examineService(context: DoctorContext): Promise<Report> {
  const { frontend, proxy } = await checkFrontend(context).catch((error: unknown) => ({
    frontend: [unseen(error)],
    proxy: [skipped('needs the frontend')],
  }));
  return {
    instances: await guarded(() => checkInstances(context)),
    clock: await guarded(() => checkClock(context)),
    'key-folders': await guarded(() => checkKeyFolders(context)),
    frontend,
    proxy,
    off: checkFeatures(context.config),
  };
}

/** Checks files named by settings, and values that are allowed but rarely intended. */
function checkSettings(config: Config, file: string | undefined): Finding[] {
  try {
    const languages = createLanguages(availableLanguages(readTextsFolder(config.textsDir), config.languages));
    readMailLogos(config);
    if (config.mailTemplatesDir !== undefined) readTemplates(config.mailTemplatesDir, languages.all);
    if (config.customCss !== undefined) readCustomCss(config.customCss);
  } catch (error) {
    if (!isOperatorError(error)) throw error;
    return [fault(explainError(error), 'correct the file, or remove the setting')];
  }
  const from = file === undefined ? 'the environment' : `${file} and the environment`;
  const mode = config.production ? 'production' : 'development (NODE_ENV is not production)';
  const warnings = warningsOf(config).map((line) => warning(line, 'see docs/configuration.md'));
  return [ok(`${counted(config.given.length, 'setting')} of ${from}, for ${mode}`), ...warnings];
}
