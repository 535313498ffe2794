import { duration, format, InvalidValue } from './value-formats.ts';

const OFF = 'off';
/** Tells browsers to forget what they were told before. */
const FORGET = '0';
const DIRECTIVES = ['includeSubDomains', 'preload'];

/** The value of the header Strict-Transport-Security, '' for none. Written as a time, and what is to be added to it. */
export const hsts = format<string>(parse, print);

function parse(value: string, cores: number): string {
  if (value === OFF) return '';
  const [time = '', ...added] = value.split(/[\s,;]+/);
  const wrong = added.find((one) => !DIRECTIVES.includes(one));
  if (wrong !== undefined) {
    throw new InvalidValue(`must be a time, alone or before ${DIRECTIVES.join(' and ')}, and "${wrong}" is neither`);
  }
  if (added.includes('preload') && !added.includes('includeSubDomains')) {
    throw new InvalidValue('must have includeSubDomains before preload: browsers preload no other');
  }
  return [`max-age=${secondsOf(time, cores)}`, ...added].join('; ');
}

function secondsOf(time: string, cores: number): number {
  if (time === FORGET) return 0;
  try {
    return duration.parse(time, cores) / 1000;
  } catch {
    throw new InvalidValue(`must be off, 0 or a time from 1s to 400d, not "${time}"`);
  }
}

function print(header: string): string {
  if (header === '') return OFF;
  const [maxAge = '', ...added] = header.split('; ');
  const seconds = Number(maxAge.replace('max-age=', ''));
  return [seconds === 0 ? FORGET : duration.print(seconds * 1000), ...added].join(' ');
}
