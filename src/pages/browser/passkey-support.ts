/**
 * Whether this browser can use passkeys on this page. Not at http addresses, except for localhost, nor at IP addresses,
 * nor in browsers that cannot read the service's options (before Chrome 129, Firefox 119 and Safari 18.4).
 * before-first-paint.ts decides the same.
 */
export const passkeysWork: boolean =
  isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'toJSON' in PublicKeyCredential.prototype &&
  !/^[\d.]+$|^\[/.test(location.hostname);

// Where before-first-paint.ts has not run yet: what needs passkeys is not displayed without this attribute.
if (passkeysWork) document.documentElement.dataset.passkeys = 'work';
