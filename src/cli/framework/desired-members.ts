import { jsonFault } from '../../lib/reason-of.ts';
import { CommandError } from './command-error.ts';
import { readText } from './file-problem.ts';

/** An object in the file and its path for messages: `clients[1]`. */
export interface DesiredObject {
  readonly members: Readonly<Record<string, unknown>>;
  readonly where: string;
}

type Members = DesiredObject['members'];

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const wrongMember = ({ where }: Pick<DesiredObject, 'where'>, member: string, rule: string) =>
  new CommandError(`${where === '' ? '' : `${where}.`}${member} must be ${rule}`);

/** The whole file. */
export function readDesired(file: string, known: readonly string[]): DesiredObject {
  const text = readText(file);
  let desired: unknown;
  try {
    desired = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is not valid JSON: ${jsonFault(error)}`);
  }
  if (!isObject(desired)) throw new CommandError(`${file} must hold an object, such as {"clients": []}`);
  refuseUnknown(desired, known, file);
  return { members: desired, where: '' };
}

function refuseUnknown(desired: Members, known: readonly string[], where: string): void {
  const unknown = Object.keys(desired).find((member) => !known.includes(member));
  if (unknown !== undefined) throw new CommandError(`${where}: there is no member ${unknown}`);
}

/** The objects in one list of the file. */
export function objectsOf({ members }: DesiredObject, list: string, known: readonly string[]): DesiredObject[] {
  const desired = members[list] ?? [];
  if (!Array.isArray(desired)) throw new CommandError(`${list} must be a list`);
  return desired.map((one: unknown, at) => objectAt(one, `${list}[${at}]`, known));
}

export function objectAt(desired: unknown, where: string, known: readonly string[]): DesiredObject {
  if (!isObject(desired)) throw new CommandError(`${where} must be an object`);
  refuseUnknown(desired, known, where);
  return { members: desired, where };
}

export function textOf(desired: DesiredObject, member: string): string | null {
  const value = desired.members[member] ?? null;
  if (value !== null && typeof value !== 'string') throw wrongMember(desired, member, 'a text');
  return value === null ? null : value.trim() || null;
}

export function textsOf(desired: DesiredObject, member: string, fallback: readonly string[]): readonly string[] {
  const value = desired.members[member] ?? fallback;
  if (!Array.isArray(value) || value.some((item) => typeof item !== 'string'))
    throw wrongMember(desired, member, 'a list of texts');
  return value;
}

export function flagOf(desired: DesiredObject, member: string, fallback: boolean): boolean {
  const value = desired.members[member] ?? fallback;
  if (typeof value !== 'boolean') throw wrongMember(desired, member, 'true or false');
  return value;
}

export function choiceOf<Value extends string>(
  desired: DesiredObject,
  member: string,
  values: readonly Value[],
  fallback: Value,
): Value {
  const text = desired.members[member] ?? fallback;
  const chosen = values.find((value) => value === text);
  if (chosen === undefined) throw wrongMember(desired, member, `one of ${values.join(', ')}`);
  return chosen;
}

/** Throws if two have the same name. */
export function refuseTwice(list: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CommandError(`${list}: ${twice} is listed twice`);
}
