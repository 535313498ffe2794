import { useState } from 'preact/hooks';
import type { Client } from './answers.ts';
import { AppPreview } from './app-preview.tsx';
import { SelectField, TextField, useProblemOf } from './components/form.tsx';
import { linesOf, TextArea } from './components/text-area.tsx';
import { textsOf } from './texts.ts';

const texts = textsOf('apps');

export type AppKind = keyof typeof texts.kinds;

export const kindOf = ({ confidential, native }: Pick<Client, 'confidential' | 'native'>): AppKind =>
  confidential ? 'confidential' : native ? 'native' : 'public';

/** A native app has no secret, and no app gets or loses one later. */
const kindsFor = (app: Client | undefined): readonly AppKind[] => {
  if (!app) return ['confidential', 'public', 'native'];
  return app.confidential ? ['confidential'] : ['public', 'native'];
};

const SCOPES = Object.keys(texts.scopeTexts) as (keyof typeof texts.scopeTexts)[];
const USUAL_SCOPES: readonly string[] = ['openid', 'profile', 'email'];

/** Everything that is said of an app; of a new one where there is none yet. */
export function AppFields({ app }: { readonly app?: Client | undefined }) {
  const [name, setName] = useState(app?.name ?? '');
  const [kind, setKind] = useState<string>(app ? kindOf(app) : 'confidential');
  const [firstParty, setFirstParty] = useState(app?.first_party ?? false);
  const [pairwise, setPairwise] = useState(app?.pairwise ?? false);
  const [scopes, setScopes] = useState<readonly string[]>(app?.scopes ?? USUAL_SCOPES);
  return (
    <>
      <TextField name="name" label={texts.name} hint={texts.nameHint} maxLength={100} value={name} changed={setName} />
      <SelectField
        name="kind"
        label={texts.kind}
        choices={kindsFor(app).map((value) => ({ value, label: texts.kindChoices[value] }))}
        value={kind}
        changed={setKind}
        hint={app ? '' : texts.kindHint}
      />
      <TextArea
        name="redirect_uris"
        label={texts.redirects}
        hint={texts.redirectsHint}
        {...(app && { lines: app.redirect_uris })}
      />
      <Checkbox name="first_party" label={texts.isFirstParty} isChecked={firstParty} changed={setFirstParty} />
      <Scopes chosen={scopes} changed={setScopes} />
      <TextArea
        name="post_logout_redirect_uris"
        label={texts.logoutRedirects}
        hint={texts.logoutRedirectsHint}
        {...(app && { lines: app.post_logout_redirect_uris })}
      />
      <AddressField name="logo_uri" label={texts.logo} hint={texts.logoHint} value={app?.logo_uri} />
      <AddressField name="audience" label={texts.audience} hint={texts.audienceHint} value={app?.audience} />
      <AddressField
        name="backchannel_logout_uri"
        label={texts.logoutAddress}
        hint={texts.logoutAddressHint}
        value={app?.backchannel_logout_uri}
      />
      <AddressField name="client_uri" label={texts.homePage} hint={texts.homePageHint} value={app?.client_uri} />
      <AddressField
        name="initiate_login_uri"
        label={texts.loginAddress}
        hint={texts.loginAddressHint}
        value={app?.initiate_login_uri}
      />
      {!app && <Checkbox name="pairwise" label={texts.isPairwise} isChecked={pairwise} changed={setPairwise} />}
      <AppPreview app={{ name, native: kind === 'native', firstParty, pairwise, scopes }} />
    </>
  );
}

interface AddressFieldProps {
  readonly name: string;
  readonly label: string;
  readonly hint: string;
  readonly value: string | null | undefined;
}

const AddressField = ({ value, ...field }: AddressFieldProps) => (
  <TextField {...field} spellcheck={false} value={value ?? ''} />
);

interface CheckboxProps {
  readonly name: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly changed: (isChecked: boolean) => void;
}

const Checkbox = ({ name, label, isChecked, changed }: CheckboxProps) => (
  <label class="choice">
    <input
      type="checkbox"
      name={name}
      checked={isChecked}
      onChange={({ currentTarget }) => changed(currentTarget.checked)}
    />
    <span>{label}</span>
  </label>
);

interface ScopesProps {
  readonly chosen: readonly string[];
  readonly changed: (scopes: readonly string[]) => void;
}

/** `openid` is what makes it a login: no app is without it. */
function Scopes({ chosen, changed }: ScopesProps) {
  const problem = useProblemOf('scopes');
  const choose = (scope: string, isChosen: boolean) =>
    changed(SCOPES.filter((one) => (one === scope ? isChosen : chosen.includes(one))));
  return (
    <fieldset class="scopes">
      <legend>{texts.scopes}</legend>
      {SCOPES.map((scope) => (
        <label key={scope} class="choice">
          <input
            type="checkbox"
            name="scopes"
            value={scope}
            checked={chosen.includes(scope)}
            disabled={scope === 'openid'}
            onChange={({ currentTarget }) => choose(scope, currentTarget.checked)}
          />
          <span>
            {texts.scopeTexts[scope]} <span class="mono soft">{scope}</span>
          </span>
        </label>
      ))}
      <p class="error small" role="alert">
        {problem}
      </p>
    </fieldset>
  );
}

/** What the fields say, as the operations want it. */
export function membersIn(values: FormData) {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  return {
    name: text('name'),
    logo_uri: text('logo_uri'),
    redirect_uris: linesOf(values.get('redirect_uris')),
    post_logout_redirect_uris: linesOf(values.get('post_logout_redirect_uris')),
    native: text('kind') === 'native',
    first_party: values.has('first_party'),
    scopes: ['openid', ...values.getAll('scopes')],
    audience: text('audience'),
    backchannel_logout_uri: text('backchannel_logout_uri'),
    client_uri: text('client_uri'),
    initiate_login_uri: text('initiate_login_uri'),
  };
}
