import { type Html, html } from '../../pages/html.ts';
import { type Answer, answersOf, errors, headers, isSuccess, successes } from './answers.ts';
import { curlExample, type ExampleCall, fetchExample } from './code-examples.ts';
import { described, members } from './members.ts';
import {
  type ApiOperation,
  exampleOfParameter,
  mainContent,
  type OpenApiDocument,
  type Parameter,
  type Resolve,
  type SecurityScheme,
} from './openapi-document.ts';
import { inline, prose } from './prose.ts';
import { type Route, triableOperation } from './triable-operation.ts';

/** One operation: its description on one side, examples on the other, and above them the form to try it. */
export function operationArticle(route: Route, document: OpenApiDocument, resolve: Resolve): Html {
  const { method, path, operation } = route;
  const { operationId: id, summary, description = '' } = operation;
  const answers = answersOf(operation, resolve);
  const success = answers.find(isSuccess);
  const data = JSON.stringify(triableOperation(route, resolve));
  return html`<article class="operation" id="${id}" aria-labelledby="${id}-title" data-operation="${data}">
<h3 id="${id}-title"><a class="operation-link" href="#${id}">${inline(summary)}</a></h3>
<div class="route"><p><span class="method ${method.toLowerCase()}">${method}</span> <code>${path}</code></p>
<button class="button plain compact try-it" type="button" aria-expanded="false" aria-controls="${id}-try"
  aria-describedby="${id}-title" hidden>Try it</button></div>
<div class="trial" id="${id}-try" hidden></div>
<div class="sides">
<div class="explained">
${prose(description)}
${authorization(operation, document)}
${parameterList(operation.parameters ?? [], resolve)}
${bodyOf(operation, resolve)}
${successes(answers, resolve)}
${errors(answers, resolve)}
${headers(answers, resolve)}
</div>
<div class="shown">
${codeExamples(route, success)}
${answerExample(success)}
</div>
</div>
</article>
`;
}

/** Any one of these tokens is enough. */
function authorization({ security = [] }: ApiOperation, { components = {} }: OpenApiDocument): Html | false {
  const schemes = security.flatMap((requirement) => Object.entries(requirement));
  const described = (name: string) => (components.securitySchemes?.[name] as SecurityScheme | undefined)?.description;
  return (
    schemes.length > 0 &&
    html`<h4>Bearer token</h4><ul class="members">${schemes.map(
      ([name, scopes]) =>
        html`<li><p><code class="member-name">${name}</code>${
          scopes.length > 0 && html` <span class="type">scope ${scopes.join(', ')}</span>`
        }</p>
<p class="soft small">${inline(described(name) ?? '')}</p></li>`,
    )}</ul>`
  );
}

const parameterList = (parameters: readonly Parameter[], resolve: Resolve): Html | false =>
  parameters.length > 0 &&
  html`<h4>Parameters</h4><ul class="members">${parameters.map(
    ({ name, in: place, schema: given = {}, required = false, description }) => {
      const schema = { ...resolve(given), ...(description !== undefined && { description }) };
      return html`<li>${described(name, schema, resolve, required)}<p class="soft small">In the ${place}.</p></li>`;
    },
  )}</ul>`;

function bodyOf({ requestBody }: ApiOperation, resolve: Resolve): Html | false {
  if (!requestBody) return false;
  const { content, description = '' } = requestBody;
  const [, media] = mainContent(content) ?? [];
  return html`<h4>Body</h4>${prose(description, 'small soft')}${media?.schema && members(media.schema, resolve)}`;
}

function codeExamples({ method, path, operation }: Route, success: Answer | undefined): Html {
  const [, media] = mainContent(operation.requestBody?.content) ?? [];
  const examples = new Map((operation.parameters ?? []).map((one) => [one.name, String(exampleOfParameter(one))]));
  const call: ExampleCall = {
    method,
    path: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(examples.get(name) ?? '')),
    hasToken: (operation.security ?? []).length > 0,
    body: media?.example,
    answersJson: mainContent(success?.[1].content)?.[0] === 'application/json',
  };
  return html`<figure class="code request"><figcaption><span class="code-languages">
<button type="button" data-language="curl" aria-pressed="true" hidden>curl</button>
<button type="button" data-language="fetch" aria-pressed="false" hidden>fetch</button></span>${COPY}</figcaption>
<pre tabindex="0" role="group" aria-label="curl" data-language="curl"><code>${curlExample(call)}</code></pre>
<pre tabindex="0" role="group" aria-label="fetch" data-language="fetch"><code>${fetchExample(call)}</code></pre>
</figure>`;
}

function answerExample([status, response]: Answer | [] = []): Html | false {
  const [type, media] = mainContent(response?.content) ?? [];
  if (type !== 'application/json' || !media) return false;
  const example = JSON.stringify(media.example, null, 2);
  return html`<figure class="code">
<figcaption><span>Answer <span class="status good">${status}</span></span>${COPY}</figcaption>
<pre tabindex="0" role="group" aria-label="Answer"><code>${example}</code></pre></figure>`;
}

/** Shown by the script. */
const COPY = html`<button type="button" class="copy" hidden>Copy</button>`;
