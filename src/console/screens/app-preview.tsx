import { type SCOPE_CLAIMS, scopeClaims, scopesThatGive } from '../../core/openid-scopes.ts';
import { currentOwner } from '../../pages/browser/account/owner.ts';
import { serverNowMs } from '../../pages/browser/page.ts';
import type { User } from '../../pages/browser/session.ts';
import { fill } from '../../pages/texts/fill.ts';
import { labelOf } from '../components/format.tsx';
import { consentTexts, frameData, textsOf } from './texts.ts';

const texts = textsOf('apps');

interface PreviewedApp {
  readonly name: string;
  readonly native: boolean;
  readonly firstParty: boolean;
  readonly pairwise: boolean;
  readonly scopes: readonly string[];
}

/** The claims and the consent page of an app, with the administrator's own account as the example. */
export function AppPreview({ app }: { readonly app: PreviewedApp }) {
  const owner = currentOwner();
  if (!owner) return null;
  return (
    <details class="box app-preview">
      <summary>{texts.preview}</summary>
      <h3>{texts.claims}</h3>
      <p class="soft small">{texts.claimsHint}</p>
      <dl class="facts mono">
        {claimsOf(owner, app).map(([claim, value]) => (
          <div key={claim}>
            <dt>{claim}</dt>
            <dd>{claim === 'sub' && app.pairwise ? texts.ownSubject : JSON.stringify(value)}</dd>
          </div>
        ))}
      </dl>
      {app.scopes.includes('offline_access') && <p class="small">{texts.refreshToken}</p>}
      <h3>{texts.consent}</h3>
      {app.firstParty ? <p class="small">{texts.noConsent}</p> : <Consent app={app} owner={owner} />}
    </details>
  );
}

/** The consent page of the app, with the texts of pages/views/connect.ts. */
const Consent = ({ app, owner }: { readonly app: PreviewedApp; readonly owner: User }) => (
  <>
    <p class="soft small">{app.native ? texts.askedEachTime : texts.askedOnce}</p>
    <blockquote class="small">
      <p>
        <strong>{fill(consentTexts.consentTitle, { app: app.name.trim() || texts.unnamed })}</strong>
      </p>
      <p>{fill(consentTexts.consentLead, { email: owner.email })}</p>
      <ul class="bullets">
        {scopesThatGive(app.scopes, frameData.fields).map((scope) => (
          <li key={scope}>{labelOf(consentTexts.scopes, scope)}</li>
        ))}
      </ul>
    </blockquote>
  </>
);

type Claim = (typeof SCOPE_CLAIMS)[keyof typeof SCOPE_CLAIMS][number];

/** The claims as the feature computes them. Without a picture, `picture` is missing. */
function claimsOf(owner: User, { scopes }: PreviewedApp): readonly (readonly [claim: Claim, value: unknown])[] {
  const examples: Readonly<Record<Claim, unknown>> = {
    sub: String(owner.id),
    acr: 'urn:latchkey:one-factor',
    amr: ['pwd'],
    auth_time: seconds(serverNowMs()),
    name: owner.full_name,
    picture: owner.profile_image_url ?? undefined,
    locale: document.documentElement.lang,
    updated_at: seconds(Date.parse(owner.updated_at)),
    email: owner.email,
    email_verified: true,
    phone_number: owner.phone_number,
    phone_number_verified: false,
  };
  return Object.entries(scopeClaims(frameData.fields))
    .filter(([scope]) => scopes.includes(scope))
    .flatMap(([, claims]) => claims as readonly Claim[])
    .map((claim) => [claim, examples[claim]] as const)
    .filter(([, value]) => value !== undefined);
}

const seconds = (timeMs: number): number => Math.floor(timeMs / 1000);
