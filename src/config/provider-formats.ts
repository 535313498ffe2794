import { createPrivateKey } from 'node:crypto';
import { format, InvalidValue, secret } from './value-formats.ts';

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SEVERAL_TENANTS = ['common', 'organizations', 'consumers'];

export const microsoftTenant = format((value) => {
  const tenant = value.toLowerCase();
  if (SEVERAL_TENANTS.includes(tenant) || GUID.test(tenant)) return tenant;
  throw new InvalidValue(`must be ${SEVERAL_TENANTS.join(', ')} or the id of a tenant, not "${value}"`);
});

export const appleId = format((value) => {
  if (/^[A-Z0-9]{10}$/.test(value)) return value;
  throw new InvalidValue(`must be 10 capital letters and digits, not "${value}"`);
});

/** A .p8 file: PEM. Where a value has one line only, its line breaks are written as \n. */
export const applePrivateKey = {
  ...secret,
  parse(value: string): string {
    const pem = value.replaceAll('\\n', '\n');
    if (isP256(pem)) return pem;
    throw new InvalidValue('must be the content of the .p8 file that Apple gives');
  },
};

function isP256(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyDetails?.namedCurve === 'prime256v1';
  } catch {
    return false;
  }
}
