import { MAX_PASSWORD_CODE_POINTS } from '../accounts/passwords/password-rule.ts';
import { isProfileField, PROFILE_FIELDS, type ProfileField } from '../config/profile-fields.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './page.ts';
import type { Texts } from './texts/en.ts';

type FieldName = keyof Texts['fields'];

interface Field {
  readonly name: FieldName;
  /** Unless stated, the name. Two forms of one page may have fields of one name. */
  readonly id?: string;
  readonly label: string;
  /** What password managers and browsers fill in. */
  readonly autocomplete: string;
  readonly type?: 'text' | 'email' | 'tel' | 'url';
  readonly optional?: boolean;
  /** Empty: none. */
  readonly hint?: string;
  /** The keyboard that phones show. */
  readonly inputMode?: 'numeric';
}

/** A field with its label above, and its hint and its error below, tied together for screen readers. */
export function textField(field: Field): Html {
  const { name, label, hint = '', id = name } = field;
  return labelled({ id, label, hint, control: inputOf(field) });
}

function inputOf(field: Field): Html {
  const { name, autocomplete, type = 'text', optional = false, hint = '', id = name, inputMode } = field;
  return html`<input id="${id}" name="${name}" type="${type}"${maxLength(name)} autocomplete="${autocomplete}"${SPELLING[type]}${
    inputMode !== undefined && html` inputmode="${inputMode}"`
  }${!optional && html` required`} aria-describedby="${describedBy(id, hint)}">`;
}

interface Choice extends Pick<Field, 'name' | 'label' | 'hint'> {
  readonly choices: readonly string[];
  /** Shown while nothing is chosen. */
  readonly prompt: string;
}

/** A required field whose values are chosen from a list. */
function choiceField({ name, label, hint = '', choices, prompt }: Choice): Html {
  const control = html`<select id="${name}" name="${name}" required aria-describedby="${describedBy(name, hint)}">
<option value="">${prompt}</option>
${choices.map((choice) => html`<option>${choice}</option>\n`)}</select>`;
  return labelled({ id: name, label, hint, control });
}

const describedBy = (id: string, hint: string): string => `${hint === '' ? '' : `${id}-hint `}${id}-error`;

interface Labelled {
  readonly id: string;
  readonly label: string;
  readonly hint: string;
  readonly control: Html;
}

const labelled = ({ id, label, hint, control }: Labelled): Html => html`<div class="field">
<label for="${id}">${label}</label>
${control}
${hint !== '' && html`<p class="hint small soft" id="${id}-hint">${hint}</p>`}
${errorLine(id)}
</div>`;

/** A field of the profile, as its table declares it. */
export function profileField(name: ProfileField, { texts, industries, phoneCountries }: ProfileContext): Html {
  const { input, ...row } = PROFILE_FIELDS[name];
  const [label, hint] = [texts.fields[name], texts.hints[name]];
  if (name === 'industry' && industries.length > 0) {
    return choiceField({ name, label, hint, choices: industries, prompt: texts.actions.choose });
  }
  const field = { name, label, ...input, optional: 'isOptional' in row, hint };
  return name === 'phone_number' ? phoneField(field, texts, phoneCountries) : textField(field);
}

type ProfileContext = Pick<PageContext, 'texts' | 'industries' | 'phoneCountries'>;

/** A field with a choice of countries in front, which browser/phone-field.ts fills and ties to the number. */
function phoneField(field: Field, { fields }: Texts, first: readonly string[]): Html {
  const { name, label, hint = '' } = field;
  const control = html`<div class="phone"><div class="phone-country"><select id="phone_country" aria-label="${fields.phone_country}" autocomplete="off" data-first="${first.join(' ')}"><option value="">–</option></select>
<span class="chosen" id="phone_country-shown" aria-hidden="true">+</span></div>
${inputOf(field)}</div>`;
  return labelled({ id: name, label, hint, control });
}

/** For the script only: an input that is cut off at a limit would change what was typed without a word. */
function maxLength(name: FieldName): Html {
  return isProfileField(name) ? html` data-max="${PROFILE_FIELDS[name].maxCodePoints}"` : html``;
}

/** Names are for people; addresses are not to be corrected. */
const SPELLING = {
  text: html``,
  email: html` autocapitalize="none" spellcheck="false"`,
  tel: html``,
  url: html` autocapitalize="none" spellcheck="false"`,
} as const;

interface PasswordField {
  readonly name: FieldName;
  readonly texts: Texts;
  readonly isNew: boolean;
}

export function passwordField({ name, texts, isNew }: PasswordField): Html {
  const { actions, fields } = texts;
  return html`<div class="field">
<label for="${name}">${fields[name]}</label>
<div class="password">
<input id="${name}" name="${name}" type="password" data-max="${MAX_PASSWORD_CODE_POINTS}" autocomplete="${isNew ? 'new-password' : 'current-password'}" required aria-describedby="${isNew && `${name}-rules `}${name}-error">
<button type="button" class="reveal" disabled aria-controls="${name}" aria-label="${actions.showPassword}" title="${actions.showPassword}" data-show="${actions.showPassword}" data-hide="${actions.hidePassword}">${EYE}</button>
</div>
<p class="hint small" id="${name}-caps-lock" role="status" hidden></p>
${errorLine(name)}
${isNew && passwordRules(name, texts)}
</div>`;
}

const EYE = html`<svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false"><path d="M2.5 12s3.5-6.5 9.5-6.5 9.5 6.5 9.5 6.5-3.5 6.5-9.5 6.5S2.5 12 2.5 12Z"/><circle cx="12" cy="12" r="3"/><path class="strike" d="m4 4 16 16"/></svg>`;

const passwordRules = (
  name: FieldName,
  { rules, messages }: Texts,
): Html => html`<div class="rules small" id="${name}-rules">
<p>${rules.title}</p>
<ul>
${(['length', 'uppercase', 'digit'] as const).map(
  (rule) =>
    html`<li data-rule="${rule}">${TICK}<span>${rules[rule]}</span> <span class="unseen state">(${messages.ruleOpen})</span></li>\n`,
)}</ul>
</div>`;

const TICK = html`<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false"><circle cx="8" cy="8" r="6.5"/><path d="m5 8.2 2.1 2.1L11 6.2"/></svg>`;

const errorLine = (id: string): Html => html`<p class="error small" id="${id}-error" hidden></p>`;

interface Submit {
  readonly label: string;
  readonly variant?: 'plain';
  /** The id of the line that says how long the button cannot be pressed. */
  readonly waits?: string;
}

/**
 * The button of a form, and above it, where people look after pressing it, what concerns the form as a whole: it is
 * announced as soon as it is written there. The button cannot be pressed before the script is there to see it.
 */
export const submitButton = ({ label, variant, waits }: Submit): Html =>
  html`<div class="submit"><div class="form-notice" role="alert"></div>
<button class="button ${variant}" type="submit" disabled${waits !== undefined && html` aria-describedby="${waits}"`}><span class="spinner" aria-hidden="true"></span><span class="label">${label}</span></button></div>
${waits !== undefined && html`<p class="wait small soft" id="${waits}"></p>`}`;

interface CodeStep {
  readonly id: string;
  readonly texts: Texts;
}

/**
 * The second step of a form that has asked for the password, hidden until the service wants a code. It is required only
 * when it is shown. browser/code-step.ts makes its field one for a recovery code, and back.
 */
export const codeStep = ({ id, texts }: CodeStep): Html => {
  const { secondFactor: words, fields } = texts;
  const app = { text: words.lead, label: fields.code, change: words.useRecovery };
  const recovery = { text: words.recoveryLead, label: words.recoveryCode, change: words.useApp };
  return html`<div class="stack" id="${id}-step" hidden data-app="${JSON.stringify(app)}" data-recovery="${JSON.stringify(recovery)}">
<p class="soft" id="${id}-lead">${app.text}</p>
${textField({ id, name: 'code', label: app.label, autocomplete: 'one-time-code', inputMode: 'numeric', optional: true, hint: words.goesOn })}
<p class="small"><button class="button-link" type="button" id="${id}-change">${app.change}</button></p>
</div>`;
};
