import type { TestContext } from 'node:test';
import type { CDPSession } from 'playwright-core';
import type { Visit, Visitor } from './browser.ts';
import type { Service } from './service.ts';

export interface VirtualAuthenticator extends Visitor {
  readonly devtools: CDPSession;
  readonly authenticatorId: string;
}

/**
 * Somebody with a device that has a fingerprint reader, as Chromium plays it. The pages must be the service's own:
 * browsers have no passkeys for IP addresses.
 */
export async function visitWithAuthenticator(
  visit: Visit,
  t: TestContext,
  service: Service,
  alsoAt: readonly string[] = [],
): Promise<VirtualAuthenticator> {
  const visitor = await visit(t, service, { alsoAt });
  const devtools = await visitor.context.newCDPSession(visitor.page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { ...visitor, devtools, authenticatorId };
}
