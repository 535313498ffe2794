// Modules that most pages import, bundled into one file (../bundle-scripts.ts). Only modules without side effects: they
// run on every page, including those opened by a mailed link.
import './hydrate-form.ts';
import './field-values.ts';
import './components/form.tsx';
import './components/fields.tsx';
import './components/code-step.tsx';
import './components/password-field.tsx';
import './forms/link-forms.tsx';
import './mailed-link.ts';
import './carried-address.ts';
import './page-state.ts';
import './interrupted-journey.ts';
import './waiting-app.ts';
import './journey-store.ts';
import './pending-link.ts';
import '../../../client/src/claims.ts';
import './mail-provider.ts';
import './back-button.ts';
import './api.ts';
import './passkey-support.ts';
