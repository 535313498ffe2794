import { generateKeyPairSync, sign } from 'node:crypto';

/** DER, as far as one certificate needs it. */
const der = (tag: number, ...parts: Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  const length =
    content.length < 128
      ? [content.length]
      : content.length < 256
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
};
const sequence = (...parts: Uint8Array[]) => der(0x30, ...parts);
const oid = (hex: string) => der(0x06, Buffer.from(hex, 'hex'));
const utcTime = (year: number) => der(0x17, Buffer.from(`${String(year % 100).padStart(2, '0')}0101000000Z`));
const nameOf = (commonName: string) => sequence(der(0x31, sequence(oid('550403'), der(0x0c, Buffer.from(commonName)))));

const ECDSA_WITH_SHA256 = sequence(oid('2a8648ce3d040302'));
const SUBJECT_ALT_NAME = oid('551d11');

export interface Certificate {
  readonly certificate: string;
  readonly key: string;
}

/** Self-signed, made here: a test may not rely on an installed openssl. */
export function createCertificate(hostName: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const thisYear = new Date().getUTCFullYear();
  const altName = sequence(der(0x82, Buffer.from(hostName)));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    nameOf(hostName),
    sequence(utcTime(thisYear), utcTime(thisYear + 2)),
    nameOf(hostName),
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, altName)))),
  );
  const signature = sign('sha256', signed, privateKey);
  const whole = sequence(signed, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = whole.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    certificate: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
