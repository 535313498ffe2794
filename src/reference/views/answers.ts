import { type Html, html } from '../../pages/html.ts';
import { members } from './members.ts';
import {
  type ApiHeader,
  type ApiOperation,
  type ApiResponse,
  type ApiSchema,
  mainContent,
  type Resolve,
} from './openapi-document.ts';
import { inline } from './prose.ts';

export type Answer = [status: string, response: ApiResponse];

/** Without `default` and `4XX`, which every operation has for other errors. */
export const answersOf = ({ responses }: ApiOperation, resolve: Resolve): Answer[] =>
  Object.entries(responses)
    .filter(([status]) => /^\d+$/.test(status))
    .map(([status, response]) => [status, resolve(response)]);

export const isSuccess = ([status]: Answer): boolean => status.startsWith('2');

/** Successful answers: the members of `data`, or the content types of a file. */
export const successes = (answers: readonly Answer[], resolve: Resolve): Html[] =>
  answers.filter(isSuccess).map(([status, response]) => {
    const [type = '', media] = mainContent(response.content) ?? [];
    const list = media?.schema && members(dataOf(media.schema, resolve), resolve);
    const others = Object.keys(response.content ?? {}).join(', ');
    return html`<details class="part"><summary><h4>Answer <span class="status good">${status}</span></h4></summary>
<p class="small soft">${inline(response.description ?? '')}${type === 'application/json' ? '' : ` (${others})`}</p>
${list ?? html`<p class="small soft">${type === 'application/json' ? NO_DATA : NO_ENVELOPE}</p>`}</details>`;
  });

const NO_DATA = html`<code>data</code> is null.`;
const NO_ENVELOPE = 'A file or a stream, without the envelope.';

/** Removes the envelope, which is the same for every answer. */
function dataOf(given: ApiSchema, resolve: Resolve): ApiSchema {
  const { properties = {} } = resolve(given);
  return properties.status && properties.data ? properties.data : given;
}

export function errors(answers: readonly Answer[], resolve: Resolve): Html | false {
  const rows = answers.filter((answer) => !isSuccess(answer)).flatMap((answer) => errorRows(answer, resolve));
  return (
    rows.length > 0 &&
    html`<details class="part errors"><summary><h4>Errors <span class="count">${rows.length}</span></h4></summary>
<table><thead><tr><th scope="col">Status</th>
<th scope="col"><code>X-Error-Code</code></th><th scope="col">Message</th></tr></thead>
<tbody>${rows}</tbody></table></details>`
  );
}

/** Error codes with their messages. The document has an example per message: `missing_field`, `missing_field_2`. */
function errorRows([status, { headers = {}, content }]: Answer, resolve: Resolve): Html[] {
  const schema = headers['X-Error-Code'] && resolve(headers['X-Error-Code']).schema;
  const [, media] = mainContent(content) ?? [];
  const examples = Object.entries(media?.examples ?? {});
  return ((schema && resolve(schema).enum) ?? []).map((given) => {
    const name = String(given);
    const code = html`<code class="error-code">${breakable(name)}</code>`;
    const messages = examples
      .filter(([one]) => one.replace(/_\d+$/, '') === name)
      .map(([, { value }]) => html`<p>${String((Object(value) as { readonly message?: unknown }).message)}</p>`);
    return html`<tr><td><span class="status">${status}</span></td><td>${code}</td><td>${messages}</td></tr>\n`;
  });
}

/** Allows line breaks only after underscores. */
const breakable = (code: string): Html[] =>
  code.split(/(?<=_)/).map((part, at) => (at === 0 ? html`${part}` : html`<wbr>${part}`));

/** Each header once, with the statuses that send it. */
export function headers(answers: readonly Answer[], resolve: Resolve): Html | false {
  const found = new Map<string, { header: ApiHeader; statuses: string[] }>();
  for (const [status, response] of answers) {
    for (const [name, header] of Object.entries(response.headers ?? {})) {
      const known = found.get(name) ?? { header: resolve(header), statuses: [] };
      known.statuses.push(status);
      found.set(name, known);
    }
  }
  return (
    found.size > 0 &&
    html`<details class="part"><summary><h4>Headers <span class="count">${found.size}</span></h4></summary>
<ul class="members">${[...found].map(
      ([name, { header, statuses }]) =>
        html`<li><p><code class="member-name">${name}</code> <span class="type">${statuses.join(', ')}</span></p>
${header.description !== undefined && html`<p class="soft small">${inline(header.description)}</p>`}</li>\n`,
    )}</ul></details>`
  );
}
