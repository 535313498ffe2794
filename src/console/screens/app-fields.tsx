import { useState } from 'preact/hooks';
import { scopesThatGive } from '../../core/openid-scopes.ts';
import { Checkbox, ErrorLine, linesOf, SelectField, TextArea } from '../../pages/browser/components/fields.tsx';
import type { Values } from '../../pages/browser/components/form.tsx';
import type { Client } from './answers.ts';
import { type AppKind, kindOf } from './app-kinds.ts';
import { AppPreview } from './app-preview.tsx';
import { PlainField } from './form-dialogs.tsx';
import { frameData, textsOf } from './texts.ts';

const texts = textsOf('apps');

/** Whether an app has a secret cannot be changed later. Native apps have none. */
const kindsFor = (app: Client | undefined): readonly AppKind[] => {
  if (!app) return ['confidential', 'public', 'native'];
  return app.type === 'confidential' ? ['confidential'] : ['public', 'native'];
};

const SCOPES = Object.keys(texts.scopeTexts) as (keyof typeof texts.scopeTexts)[];
const OFFERED: readonly string[] = scopesThatGive(SCOPES, frameData.fields);
const DEFAULT_SCOPES: readonly string[] = ['openid', 'profile', 'email'];

type AddressMember = 'logo_uri' | 'audience' | 'backchannel_logout_uri' | 'client_uri' | 'initiate_login_uri';

/** The fields of an app. Without `app`, those of a new one. */
export function AppFields({ app }: { readonly app?: Client | undefined }) {
  const [name, setName] = useState(app?.name ?? '');
  const [kind, setKind] = useState<string>(app ? kindOf(app) : 'confidential');
  const [pkceOptional, setPkceOptional] = useState(app?.pkce === 'optional');
  const [firstParty, setFirstParty] = useState(app?.first_party ?? false);
  const [pairwise, setPairwise] = useState(app?.pairwise ?? false);
  const [scopes, setScopes] = useState<readonly string[]>(app?.scopes ?? DEFAULT_SCOPES);
  const choose = (scope: string, isChosen: boolean) =>
    setScopes(SCOPES.filter((one) => (one === scope ? isChosen : scopes.includes(one))));
  const address = (member: AddressMember, label: string, hint: string) => (
    <PlainField name={member} label={label} hint={hint} spellcheck={false} defaultValue={app?.[member] ?? ''} />
  );
  return (
    <>
      <PlainField
        name="name"
        label={texts.name}
        hint={texts.nameHint}
        maxLength={100}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <SelectField
        name="kind"
        label={texts.kind}
        choices={kindsFor(app).map((value) => ({ value, label: texts.kindChoices[value] }))}
        value={kind}
        changed={setKind}
        hint={app ? '' : texts.kindHint}
      />
      {kind === 'confidential' && (
        <Checkbox
          name="pkce_optional"
          label={texts.isPkceOptional}
          isChecked={pkceOptional}
          changed={setPkceOptional}
        />
      )}
      <TextArea name="redirect_uris" label={texts.redirects} hint={texts.redirectsHint} lines={app?.redirect_uris} />
      <Checkbox name="first_party" label={texts.isFirstParty} isChecked={firstParty} changed={setFirstParty} />
      <fieldset>
        <legend>{texts.scopes}</legend>
        {SCOPES.filter((scope) => OFFERED.includes(scope) || app?.scopes.includes(scope)).map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            label={texts.scopeTexts[scope]}
            isChecked={scopes.includes(scope)}
            // OpenID logins require it.
            isDisabled={scope === 'openid'}
            changed={(isChosen) => choose(scope, isChosen)}
          />
        ))}
        <ErrorLine name="scopes" />
      </fieldset>
      <TextArea
        name="post_logout_redirect_uris"
        label={texts.logoutRedirects}
        hint={texts.logoutRedirectsHint}
        lines={app?.post_logout_redirect_uris}
      />
      {address('logo_uri', texts.logo, texts.logoHint)}
      {address('audience', texts.audience, texts.audienceHint)}
      {address('backchannel_logout_uri', texts.logoutAddress, texts.logoutAddressHint)}
      {address('client_uri', texts.homePage, texts.homePageHint)}
      {address('initiate_login_uri', texts.loginAddress, texts.loginAddressHint)}
      {!app && <Checkbox name="pairwise" label={texts.isPairwise} isChecked={pairwise} changed={setPairwise} />}
      <AppPreview app={{ name, native: kind === 'native', firstParty, pairwise, scopes }} />
    </>
  );
}

/** The body of the operation. */
export function membersIn(values: Values, data: FormData) {
  const text = (name: string) => (values[name] ?? '').trim();
  return {
    name: text('name'),
    logo_uri: text('logo_uri'),
    redirect_uris: linesOf(values.redirect_uris),
    post_logout_redirect_uris: linesOf(values.post_logout_redirect_uris),
    native: text('kind') === 'native',
    pkce: data.has('pkce_optional') ? 'optional' : 'required',
    first_party: data.has('first_party'),
    scopes: ['openid', ...data.getAll('scopes')],
    audience: text('audience'),
    backchannel_logout_uri: text('backchannel_logout_uri'),
    client_uri: text('client_uri'),
    initiate_login_uri: text('initiate_login_uri'),
  };
}
