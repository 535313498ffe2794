import { type Html, html } from '../../html.ts';

interface FormRow {
  /** The form that the button opens has the id `<id>-form` and is hidden at first; it has a button with the id `<id>-cancel`. */
  readonly id: string;
  /** What there is at present. */
  readonly value: Html;
  readonly open: string;
  readonly form: Html;
}

/** One row with the present value and a button, in place of which the form is shown that changes it: see browser/account/form-row.ts. */
export const formRow = ({ id, value, open, form }: FormRow): Html => html`<div class="form-row" id="${id}-row">
${value}
<button class="button plain compact" type="button" id="${id}-open">${open}</button>
</div>
<p class="form-notice" id="${id}-notice" role="status"></p>
${form}`;

export const cancelButton = (id: string, label: string): Html =>
  html`<button class="button plain" type="button" id="${id}-cancel">${label}</button>\n`;
