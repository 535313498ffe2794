import { CommandError } from '../command-error.ts';
import { readText } from '../file-problem.ts';

/** An object of the file, and where it is, as messages name it: `clients[1]`. */
export interface StatedObject {
  readonly members: Readonly<Record<string, unknown>>;
  readonly where: string;
}

type Members = StatedObject['members'];

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const wrongMember = ({ where }: Pick<StatedObject, 'where'>, member: string, rule: string) =>
  new CommandError(`${where === '' ? '' : `${where}.`}${member} must be ${rule}`);

/** The whole file. */
export function readStated(file: string, known: readonly string[]): StatedObject {
  const text = readText(file);
  let stated: unknown;
  try {
    stated = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${file} is no JSON: ${(error as Error).message}`);
  }
  if (!isObject(stated)) throw new CommandError(`${file} must hold an object, such as {"clients": []}`);
  refuseUnknown(stated, known, file);
  return { members: stated, where: '' };
}

function refuseUnknown(stated: Members, known: readonly string[], where: string): void {
  const unknown = Object.keys(stated).find((member) => !known.includes(member));
  if (unknown !== undefined) throw new CommandError(`${where}: there is no member ${unknown}`);
}

/** The objects of a list of the file. */
export function objectsOf({ members }: StatedObject, list: string, known: readonly string[]): StatedObject[] {
  const stated = members[list] ?? [];
  if (!Array.isArray(stated)) throw new CommandError(`${list} must be a list`);
  return stated.map((one: unknown, at) => objectAt(one, `${list}[${at}]`, known));
}

export function objectAt(stated: unknown, where: string, known: readonly string[]): StatedObject {
  if (!isObject(stated)) throw new CommandError(`${where} must be an object`);
  refuseUnknown(stated, known, where);
  return { members: stated, where };
}

export function textOf(stated: StatedObject, member: string): string | null {
  const value = stated.members[member] ?? null;
  if (value !== null && typeof value !== 'string') throw wrongMember(stated, member, 'a text');
  return value === null ? null : value.trim() || null;
}

export function textsOf(stated: StatedObject, member: string, otherwise: readonly string[]): readonly string[] {
  const value = stated.members[member] ?? otherwise;
  if (!Array.isArray(value) || value.some((one) => typeof one !== 'string'))
    throw wrongMember(stated, member, 'a list of texts');
  return value;
}

export function flagOf(stated: StatedObject, member: string, otherwise: boolean): boolean {
  const value = stated.members[member] ?? otherwise;
  if (typeof value !== 'boolean') throw wrongMember(stated, member, 'true or false');
  return value;
}

export function choiceOf<Value extends string>(
  stated: StatedObject,
  member: string,
  values: readonly Value[],
  otherwise: Value,
): Value {
  const given = stated.members[member] ?? otherwise;
  const chosen = values.find((value) => value === given);
  if (chosen === undefined) throw wrongMember(stated, member, `one of ${values.join(', ')}`);
  return chosen;
}

/** Throws where two are called the same. */
export function refuseTwice(list: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new CommandError(`${list}: ${twice} is stated twice`);
}
