// What most pages import, so that it is one file for all of them (../bundle-scripts.ts). Only modules that do nothing
// when they are imported: they run on every page, also on those that a mailed link opens.
import './hydrate-form.ts';
import './components/form.tsx';
import './components/fields.tsx';
import './components/code-step.tsx';
import './components/password-field.tsx';
import './forms/link-forms.tsx';
import './mailed-link.ts';
import './carried-address.ts';
import './interrupted-journey.ts';
import './waiting-app.ts';
import './journey-store.ts';
import './pending-link.ts';
import '../../../client/src/claims.ts';
import './mail-provider.ts';
import './back-button.ts';
import './api.ts';
