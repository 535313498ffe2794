/**
 * True if this browser supports passkeys on this page. It does not on http, except for localhost, at IP addresses, and
 * if it cannot read the service's options (before Chrome 129, Firefox 119 and Safari 18.4). before-first-paint.ts
 * decides the same way.
 */
export const passkeysWork: boolean =
  isSecureContext &&
  typeof PublicKeyCredential === 'function' &&
  'parseRequestOptionsFromJSON' in PublicKeyCredential &&
  'parseCreationOptionsFromJSON' in PublicKeyCredential &&
  'toJSON' in PublicKeyCredential.prototype &&
  !/^[\d.]+$|^\[/.test(location.hostname);

// If before-first-paint.ts has not run yet: content that needs passkeys is hidden without this attribute.
if (passkeysWork) document.documentElement.dataset.passkeys = 'work';
