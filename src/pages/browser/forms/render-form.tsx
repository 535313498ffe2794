import type { VNode } from 'preact';
import { renderToString } from 'preact-render-to-string';
import type { FormProps, RenderForm } from '../../forms.ts';
import { Page } from '../components/page-data.ts';
import { EmailForm } from './email-form.tsx';
import { ButtonForm, PasswordForm } from './link-forms.tsx';
import { LoginForm } from './login-form.tsx';
import { DetailsForm, RegisterForm } from './register-form.tsx';

/** Replaces the handlers of the page scripts: forms are sent only in browsers. */
const INERT = {
  send: () => Promise.reject(new Error('a form is sent by its script')),
  stepShown() {},
  emailOf: () => '',
};

const FORMS: { readonly [Name in keyof FormProps]: (props: FormProps[Name]) => VNode } = {
  login: (props) => <LoginForm {...props} {...INERT} />,
  register: (props) => <RegisterForm {...props} {...INERT} />,
  email: (props) => <EmailForm {...props} {...INERT} />,
  password: (props) => <PasswordForm {...props} {...INERT} />,
  details: (props) => <DetailsForm {...props} {...INERT} />,
  button: (props) => <ButtonForm {...props} {...INERT} />,
};

/** Renders a form on the server, which runs only this part of the scripts. */
export const renderForm: RenderForm = (name, props, page) =>
  renderToString(<Page.Provider value={page}>{FORMS[name](props)}</Page.Provider>);
