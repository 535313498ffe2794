import { interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { acrOf, TWO_FACTORS, wantsTwoFactors } from './acr.ts';
import { isDocumentId } from './client-document.ts';

const { Check, base } = interactionPolicy;

/** When users are sent to the hosted pages: the library's rules, and where ours differ. */
export function createInteractionPolicy(nowMs: () => number): interactionPolicy.DefaultPolicy {
  const policy = base();
  const login = policy.get('login')?.checks;
  const consent = policy.get('consent')?.checks;

  // Uses the injected clock.
  login?.remove('max_age');
  login?.add(
    new Check('max_age', 'the login is older than max_age', 'login_required', ({ oidc }: KoaContextWithOIDC) => {
      const maxAge = oidc.params?.max_age;
      if (maxAge === undefined || oidc.result?.login) return Check.NO_NEED_TO_PROMPT;
      return nowMs() / 1000 - (oidc.session?.loginTs ?? 0) > Number(maxAge);
    }),
  );
  login?.add(
    new Check('account_unusable', 'the session has ended', 'login_required', ({ oidc }: KoaContextWithOIDC) => {
      return oidc.session?.accountId !== undefined && oidc.account === undefined;
    }),
  );
  login?.add(
    new Check('acr_values', 'the login was not strong enough', 'login_required', ({ oidc }: KoaContextWithOIDC) => {
      if (!wantsTwoFactors(oidc.params?.acr_values as string | undefined) || oidc.result?.login) return false;
      return acrOf(oidc.session?.amr ?? []) !== TWO_FACTORS;
    }),
  );

  // Other apps on the device can claim a native app's address (RFC 8252, 8.6): third-party apps need consent each time.
  consent?.remove('native_client_prompt');
  consent?.add(
    new Check('native_client', 'native clients need consent each time', 'interaction_required', ({ oidc }) => {
      return oidc.client?.applicationType === 'native' && !oidc.client.first_party && !oidc.result?.consent;
    }),
  );
  // A stranger's document can change every day. Refresh tokens keep consent requests rare.
  consent?.add(
    new Check(
      'client_document',
      'clients that no operator has added need consent each time',
      'consent_required',
      ({ oidc }) => {
        return isDocumentId(oidc.client?.clientId ?? '') && !oidc.result?.consent;
      },
    ),
  );
  return policy;
}
