import { protectedOperation } from '../../api/protected-operation.ts';
import { done } from '../../http/envelope.ts';
import { beginApp } from './authenticator-app.ts';
import { NewTotp } from './schemas.ts';

export const addTotp = protectedOperation(
  {
    id: 'addTotp',
    summary: 'Start adding an authenticator app',
    description: 'The current app, if any, stays in use until the new one is confirmed, within 10 minutes.',
    tag: 'Second factors',
    message: 'Scan the code and confirm',
    bearer: 'auth',
    duringFactorSetup: true,
    needsRecentLogin: 'with second factor',
    status: 201,
    answers: NewTotp,
  },
  async (_request, services, owner) => {
    const { secret, otpauthUrl } = await beginApp(services, owner, services.productName);
    const qr = await qrRows(otpauthUrl);
    return done({ secret, otpauth_url: otpauthUrl, qr });
  },
);

/** The library draws a margin of at least one module. It is cut off, because pages draw the whole margin. */
async function qrRows(text: string): Promise<string[]> {
  const { default: encodeQr } = await import('qr');
  const rows = encodeQr(text, 'raw', { ecc: 'medium', border: 1 }).slice(1, -1);
  return rows.map((row) =>
    row
      .slice(1, -1)
      .map((isDark) => (isDark ? '1' : '0'))
      .join(''),
  );
}
